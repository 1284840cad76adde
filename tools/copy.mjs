import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { sourceFiles } from './build.mjs'
import { isProgram, root } from './root.mjs'

/** Below which path the copy is built. */
export const copyPath = '/tools/almanac'

/**
 * A second checkout, for a build that differs from the one that all other specs read. It is kept, and so is its build while nothing
 * changes. Packages are the same files under a second name: Next takes no package that lies outside of its project.
 * @param {string} [name] another one than that of all others, for who changes it
 * @returns {string} its folder
 */
export function copyOfCheckout(name = 'copy') {
  const copy = join(root, '.cache', name)
  const lock = 'node_modules/.package-lock.json'
  if (!existsSync(join(copy, lock)) || !readFileSync(join(copy, lock)).equals(readFileSync(join(root, lock)))) {
    rmSync(copy, { recursive: true, force: true })
    linkAll(join(root, 'node_modules'), join(copy, 'node_modules'))
  }
  for (const entry of readdirSync(copy)) {
    if (entry !== 'node_modules' && !entry.startsWith('.next')) rmSync(join(copy, entry), { recursive: true })
  }
  const scripts = readdirSync(join(root, 'tools')).flatMap((tool) => (tool.endsWith('.mjs') ? `tools/${tool}` : []))
  for (const file of new Set([...sourceFiles(root), ...scripts, 'package.json'])) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  return copy
}

/**
 * @param {string} from
 * @param {string} to
 */
function linkAll(from, to) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkAll(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkSync(source, target)
  }
}

/** `node tools/copy.mjs`: builds it, so that no test waits for that. */
if (isProgram(import.meta)) {
  const { status } = spawnSync(process.execPath, ['tools/build.mjs'], {
    cwd: copyOfCheckout(),
    stdio: 'inherit',
    env: { ...process.env, BASE_PATH: copyPath },
  })
  process.exitCode = status ?? 1
}
