import { resolve } from 'node:path'

/**
 * DATABASE_URL and DATA_DIR: where things are remembered. The folder with an absolute path, as the server runs in another folder.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {string} from the folder that a relative path starts at: where the user typed the command
 * @returns {Record<string, string>} what the server is told
 * @throws when the database is none of PostgreSQL; the address is not repeated, as it may hold a password
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
  return folder === '' ? {} : { DATA_DIR: resolve(from, folder) }
}
