/**
 * npm run licences: writes docs/dependencies.md from package-lock.json, and says which licences are not allowed, which is an error.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isProgram, root } from './root.mjs'

/** @typedef {{ name: string, version: string, licence: string, use: 'server' | 'optional' | 'development' }} Package */
/** @typedef {{ version?: string, license?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }} Locked */

/** Licences that ask for no more than to be named. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'Python-2.0',
  'Unlicense',
]

/**
 * What else may be, and of what. Next would change the size of pictures with those of `@img`: nothing here does, and no image has
 * them (e2e/image/image.spec.ts). Nothing that is for development is handed out.
 * @type {readonly { licence: string, of: (one: Package) => boolean }[]}
 */
const OTHERS = [
  { licence: 'LGPL-3.0-or-later', of: ({ name }) => name.startsWith('@img/') },
  { licence: 'MPL-2.0', of: ({ use }) => use === 'development' },
]

/** @returns {{ packages: Record<string, Locked> }} package-lock.json */
export function readLock() {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
}

/**
 * Every package of a lock once, by name and version, with what it is used for.
 * @param {{ packages: Record<string, Locked> }} lock
 * @returns {Package[]}
 */
export function packagesOf({ packages }) {
  /** @type {Map<string, Package>} */
  const found = new Map()
  const uses = /** @type {const} */ (['development', 'optional', 'server'])
  for (const [path, { version = '', license = 'no licence', ...how }] of Object.entries(packages)) {
    if (path === '') continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const use = how.dev ? 'development' : how.optional || how.devOptional ? 'optional' : 'server'
    const known = found.get(`${name} ${version}`)
    // Where it is there several times, its strictest use counts.
    if (known === undefined || uses.indexOf(known.use) < uses.indexOf(use)) {
      found.set(`${name} ${version}`, { name, version, licence: license, use })
    }
  }
  return [...found.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version))
}

/**
 * Those whose licence may not be used for what they are used for.
 * @param {readonly Package[]} packages
 */
export function unlicensed(packages) {
  return packages.filter((one) => {
    const allowed = [...PERMISSIVE, ...OTHERS.filter(({ of }) => of(one)).map(({ licence }) => licence)]
    return !isAllowed(one.licence, allowed)
  })
}

/**
 * An expression of SPDX without brackets: of `OR` one must be allowed, of `AND` all.
 * @param {string} licence
 * @param {readonly string[]} allowed
 */
function isAllowed(licence, allowed) {
  return licence.split(' OR ').some((all) => all.split(' AND ').every((one) => allowed.includes(one)))
}

const SECTIONS = /** @type {const} */ ([
  ['server', 'Of the server and of pages', ''],
  [
    'optional',
    'Optional',
    'They come with others, each for some machines. Those for pictures (`@img/…`) are in no image.\n\n',
  ],
  ['development', 'For development', 'They build and test; nothing of them is in an image.\n\n'],
])

/**
 * docs/dependencies.md: what stands in it before the lists, from the title "By hand" on, is written by hand and stays.
 * @param {readonly Package[]} packages
 * @param {string} before the page as it is
 * @throws when what is written by hand is not there
 */
export function dependenciesPage(packages, before) {
  const byHand = before.slice(before.indexOf('## By hand\n'), before.indexOf(`## ${SECTIONS[0][1]}\n`))
  if (byHand === '') throw new Error('docs/dependencies.md has no part "By hand".')
  const count = (/** @type {Package['use']} */ use) => packages.filter((one) => one.use === use).length
  const sections = SECTIONS.map(([use, title, text]) => {
    const own = packages.filter((one) => one.use === use)
    const licences = [...new Set(own.map(({ licence }) => licence))].sort(compare)
    const rows = licences.map((one) => {
      const names = own.flatMap(({ name, licence }) => (licence === one ? name : []))
      return `| ${one} | ${[...new Set(names)].join(', ')} |\n`
    })
    return `## ${title}\n\n${text}| licence | packages |\n|---|---|\n${rows.join('')}`
  })
  return `# Dependencies

\`npm run licences\` writes the lists of this page from \`package-lock.json\`, which has the versions; a test compares both.
The server and pages take ${count('server')} packages, ${count('optional')} are optional, and ${count('development')} are for development.

Allowed are ${PERMISSIVE.join(', ')}; LGPL-3.0-or-later of \`@img/…\` alone, MPL-2.0 for development alone.
\`npm test\` asks for known advisories: one of high severity fails. If no registry answers, it is counted as skipped.

${byHand}${sections.join('\n')}`
}

/**
 * By letters, the same on every machine.
 * @param {string} a
 * @param {string} b
 */
function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0
}

if (isProgram(import.meta)) {
  const packages = packagesOf(readLock())
  const page = join(root, 'docs', 'dependencies.md')
  writeFileSync(page, dependenciesPage(packages, readFileSync(page, 'utf8')))
  const wrong = unlicensed(packages)
  for (const { name, version, licence } of wrong) console.log(`${name} ${version}: ${licence} is not allowed.`)
  process.exitCode = wrong.length > 0 ? 1 : 0
}
