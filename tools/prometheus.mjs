import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { cacheFolder } from './servers.mjs'

/** What checks alert rules and the routes of Alertmanager, and which package of Debian holds it. */
const packages = { promtool: 'prometheus', amtool: 'prometheus-alertmanager' }

/** @typedef {keyof typeof packages} Tool */

/**
 * A tool of the path, else of Debian's package, which is unpacked and not installed: nothing is started, and it needs no rights. It
 * is kept beside the servers of the cluster tests.
 * @param {Tool} tool
 * @returns {{ path: string } | { skipped: string }} or why there can be none here
 */
export function ensureTool(tool) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const cache = join(cacheFolder(), tool)
  const kept = join(cache, 'usr', 'bin', tool)
  const found = [...folders.map((folder) => join(folder, tool)), kept].find(existsSync)
  if (found !== undefined) return { path: found }
  if (!existsSync('/etc/debian_version')) return { skipped: `there is no ${tool} on the path, and no apt to get it` }
  return unpack(packages[tool], cache) ? { path: kept } : { skipped: `apt cannot get ${packages[tool]} for ${tool}` }
}

/**
 * @param {string} name of a package
 * @param {string} folder where its files go
 */
function unpack(name, folder) {
  mkdirSync(cacheFolder(), { recursive: true })
  // Under another name until it is complete, so that what was interrupted is done again.
  const draft = mkdtempSync(`${folder}.`)
  try {
    const [archive] = download(name, draft) || (run(draft, 'apt-get', 'update') && download(name, draft)) || []
    if (archive === undefined || !run(draft, 'dpkg-deb', '-x', archive, join(draft, 'files'))) return false
    if (!existsSync(folder)) renameSync(join(draft, 'files'), folder)
    return true
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/**
 * @param {string} name
 * @param {string} folder
 */
function download(name, folder) {
  return run(folder, 'apt-get', 'download', '-q', name) && readdirSync(folder).filter((file) => file.endsWith('.deb'))
}

/**
 * @param {string} folder
 * @param {string} command
 * @param {...string} args
 */
function run(folder, command, ...args) {
  return spawnSync(command, args, { cwd: folder, stdio: 'ignore', timeout: 120_000 }).status === 0
}
