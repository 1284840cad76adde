/**
 * Settings that the start reads before anything is installed, so this uses nothing but Node; and that the server reads again, which then
 * finds the same.
 */

/** @typedef {Readonly<Record<string, string | undefined>>} Env */

/** Bytes of a secret. */
const SHORTEST_SECRET = 32

/**
 * Secrets of a setting, separated by commas: the first one signs or seals, all of them count, so that one can be replaced.
 * @param {Env} env
 * @param {string} name
 * @returns {string[]} none where it is not set
 * @throws an Error with one sentence where one is too short
 */
function readSecrets(env, name) {
  const text = env[name]?.trim() ?? ''
  if (text === '') return []
  const secrets = text.split(',').map((secret) => secret.trim())
  if (secrets.some((secret) => Buffer.byteLength(secret) < SHORTEST_SECRET)) {
    throw new Error(
      `${name} has a secret of fewer than ${SHORTEST_SECRET} bytes (commas separate secrets): "openssl rand -base64 48" makes one that is long enough.`,
    )
  }
  return secrets
}

/**
 * @typedef {object} Provider an OpenID Connect provider whose ID tokens the API server accepts
 * @property {string} issuer its address, as the API server knows it
 * @property {string} clientId
 * @property {string} clientSecret empty: a public client, which PKCE alone protects
 * @property {string} scopes separated by spaces, `openid` among them; empty: what is usual, as far as the provider has it
 *
 * @typedef {{ readonly mode: 'none' } | { readonly mode: 'proxy' }
 *   | { readonly mode: 'token', readonly secrets: readonly string[] }
 *   | { readonly mode: 'oidc', readonly secrets: readonly string[], readonly provider: Readonly<Provider> }} AuthSettings
 *   `secrets` seal sessions: the first one seals, all of them open; none were given where it is empty
 */

const MODES = ['none', 'token', 'oidc', 'proxy']
const OF_PROVIDER = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_SCOPES']

/**
 * Who may ask, as the environment says it.
 * @param {Env} env
 * @returns {AuthSettings}
 * @throws an Error with one sentence that says what is wrong, in which variable, and what to do
 */
export function readAuth(env) {
  const value = (/** @type {string} */ name) => env[name]?.trim() ?? ''
  const mode = value('AUTH') || 'none'
  if (!MODES.includes(mode)) {
    throw new Error(`AUTH=${mode} is no way to sign in: set none, token, oidc or proxy.`)
  }
  if (mode !== 'none' && value('GARDEN') !== 'kubernetes') {
    throw new Error(
      `AUTH=${mode} needs GARDEN=kubernetes: only an API server can say who somebody is and what they may see.`,
    )
  }
  const unused = OF_PROVIDER.find((name) => value(name) !== '')
  if (mode !== 'oidc' && unused !== undefined) {
    throw new Error(`${unused} is set, but AUTH=${mode} asks no provider: set AUTH=oidc, or leave ${unused} out.`)
  }
  if (mode === 'none' || mode === 'proxy') return { mode }
  const secrets = readSecrets(env, 'SESSION_SECRET')
  if (mode === 'token') return { mode, secrets }
  return { mode: 'oidc', secrets, provider: readProvider(value) }
}

/**
 * @param {(name: string) => string} value
 * @returns {Provider}
 */
function readProvider(value) {
  const issuer = value('OIDC_ISSUER')
  const clientId = value('OIDC_CLIENT_ID')
  if (issuer === '' || clientId === '') {
    throw new Error('AUTH=oidc needs OIDC_ISSUER and OIDC_CLIENT_ID, as the API server has them.')
  }
  if (!/^https:\/\/[^?#]+$/i.test(issuer) || !URL.canParse(issuer)) {
    throw new Error(`OIDC_ISSUER=${issuer} is no address that begins with https:// and has no query.`)
  }
  const scopes = value('OIDC_SCOPES')
  if (scopes !== '' && !scopes.split(/\s+/).includes('openid')) {
    throw new Error(`OIDC_SCOPES=${scopes} lacks openid, without which the provider gives no ID token.`)
  }
  return { issuer, clientId, clientSecret: value('OIDC_CLIENT_SECRET'), scopes }
}

/**
 * FEED_SECRET: what signs addresses of calendars and badges that work without signing in.
 * @param {Env} env
 * @returns {string[]} none where it is not set
 * @throws an Error with one sentence where one is too short
 */
export function readFeedSecrets(env) {
  return readSecrets(env, 'FEED_SECRET')
}

/**
 * @typedef {object} NamedLandscape
 * @property {string} name
 * @property {string} url where its Almanac is reached: scheme, host and, below one, its path, without a slash at the end
 */

/** A switch with more of them is no switch. */
const MOST_LANDSCAPES = 20
const LANDSCAPE = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/i
const THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * LANDSCAPES: the Almanacs of several landscapes, this one among them, as `canary=https://…,live=https://…`.
 * @param {Env} env
 * @returns {readonly NamedLandscape[]} in their order; none where it is not set
 * @throws an Error with one sentence that names the entry that is wrong, and says what to do
 */
export function readLandscapes(env) {
  const text = env.LANDSCAPES?.trim() ?? ''
  if (text === '') return []
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  if (entries.length > MOST_LANDSCAPES)
    throw wrong(`${entries.length} landscapes are too many`, `name ${MOST_LANDSCAPES} at most`)
  const landscapes = entries.map(readEntry)
  for (const [i, { name, url }] of landscapes.entries()) {
    const before = landscapes.slice(0, i)
    if (before.some((one) => one.name === name)) throw wrong(`there are two that are called ${name}`, 'name each once')
    const same = before.find((one) => one.url === url)
    if (same !== undefined) throw wrong(`${same.name} and ${name} are at the same address`, 'name each once')
  }
  return landscapes
}

/**
 * @param {string} entry
 * @returns {NamedLandscape}
 */
function readEntry(entry) {
  const [, name = '', address = ''] = /^([^=]*)=(.*)$/s.exec(entry) ?? []
  const [label, text] = [name.trim(), address.trim()]
  if (label === '' || text === '') throw wrong(`"${entry}" is no name with an address`, EXAMPLE)
  if (!LANDSCAPE.test(label)) throw wrong(`"${label}" is no name`, 'use up to 32 letters, digits and hyphens')
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) throw wrong(`the address of ${label} is none of https`, EXAMPLE)
  if (url.username !== '' || url.password !== '')
    throw wrong(
      `the address of ${label} has a user or a password`,
      'leave them out: everybody signs in there for themselves',
    )
  if (url.search !== '' || url.hash !== '')
    throw wrong(`the address of ${label} goes on after its path`, 'give the one at which its first page is')
  if (url.protocol === 'http:' && !THIS_MACHINE.test(url.hostname))
    throw wrong(`the address of ${label} is one of http`, 'give one of https: sessions go there')
  const path = url.pathname.replace(/\/+$/, '')
  if (path !== '' && !/^(?:\/[\w~-][\w.~-]*)+$/.test(path))
    throw wrong(
      `the path of ${label} is none that Almanac is served below`,
      'give its BASE_PATH, as in https://example.org/almanac',
    )
  return { name: label, url: url.origin + path }
}

const EXAMPLE =
  'give them as LANDSCAPES=canary=https://almanac.canary.example.org,live=https://almanac.live.example.org'

/**
 * @param {string} what
 * @param {string} remedy
 */
function wrong(what, remedy) {
  return new Error(`LANDSCAPES: ${what}; ${remedy}.`)
}

/** The past of a year, and of the weeks that are needed to ask about its first days. */
const USUAL_DAYS = 400
const MOST_DAYS = 4000

/**
 * HISTORY: for how many days it is kept what was known of the garden.
 * @param {Env} env
 * @returns {number}
 * @throws an Error with one sentence where it is no such number
 */
export function readHistoryDays(env) {
  const text = env.HISTORY?.trim() ?? ''
  if (text === '') return USUAL_DAYS
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (days >= 1 && days <= MOST_DAYS) return days
  throw new Error(`HISTORY=${text} is not a number of days from 1 to ${MOST_DAYS}: leave it out for ${USUAL_DAYS}.`)
}

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/**
 * LOG_LEVEL: how much is written down; undefined: nothing was said.
 * @param {Env} env
 * @returns {string | undefined}
 * @throws an Error with one sentence where it is no level
 */
export function readLogLevel(env) {
  const text = env.LOG_LEVEL?.trim() ?? ''
  if (text === '') return undefined
  const level = LEVELS.find((one) => one === text.toLowerCase())
  if (level !== undefined) return level
  throw new Error(
    `LOG_LEVEL=${text} is no level of the log: set one of ${LEVELS.join(', ')}, or leave it out for info.`,
  )
}
