/**
 * Who may ask, as the environment says it. Read by the start, before anything is installed, so it uses nothing but Node; and by the
 * server, which then finds the same.
 *
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
/** Bytes of a secret. */
const SHORTEST = 32

/**
 * @param {Readonly<Record<string, string | undefined>>} env
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
  const secrets = readSecrets(value('SESSION_SECRET'))
  if (mode === 'token') return { mode, secrets }
  return { mode: 'oidc', secrets, provider: readProvider(value) }
}

/**
 * @param {string} text secrets, the newest first
 * @returns {string[]}
 */
function readSecrets(text) {
  if (text === '') return []
  const secrets = text.split(',').map((secret) => secret.trim())
  if (secrets.some((secret) => Buffer.byteLength(secret) < SHORTEST)) {
    throw new Error(
      `SESSION_SECRET has a secret of fewer than ${SHORTEST} bytes (commas separate secrets): "openssl rand -base64 48" makes one that is long enough.`,
    )
  }
  return secrets
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
