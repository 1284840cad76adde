import { ensureBrowser, ensureFirefox } from './browser.mjs'
import { ensureEngine } from './containers.mjs'
import { ensurePostgres } from './postgres.mjs'
import { findServers } from './servers.mjs'

/** @typedef {{ env?: Readonly<Record<string, string>>, note?: string } | { skipped: string }} Ready what a part is told of a tool, and what is left out for want of it; or why it cannot run at all */

/**
 * Finds a tool, or installs it where that can be done without asking.
 * @type {Readonly<Record<import('./parts.mjs').Tool, () => Ready | Promise<Ready>>>}
 */
const tools = {
  browser: async () => ({ env: { ALMANAC_BROWSER: await ensureBrowser() } }),
  firefox: () => {
    const firefox = ensureFirefox()
    return firefox === undefined
      ? { skipped: 'there is no Firefox, and it cannot be installed here' }
      : { env: { ALMANAC_FIREFOX: firefox } }
  },
  postgres: () => (ensurePostgres() ? {} : { note: 'tests with PostgreSQL, which cannot be had here' }),
  servers: () => {
    const found = findServers('cluster')
    return 'skipped' in found ? found : { env: { ALMANAC_SERVERS: found.bin } }
  },
  helm: () => {
    const found = findServers('helm')
    return 'skipped' in found ? found : { env: { ALMANAC_HELM: `${found.bin}/helm` } }
  },
  containers: () => {
    const found = ensureEngine()
    return 'skipped' in found
      ? found
      : { env: { ALMANAC_ENGINE: found.engine.join(' '), ALMANAC_LIMITS: found.limits.join(' ') } }
  },
}

/**
 * Makes ready what parts need, each tool once.
 * @param {readonly import('./parts.mjs').Part[]} parts
 * @returns {Promise<ReadonlyMap<string, Ready>>} by the name of the part
 * @throws where there is no browser, as nearly everything needs one
 */
export async function readyFor(parts) {
  /** @type {Map<string, Ready>} */
  const known = new Map()
  for (const tool of new Set(parts.flatMap((part) => part.tools ?? []))) known.set(tool, await tools[tool]())
  return new Map(parts.map((part) => [part.name, together((part.tools ?? []).map((tool) => known.get(tool) ?? {}))]))
}

/**
 * @param {readonly Ready[]} all
 * @returns {Ready}
 */
function together(all) {
  /** @type {Record<string, string>} */
  const env = {}
  const notes = []
  for (const one of all) {
    if ('skipped' in one) return one
    Object.assign(env, one.env)
    if (one.note !== undefined) notes.push(one.note)
  }
  return { env, ...(notes.length > 0 && { note: notes.join('; ') }) }
}
