import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { delimiter, dirname, resolve } from 'node:path'

/** Every setting, as docs/operations.md describes it; `settings.test.ts` in lib/http holds both to what is read. */
export const SETTINGS = [
  ...['GARDEN', 'KUBECONFIG', 'NAMESPACES', 'POLICY', 'FREEZE', 'DASHBOARD_URL', 'DEMO_SHOOTS', 'DEMO_BORN'],
  ...['PORT', 'HOST', 'METRICS_PORT', 'BASE_PATH', 'TRUSTED_PROXIES', 'LOG_LEVEL'],
  ...['AUTH', 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_SCOPES', 'SESSION_SECRET'],
  ...['DATA_DIR', 'DATABASE_URL', 'HISTORY', 'FEED_SECRET', 'LANDSCAPES'],
  ...['NOTICE_URL', 'NOTICE_SECRET'],
]

/** A shorter name with a letter changed may well be another program's, as `POST` and `HOSTS` are. */
const LONG_ENOUGH = 6

/**
 * Variables that are none of ours and look as if they were meant to be: a letter of the name is missing, wrong or too much, or two
 * have changed places.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {readonly string[]} a sentence for each
 */
export function misspelt(env) {
  return Object.keys(env).flatMap((name) => {
    if (SETTINGS.includes(name)) return []
    const meant = SETTINGS.find((setting) => isNear(name, setting))
    return meant === undefined ? [] : [`${name} is no setting of Almanac, and is not read. Is ${meant} meant?`]
  })
}

/**
 * @param {string} name
 * @param {string} setting
 */
function isNear(name, setting) {
  if (setting.length < LONG_ENOUGH) return false
  const plain = (/** @type {string} */ text) => text.toUpperCase().replace(/[^A-Z]/g, '')
  const own = withoutOne(plain(setting))
  return withoutOne(plain(name)).some((text) => own.includes(text))
}

/**
 * A text, and what is left of it without each of its letters: of two texts that are one letter or a swap apart, some are the same.
 * @param {string} text
 */
function withoutOne(text) {
  return [text, ...Array.from(text, (_, i) => text.slice(0, i) + text.slice(i + 1))]
}

/**
 * Which garden will be shown, as GARDEN says it: `demo` (default), `demo:DATE`, `kubernetes`, `-` for standard input, or a file or folder.
 * @param {string | undefined} garden
 * @param {string} from the folder that a relative path starts at: where the user typed the command
 * @param {string} [kubeconfig] KUBECONFIG
 * @returns {{ env: Record<string, string>, words: string }} what the server is told, with absolute paths, and how to call it
 * @throws when a path does not exist, or may not be read
 */
export function chooseGarden(garden, from, kubeconfig) {
  const value = garden?.trim() || 'demo'
  if (value === 'demo') return { env: { GARDEN: value }, words: 'the demo garden' }
  if (value.startsWith('demo:')) {
    return { env: { GARDEN: value }, words: `the demo garden as born on ${value.slice('demo:'.length)}` }
  }
  if (value === 'kubernetes') {
    const files = chooseKubeconfig(kubeconfig ?? '', from)
    const env = { GARDEN: value, ...(files !== '' && { KUBECONFIG: files }) }
    return { env, words: 'the Gardener API of your kubeconfig or of this cluster' }
  }
  if (value === '-') return { env: { GARDEN: value }, words: 'what came by standard input' }
  const path = resolve(from, value)
  if (!existsSync(path)) {
    throw new Error(
      `GARDEN=${value}: there is no such file or folder (looked at ${path}).\n` +
        'Give the path of a dump or of a folder with manifests, or "demo", or "kubernetes".',
    )
  }
  const stats = statSync(path)
  if (!stats.isFile() && !stats.isDirectory())
    throw new Error(`GARDEN=${value}: ${path} is neither a file nor a folder. Write a dump into a file first.`)
  if (!mayRead(path))
    throw new Error(`GARDEN=${value}: ${path} may not be read by who runs this. Change its mode, or its owner.`)
  return { env: { GARDEN: path }, words: `the garden in ${path}` }
}

/**
 * POLICY with an absolute path. What becomes of the file later is followed, and said on pages.
 * @param {string | undefined} policy the path of a ControllerManagerConfiguration
 * @param {string} from as for a garden
 * @returns {Record<string, string>} what the server is told
 * @throws when there is no file, or it may not be read
 */
export function choosePolicy(policy, from) {
  const value = policy?.trim() ?? ''
  if (value === '') return {}
  const path = resolve(from, value)
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  if (isFile && mayRead(path)) return { POLICY: path }
  throw new Error(
    `POLICY=${value}: ${isFile ? `${path} may not be read by who runs this` : `there is no such file (looked at ${path})`}.\n` +
      'Give the path of a ControllerManagerConfiguration, or leave it out.',
  )
}

/** @param {string} path */
function mayRead(path) {
  try {
    accessSync(path, constants.R_OK | (statSync(path).isDirectory() ? constants.X_OK : 0))
    return true
  } catch {
    return false
  }
}

/**
 * KUBECONFIG with absolute paths, as the server runs in another folder than the one it was typed in.
 * @param {string} kubeconfig one path, or several as kubectl takes them
 * @param {string} from
 * @throws when none of them exists
 */
function chooseKubeconfig(kubeconfig, from) {
  const files = kubeconfig
    .split(delimiter)
    .filter((file) => file.trim() !== '')
    .map((file) => resolve(from, file))
  if (files.length > 0 && !files.some((file) => existsSync(file))) {
    throw new Error(
      `KUBECONFIG=${kubeconfig}: there is no such file (looked at ${files.join(', ')}).\n` +
        'GARDEN=kubernetes needs the kubeconfig of a Gardener API; "kubectl get shoots -A" must work with it.',
    )
  }
  return files.join(delimiter)
}

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

const KNOWN = ['namespace', 'project', 'name']

/**
 * DASHBOARD_URL: where the Gardener dashboard shows a cluster, with `{namespace}` or `{project}`, and `{name}`.
 * @param {string | undefined} template
 * @returns {Record<string, string>} what the server is told
 * @throws when it leads nowhere, or everywhere to the same page
 */
export function chooseDashboard(template) {
  const value = template?.trim() ?? ''
  if (value === '') return {}
  const wrong = wrongWith(value)
  if (wrong === null) return { DASHBOARD_URL: value }
  throw new Error(
    `DASHBOARD_URL=${value}: ${wrong}.\n` +
      'Give an address such as https://dashboard.example.org/namespace/{namespace}/shoots/{name}, or leave it out.',
  )
}

/** @param {string} value */
function wrongWith(value) {
  const parts = [...value.matchAll(/\{([^{}]*)\}/g)].map(([, part = '']) => part)
  const unknown = parts.find((part) => !KNOWN.includes(part))
  if (!/^https?:\/\//i.test(value)) return 'it is no address that begins with https:// or http://'
  if (unknown !== undefined) return `{${unknown}} is none of {namespace}, {project} and {name}`
  if (/^https?:\/\/[^/?#]*\{/i.test(value)) return 'names of clusters belong in its path'
  if (!parts.includes('name')) return 'it has no {name}'
  if (!parts.includes('namespace') && !parts.includes('project')) return 'it has no {namespace} or {project}'
  return URL.canParse(value.replaceAll(/\{\w+\}/g, 'x')) ? null : 'it cannot be read as an address'
}
