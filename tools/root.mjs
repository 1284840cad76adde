import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The folder of package.json, wherever a script was started from. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * A program of node_modules, to be run by this Node without npx.
 * @param {string} path below node_modules
 */
export const bin = (path) => join(root, 'node_modules', path)

export const next = bin('next/dist/bin/next')

/**
 * The command line that runs npm: the very one that started us if there is one, else the one on the path.
 * @param {...string} args
 * @returns {{ command: string, args: string[], options: { cwd: string, shell: boolean } }}
 */
export function npm(...args) {
  const self = process.env.npm_execpath
  return self?.endsWith('npm-cli.js')
    ? { command: process.execPath, args: [self, ...args], options: { cwd: root, shell: false } }
    : { command: 'npm', args, options: { cwd: root, shell: process.platform === 'win32' } }
}

/**
 * Whether a module is the program that was started, not one that it imports.
 * @param {ImportMeta} meta
 */
export const isProgram = (meta) => meta.url === pathToFileURL(process.argv[1] ?? '').href

/**
 * Does the work of a program; what is wrong is said, and makes its exit code 1.
 * @param {() => void | Promise<void>} work
 */
export async function runProgram(work) {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

/**
 * Where a program of this name may be: in each folder of the path.
 * @param {string} name
 */
export function onPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, name))
}
