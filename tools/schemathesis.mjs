import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from './servers.mjs'

const version = '4.32.5'

/**
 * Schemathesis, which asks an API what its description allows and what it does not, in a Python environment of its own beside the
 * servers of the cluster tests.
 * @returns {{ command: readonly string[] } | { skipped: string }} or why there can be none here
 */
export function ensureSchemathesis() {
  const folder = join(cacheFolder(), `schemathesis-${version}`)
  // Its own programs name the folder that they were made in.
  const command = [join(folder, 'bin', 'python'), '-m', 'schemathesis.cli']
  if (existsSync(folder)) return { command }
  mkdirSync(cacheFolder(), { recursive: true })
  // Under another name until it is complete, so that what was interrupted is done again.
  const draft = mkdtempSync(`${folder}.`)
  try {
    if (!run('python3', '-m', 'venv', draft)) return { skipped: 'there is no Python 3 with venv' }
    const python = join(draft, 'bin', 'python')
    if (!run(python, '-m', 'pip', 'install', '--quiet', `schemathesis==${version}`)) {
      return { skipped: `pip cannot get schemathesis ${version}` }
    }
    renameSync(draft, folder)
    return { command }
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/**
 * @param {string} command
 * @param {...string} args
 */
function run(command, ...args) {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 300_000 }).status === 0
}
