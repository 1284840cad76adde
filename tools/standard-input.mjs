import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The largest input, as for one file of a garden: `fileBytes` in lib/garden/manifests/reading.ts. */
const MOST = 480 * 1024 * 1024

/** The symbol under which `lib/garden/open-garden.ts` finds the input. */
const PLACE = Symbol.for('almanac.standard-input')

const HOW = 'Pipe manifests into it: kubectl kustomize overlays/prod | GARDEN=- npm start'

/**
 * Reads standard input to its end.
 * @param {AsyncIterable<Buffer> & { readonly isTTY?: boolean }} input
 * @param {number} [most] bytes
 * @returns {Promise<Buffer>}
 * @throws where nothing comes, too much, or nothing of Gardener
 */
export async function readStandardInput(input, most = MOST) {
  if (input.isTTY) throw new Error(`GARDEN=-: standard input is a terminal, and nothing comes from there.\n${HOW}`)
  /** @type {Buffer[]} */
  const parts = []
  let bytes = 0
  for await (const part of input) {
    bytes += part.length
    if (bytes > most)
      throw new Error(
        `GARDEN=-: more than ${Math.round(most / 1024 / 1024)} MiB came. Write it into several files of a folder.`,
      )
    parts.push(part)
  }
  const all = Buffer.concat(parts)
  if (all.toString('latin1', 0, 65_536).trim() === '')
    throw new Error(`GARDEN=-: nothing came. What should have written it may have failed: see what it printed.\n${HOW}`)
  if (!all.includes('gardener.cloud/') && !all.includes('garden.sapcloud.io/')) {
    throw new Error(
      'GARDEN=-: what came holds no CloudProfile, NamespacedCloudProfile, Project or Shoot of core.gardener.cloud/v1beta1.\n' +
        HOW,
    )
  }
  return all
}

/**
 * Keeps what came for as long as this process lives, where only its own account can read it.
 * @param {Buffer} content
 * @returns {string} the folder
 */
export function keepStandardInput(content) {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-'))
  const path = join(folder, 'garden.yaml')
  writeFileSync(path, content, { mode: 0o600 })
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  Object.assign(globalThis, { [PLACE]: path })
  return folder
}
