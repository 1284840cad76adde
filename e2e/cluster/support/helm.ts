import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseAllDocuments } from 'yaml'
import { root } from '../../../tools/root.mjs'
import type { KubeObject } from './api'

export const chart = join(root, 'deploy', 'helm', 'almanac')

export type Values = Readonly<Record<string, unknown>>

const run = promisify(execFile)

/** The real program, in a home of its own, so that nothing of the user's counts. */
export class Helm {
  private readonly home = mkdtempSync(join(tmpdir(), 'almanac-helm-'))

  /** @throws with what helm printed */
  async run(args: readonly string[], values?: Values): Promise<string> {
    const program = process.env.ALMANAC_HELM
    if (!program) throw new Error('ALMANAC_HELM is not set: run "npm test -- chart".')
    const { stdout } = await run(program, [...args, ...(values === undefined ? [] : ['--values', this.file(values)])], {
      env: {
        ...process.env,
        HELM_CACHE_HOME: join(this.home, 'cache'),
        HELM_CONFIG_HOME: join(this.home, 'config'),
        HELM_DATA_HOME: join(this.home, 'data'),
        KUBECONFIG: join(this.home, 'none'),
      },
      maxBuffer: 16 * 1024 * 1024,
    })
    return stdout
  }

  /** What would be applied. A key that is there twice is an error. */
  async template(values: Values = {}, release = 'almanac'): Promise<readonly KubeObject[]> {
    const text = await this.run(['template', release, chart, '--namespace', 'almanac'], values)
    return parseAllDocuments(text).flatMap((document) => {
      const [error] = document.errors
      if (error !== undefined) throw error
      const object: KubeObject | null = document.toJS()
      return object ?? []
    })
  }

  /** The sentence that it refuses values with. */
  async refusal(values: Values): Promise<string> {
    try {
      await this.run(['template', 'almanac', chart], values)
    } catch (error) {
      return error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
    }
    throw new Error(`${JSON.stringify(values)} is taken.`)
  }

  private file(values: Values): string {
    const path = join(mkdtempSync(join(this.home, 'values-')), 'values.json')
    writeFileSync(path, JSON.stringify(values))
    return path
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true })
  }
}
