import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseBasePath } from './base-path.mjs'
import { isProgram, next, root } from './root.mjs'

/** What the build reads. A new file at the top level that the build depends on belongs into this list. */
const sources = [
  'app',
  'components',
  'lib',
  'public',
  'instrumentation.ts',
  'next.config.js',
  'package-lock.json',
  'postcss.config.mjs',
  'proxy.ts',
  'tools/base-path.mjs',
  'tsconfig.json',
]

/** The folder in which Next builds, and which keeps its cache, what it makes during development, and types. */
const WORKSHOP = '.next'
const STAYS = ['cache', 'dev', 'types', 'lock', 'trace', 'trace-build']

/** Builds that are not served are kept for changing between them, the newest. */
const KEPT = 2

/**
 * Builds unless there is a build of these very sources. Each lies in a folder of its own beside the others, so that what runs goes on
 * with the one that it began with.
 * @returns {string | null} the folder, by its name in the project's; null: the build failed
 */
export function ensureBuilt() {
  const wanted = fingerprint(root, chooseBasePath(process.env.BASE_PATH))
  const folder = folderOf(wanted)
  if (existsSync(join(root, folder))) return folder
  console.log('Building, as there is no build of these sources and this BASE_PATH yet …')
  const { status } = spawnSync(process.execPath, [next, 'build'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  })
  if (status !== 0) return null
  // By the fingerprint of before: who saves a file during the build gets another one next time.
  putAside(root, folder)
  sweep(root, folder)
  return folder
}

/**
 * Whether there is a build of the sources that lie in a project, for a path.
 * @param {string} project
 * @param {string} basePath
 */
export function isBuilt(project, basePath) {
  return existsSync(join(project, folderOf(fingerprint(project, chooseBasePath(basePath)))))
}

/** @param {string} fingerprint */
function folderOf(fingerprint) {
  return `${WORKSHOP}-${fingerprint.slice(0, 16)}`
}

/**
 * Moves what was built into a folder of its own, which is there as a whole or not at all. It lies as deep as before: builds hold links
 * to packages.
 * @param {string} project
 * @param {string} folder
 */
export function putAside(project, folder) {
  const draft = join(project, `${folder}.${process.pid}`)
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft)
  for (const name of readdirSync(join(project, WORKSHOP))) {
    if (!STAYS.includes(name)) renameSync(join(project, WORKSHOP, name), join(draft, name))
  }
  // Two that start at once build the same: the first may be serving it by now.
  if (existsSync(join(project, folder))) rmSync(draft, { recursive: true })
  else renameSync(draft, join(project, folder))
}

/**
 * Says that this process serves a build, so that it is not taken away.
 * @param {string} project
 * @param {string} folder
 */
export function claim(project, folder) {
  writeFileSync(join(project, folder, `served-by-${process.pid}`), '')
}

/**
 * Takes builds away that no living process serves, but the newest.
 * @param {string} project
 * @param {string} own which stays
 */
export function sweep(project, own) {
  const others = readdirSync(project)
    .filter((name) => /^\.next-[0-9a-f]{16}$/.test(name) && name !== own)
    .filter((name) => !isServed(join(project, name)))
    .map((name) => ({ name, at: statSync(join(project, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at)
  for (const { name } of others.slice(KEPT)) rmSync(join(project, name), { recursive: true, force: true })
}

/** @param {string} folder */
function isServed(folder) {
  return readdirSync(folder).some((name) => {
    const [, pid] = /^served-by-(\d+)$/.exec(name) ?? []
    return pid !== undefined && lives(Number(pid))
  })
}

/** @param {number} pid */
function lives(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * A hash over names and contents of all sources. Tests and their data are left out: no build contains them.
 * @param {string} folder the project's
 * @param {string} [basePath] below which the build serves
 */
export function fingerprint(folder, basePath = '') {
  const hash = createHash('sha256').update(process.version).update(basePath)
  for (const file of sourceFiles(folder)) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(folder, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/**
 * What the build reads, by its path in the project.
 * @param {string} folder the project's
 */
export function sourceFiles(folder) {
  return sources.flatMap((name) => filesBelow(folder, name))
}

/**
 * @param {string} folder
 * @param {string} name a file or folder in it, which may be missing
 * @returns {string[]}
 */
function filesBelow(folder, name) {
  const stat = statSync(join(folder, name), { throwIfNoEntry: false })
  if (!stat) return []
  if (stat.isFile()) return [name]
  return readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((file) => !/[\\/]testdata[\\/]/.test(file))
    .sort()
}

if (isProgram(import.meta)) process.exitCode = ensureBuilt() === null ? 1 : 0
