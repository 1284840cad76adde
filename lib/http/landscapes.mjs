/**
 * LANDSCAPES: the Almanacs of several landscapes, this one among them, as `canary=https://…,live=https://…`. Read by the start, before
 * anything is installed, so it uses nothing but Node; and by the server, which then finds the same.
 *
 * @typedef {object} NamedLandscape
 * @property {string} name
 * @property {string} url where its Almanac is reached: scheme, host and, below one, its path, without a slash at the end
 */

/** A switch with more of them is no switch. */
const MOST = 20
const NAME = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/i
const THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * @param {Readonly<Record<string, string | undefined>>} env
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
  if (entries.length > MOST) throw wrong(`${entries.length} landscapes are too many`, `name ${MOST} at most`)
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
  if (!NAME.test(label)) throw wrong(`"${label}" is no name`, 'use up to 32 letters, digits and hyphens')
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
