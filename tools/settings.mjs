/** Every setting, as docs/operations.md describes it; `settings.test.ts` in lib/http holds both to what is read. */
export const SETTINGS = [
  ...['GARDEN', 'KUBECONFIG', 'NAMESPACES', 'POLICY', 'FREEZE', 'DASHBOARD_URL', 'DEMO_SHOOTS', 'DEMO_BORN'],
  ...['PORT', 'HOST', 'METRICS_PORT', 'BASE_PATH', 'TRUSTED_PROXIES', 'LOG_LEVEL'],
  ...['AUTH', 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_SCOPES', 'SESSION_SECRET'],
  ...['DATA_DIR', 'DATABASE_URL', 'HISTORY', 'FEED_SECRET'],
]

/** A shorter name with a letter changed may well be another program's, as `POST` and `HOSTS` are. */
const LONG_ENOUGH = 6

/**
 * Variables that are none of ours and look as if they were meant to be: all letters of the name but one or two, or the same ones in
 * another order.
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
  if (name.toUpperCase() === setting) return true
  const plain = (/** @type {string} */ text) => text.toUpperCase().replace(/[^A-Z]/g, '')
  if (plain(name) === plain(setting)) return true
  return editsBetween(plain(name), plain(setting)) <= (setting.length < 9 ? 1 : 2)
}

/**
 * How many letters have to be put in, taken out or replaced, or neighbours swapped, to make one text of the other.
 * @param {string} from
 * @param {string} to
 */
function editsBetween(from, to) {
  /** @type {number[][]} */
  const rows = [Array.from({ length: to.length + 1 }, (_, j) => j)]
  const at = (/** @type {number} */ i, /** @type {number} */ j) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1]
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (isSame ? 0 : 1),
          isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return at(from.length, to.length)
}
