import { root } from './root.mjs'

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
