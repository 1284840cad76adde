/**
 * node tools/standalone.mjs FOLDER: builds when needed, and makes a folder that runs without the repository: `node
 * tools/serve-built.mjs` in it, with the same variables as npm start, and `node almanac.mjs`. It is all that an image needs beside Node;
 * nothing is written into it at run time.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { bundleCli } from './bundle-cli.mjs'
import { root, runProgram } from './root.mjs'

await runProgram(async () => {
  const [, , target] = process.argv
  if (!target) throw new Error('Say where to: node tools/standalone.mjs FOLDER')
  const build = ensureBuilt()
  if (build === null) throw new Error('The build failed, see above.')
  const folder = resolve(process.env.INIT_CWD ?? '.', target)
  write(join(root, build), folder)
  // The program on the command line, which needs nothing beside it: it can be copied out of an image.
  writeFileSync(join(folder, 'almanac.mjs'), await bundleCli(), { mode: 0o755 })
})

/**
 * @param {string} build
 * @param {string} folder
 */
function write(build, folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is there already, and not empty.`)
  const built = join(build, 'standalone')
  // Next adds files of the repository that the server may seem to read; it reads none of them.
  for (const part of ['.next', 'node_modules', 'package.json']) copy(join(built, part), join(folder, part), isRun)
  copy(join(build, 'static'), join(folder, '.next', 'static'))
  copy(join(root, 'public'), join(folder, 'public'))
  for (const script of withImports(join(root, 'tools', 'serve-built.mjs'))) {
    copy(script, join(folder, relative(root, script)))
  }
}

/**
 * A script, and those that it imports by their path.
 * @param {string} script
 * @param {Set<string>} [known]
 */
function withImports(script, known = new Set()) {
  if (known.has(script)) return known
  known.add(script)
  for (const [, path = ''] of readFileSync(script, 'utf8').matchAll(/^import .* from '(\.[^']+)'$/gm)) {
    withImports(join(dirname(script), path), known)
  }
  return known
}

/**
 * The packages of the log bring their tests, which Next takes for something that may be loaded, and leaves out for pages alone.
 * @param {string} path
 */
function isRun(path) {
  return !/[\\/]node_modules[\\/](?:sonic-boom|thread-stream)[\\/]test$/.test(path)
}

/**
 * @param {string} from
 * @param {string} to
 * @param {(path: string) => boolean} [isWanted]
 */
function copy(from, to, isWanted = () => true) {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter: isWanted })
}
