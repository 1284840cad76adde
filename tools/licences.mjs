import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

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
 * them (e2e/image/image.spec.ts). Nothing that is for development is given to anybody.
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
    'They come with others, each for some machines. Those for pictures (`@img/…`) are in no image.',
  ],
  ['development', 'For development', 'They build and test; nothing of them is in an image.'],
])

/** What a library could do and is written here all the same, and why that is not a matter of bytes. */
const BY_HAND = [
  [
    'requests to the Gardener API (`lib/garden/kubernetes/connection.ts`)',
    '`@kubernetes/client-node`',
    'its `KubeConfig` gives credentials, TLS and proxies; its requests hold an answer as one text, however long, and wait for ever for a server that says nothing',
  ],
  [
    'reading a watch (`lib/garden/kubernetes/list-and-watch.ts`)',
    '`Watch` of `@kubernetes/client-node`',
    'it drops an event that it cannot read without a word, holds a line of any length, reads on while events wait for their reader, and keeps of a refusal the status alone',
  ],
  [
    'which kubeconfig counts (`lib/garden/kubernetes/kubeconfig.ts`)',
    '`KubeConfig` of `@kubernetes/client-node`',
    'of several files it takes the last context, and throws when two name the same, where kubectl takes the first; and it does not say which files to look at again',
  ],
  [
    'the parts of a long dump (`lib/garden/manifests/read-yaml-file.ts`, `json-text.ts`)',
    '`js-yaml`, `yaml`, `JSON.parse`',
    'they read a text as a whole: a mistake in one object takes away all others, each change reads all again, and nobody else is served meanwhile. For a dump of 10,000 clusters (21 MB) `js-yaml` holds the event loop for 0.65 s and tells no lines; `yaml`, which does, takes 8 s and 1.2 GB, also to write one edit back. In parts it is 2.0 s in turns of up to 50 ms, and 0.26 GB',
  ],
  [
    'where a text stops to be JSON, and keys that are there twice (`json-text.ts` there)',
    '`JSON.parse`',
    'it does not always say where, and takes the last of two keys without a word',
  ],
  [
    'writing an edit back into a file (`lib/garden/edit-object.ts`, `lib/garden/manifests`)',
    '`yaml`',
    'all that is not edited stays as it is, byte by byte, which no library promises',
  ],
  [
    'calendar units in a zone, which ticks begin at (`components/timeline/calendar.ts`)',
    '`luxon`',
    'units are those of `d3-time`; ours is only the step between the clock of the zone and UTC, which it lacks',
  ],
  [
    'which unit an axis is divided into, and which labels are left out (`components/timeline/ticks.ts`)',
    '`d3-scale`',
    'it divides by a number of ticks, and knows nothing of the width of their labels or of weeks that begin on Monday in a zone',
  ],
  [
    'state in the address (`lib/browser/url-state.ts`)',
    '`nuqs`',
    'it is Next’s own `useSearchParams` and the history of the browser; an instant is written without escapes, as people read it in tickets',
  ],
  [
    'live updates (`lib/http/streams.ts`)',
    '`better-sse`',
    'streams are shared by all who see the same, ended with a right, and given up in a fair order',
  ],
]

/**
 * docs/dependencies.md
 * @param {readonly Package[]} packages
 */
export function dependenciesPage(packages) {
  const count = (/** @type {Package['use']} */ use) => packages.filter((one) => one.use === use).length
  return [
    '# Dependencies',
    '',
    '`npm run licences` writes this page from `package-lock.json`, and asks the registry for known advisories; a test holds both together.',
    `The server and pages take ${count('server')} packages, ${count('optional')} are optional, and ${count('development')} are for development.`,
    '',
    `Allowed are ${PERMISSIVE.join(', ')}; LGPL-3.0-or-later of \`@img/…\` alone, MPL-2.0 for development alone.`,
    'Known advisories are part of `npm test`: one of high severity fails, and where no registry can be asked that is said and counted as skipped.',
    '',
    '## By hand',
    '',
    'What a library could do, and is written here all the same.',
    '',
    '| what | instead of | why |',
    '|---|---|---|',
    ...BY_HAND.map((row) => `| ${row.join(' | ')} |`),
    '',
    ...SECTIONS.flatMap(([use, title, text]) => [
      `## ${title}`,
      '',
      ...(text === '' ? [] : [text, '']),
      '| package | version | licence |',
      '|---|---|---|',
      ...packages
        .filter((one) => one.use === use)
        .map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`),
      '',
    ]),
  ]
    .join('\n')
    .replace(/\n+$/, '\n')
}

/**
 * By letters, the same on every machine.
 * @param {string} a
 * @param {string} b
 */
function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0
}
