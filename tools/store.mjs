import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * DATABASE_URL and DATA_DIR: where things are remembered. The folder with an absolute path, as the server runs in another folder.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {string} from the folder that a relative path starts at: where the user typed the command
 * @returns {Record<string, string>} what the server is told
 * @throws when the database is none of PostgreSQL (the address is not repeated, as it may hold a password), or when the folder is not
 * there and cannot be made, or may not be written
 */
export function chooseStore(env, from) {
  const url = env.DATABASE_URL?.trim() ?? ''
  const folder = env.DATA_DIR?.trim() ?? ''
  if (url !== '' && !(/^postgres(ql)?:\/\//.test(url) && URL.canParse(url))) {
    throw new Error(
      'DATABASE_URL is no address of a PostgreSQL database.\n' +
        'Give one such as postgres://almanac:password@postgres.example.org/almanac, or leave it out.',
    )
  }
  if (folder === '') return {}
  const path = resolve(from, folder)
  try {
    makeFolder(path)
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new Error(
      `DATA_DIR=${folder}: nothing can be written to ${path} (${code}).\n` +
        'Give a folder that may be written, or leave it out: what happens is remembered for as long as the process lives then.',
    )
  }
  return { DATA_DIR: path }
}

/**
 * Makes a folder and those above it. Node's own way to do so never ends where a file system says of a folder that is there that it is
 * not, as `/proc` does.
 * @param {string} path absolute
 */
function makeFolder(path) {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}
