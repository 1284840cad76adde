import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chooseBasePath } from './base-path.mjs'
import { next, root } from './root.mjs'

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

/** Holds the fingerprint of the sources that .next was built from; missing while a build runs or after one was killed. */
const stamp = join(root, '.next', 'built-from')

/**
 * Builds unless .next was built from these very sources.
 * @returns {boolean} whether there is a build now
 */
export function ensureBuilt() {
  const wanted = fingerprint(root, chooseBasePath(process.env.BASE_PATH))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true
  console.log('Building, as the sources or BASE_PATH changed since the last build …')
  rmSync(stamp, { force: true })
  const { status } = spawnSync(process.execPath, [next, 'build'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  })
  if (status !== 0) return false
  // The fingerprint of before: who saves a file during the build gets another one next time.
  writeFileSync(stamp, wanted)
  return true
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = ensureBuilt() ? 0 : 1
