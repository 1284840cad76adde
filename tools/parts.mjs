import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { readClosingLine, readPlaywrightReport, readVitestReport } from './counts.mjs'
import { root } from './root.mjs'

/**
 * All parts of the tests, and which of them are run when. This is their only declaration: `npm run check`, `npm test`, `.ci/run` and
 * `npm run test:all` choose from it, and docs/testing.md lists it.
 */

/** @typedef {import('./counts.mjs').Counts} Counts */
/** @typedef {'browser' | 'firefox' | 'postgres' | 'servers' | 'helm' | 'containers'} Tool what must be on the machine; tools/run-parts.mjs sees to it */

/**
 * @typedef {object} Part
 * @property {string} name by which it is asked for
 * @property {string} title for people
 * @property {string} holds what it holds the program to
 * @property {readonly [runner: 'npm' | 'node', script: string, ...args: string[]]} run an npm script, or a program of this repository
 * @property {Readonly<Record<string, string>>} [env] added to ours
 * @property {Readonly<Record<string, string>>} [defaults] the same, but ours count more
 * @property {(output: string) => Counts | undefined} [count] what it ran, by its report or by what it printed; left out: it is one test
 * @property {string} [report] a file that it writes, which is removed before
 * @property {readonly Tool[]} [tools]
 * @property {readonly string[]} [needs] parts that must have succeeded before
 * @property {readonly string[]} [after] parts that must have ended before, where they are run at all
 * @property {'beside' | 'alone' | 'background'} [place] beside others as there are cores, which is usual; alone, as it looks at the
 *   clock or takes the whole machine; or in the background of all others, with what they leave idle
 * @property {string} [node] the version of Node that runs it in place of the one that runs us
 */

const reports = join(root, 'test-results')

/**
 * Vitest, over the tests with one tag, or over all but those with some: vitest.config.ts says what they are.
 * @param {string} name
 * @param {{ only: string } | { without: readonly string[] }} tags
 * @param {readonly string[]} [args]
 * @returns {Pick<Part, 'name' | 'run' | 'env' | 'count' | 'report'>}
 */
function vitest(name, tags, args = []) {
  const report = join(reports, `${name}.json`)
  const filter = 'only' in tags ? tags.only : tags.without.map((tag) => `!${tag}`).join(' && ')
  const isMeant = (/** @type {readonly string[]} */ those) =>
    'only' in tags ? those.includes(tags.only) : !tags.without.some((tag) => those.includes(tag))
  return {
    name,
    run: [
      'npm',
      'unit',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      '--tagsFilter',
      filter,
      ...args,
    ],
    // React behaves differently in production, which the caller's shell may have set.
    env: { NODE_ENV: 'test' },
    report,
    count: () => readVitestReport(report, isMeant),
  }
}

/**
 * Playwright, which has the machine for itself.
 * @param {string} name
 * @param {readonly string[]} args
 * @returns {Pick<Part, 'name' | 'run' | 'env' | 'count' | 'report' | 'needs' | 'place'>}
 */
function playwright(name, args = []) {
  const report = join(reports, `${name}.json`)
  return {
    name,
    run: ['npm', 'e2e', '--reporter=list,json', ...args],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    report,
    count: () => readPlaywrightReport(report),
    needs: ['build'],
    place: 'alone',
  }
}

/** Soon: with a tenth of the random cases. */
const soon = { PROPERTY_RUNS: '0.1' }
/** Files that have a part of their own. */
const ofCluster = ['chart', 'replicas', 'ten-thousand']
const ofAll = { memory: 'memory', api: 'openapi' }

/** The newest Node with long-term support. */
export const lts = '26.10.0'

/** @type {readonly Part[]} in the order in which they are begun */
export const parts = [
  {
    name: 'servers',
    title: 'etcd and kube-apiserver',
    holds: 'they can be built from source; kept outside of the checkout',
    run: ['node', 'tools/servers.mjs', 'cluster'],
    tools: ['servers'],
    place: 'background',
  },
  {
    name: 'helm',
    title: 'helm',
    holds: 'it can be built from source; kept outside of the checkout',
    run: ['node', 'tools/servers.mjs', 'helm'],
    tools: ['helm'],
    after: ['servers'],
    place: 'background',
  },
  {
    ...vitest('unit', { without: ['processes', 'long'] }),
    title: 'Unit tests',
    holds: 'every rule, reader, answer and word by itself, with a tenth of the random cases',
    defaults: soon,
    tools: ['postgres'],
  },
  {
    ...vitest('properties', { without: ['processes'] }),
    title: 'Unit tests, all random cases',
    holds: 'the same, with as many random cases as each property asks for, and the bounds of what is very large',
    tools: ['postgres'],
  },
  {
    name: 'types',
    title: 'Types',
    holds: 'TypeScript finds no fault, also in the tests and tools',
    run: ['npm', 'typecheck'],
  },
  {
    name: 'build',
    title: 'Build',
    holds: 'the production build, which all browser tests share',
    run: ['npm', 'build'],
    // Both write the types of routes.
    after: ['types'],
  },
  {
    name: 'lint',
    title: 'Lint and unused code',
    holds: 'format, lint, who may import whom (biome), nothing unused (knip)',
    run: ['npm', 'lint'],
  },
  {
    name: 'conformance',
    title: 'Conformance',
    holds: 'the engine answers what the real Gardener code answered',
    run: ['npm', 'conformance', 'lib/engine/testdata'],
    count: readClosingLine,
  },
  {
    name: 'advisories',
    title: 'Advisories',
    holds: 'no package has a known advisory of high severity',
    run: ['node', 'tools/advisories.mjs'],
    count: readClosingLine,
  },
  {
    ...playwright('browser'),
    title: 'Browser tests',
    holds: 'what users want to do, on one server with the demo garden',
    tools: ['browser'],
  },
  {
    ...playwright('smoke', ['--config=e2e/cluster', '--grep=@smoke']),
    title: 'Smoke on a cluster',
    holds: 'list, watch, apply, conflict, refusal, sign-in, two identities and replicas on a real kube-apiserver',
    tools: ['browser', 'servers', 'postgres'],
    needs: ['build', 'servers'],
  },
  {
    name: 'build-below',
    title: 'Build below a path',
    holds: 'a second build, for a path of its own',
    run: ['node', 'tools/copy.mjs'],
    needs: ['build'],
  },
  {
    ...vitest('processes', { only: 'processes' }),
    title: 'Killed processes',
    holds: 'what is written survives processes and databases that are killed; alert rules in promtool and amtool',
    tools: ['postgres'],
  },
  {
    name: 'figures',
    title: 'Figures',
    holds: 'places of the built server that tell the same fact agree, on the demo and on small gardens, at two clocks',
    run: ['npm', 'figures'],
    count: readClosingLine,
    needs: ['build'],
  },
  {
    ...vitest('unit-lts', { without: ['processes', 'long'] }),
    title: `Unit tests on Node ${lts}`,
    holds: 'the same unit tests on the newest Node with long-term support',
    defaults: soon,
    tools: ['postgres'],
    node: lts,
  },
  {
    name: 'conformance-lts',
    title: `Conformance on Node ${lts}`,
    holds: 'the same vectors on the newest Node with long-term support',
    run: ['npm', 'conformance', 'lib/engine/testdata'],
    count: readClosingLine,
    node: lts,
  },
  {
    ...playwright('pages', ['--config=e2e/all', `--grep-invert=${specs(Object.values(ofAll))}`]),
    title: 'All browser tests',
    holds: 'every page in every theme and width, axe everywhere, servers of every kind',
    tools: ['browser', 'postgres'],
    needs: ['build', 'build-below'],
  },
  {
    ...playwright('memory', ['--config=e2e/all', `--grep=${specs([ofAll.memory])}`]),
    title: 'Memory',
    holds: 'two thousand views of a page leave the heap as it was',
    tools: ['browser'],
  },
  {
    ...playwright('api', ['--config=e2e/all', `--grep=${specs([ofAll.api])}`]),
    title: 'Schemathesis',
    holds: 'no route answers what its description does not foresee',
    tools: ['browser'],
  },
  {
    ...playwright('firefox', ['--config=e2e/firefox']),
    title: 'Firefox',
    holds: 'the main stories, tests with the tag @firefox, in the Firefox of the system',
    tools: ['browser', 'firefox'],
  },
  {
    ...playwright('cluster', ['--config=e2e/cluster', `--grep-invert=${specs(ofCluster)}`]),
    title: 'Cluster',
    holds: 'Almanac on a real kube-apiserver: crashes, silent connections, tokens, roles, second editors, history',
    tools: ['browser', 'servers', 'postgres'],
    needs: ['build', 'servers'],
  },
  {
    ...playwright('replicas', ['--config=e2e/cluster', `--grep=${specs(['replicas'])}`]),
    title: 'Replicas',
    holds: 'three replicas on one database, one of which is killed under load',
    tools: ['browser', 'servers', 'postgres'],
    needs: ['build', 'servers'],
  },
  {
    ...playwright('ten-thousand', ['--config=e2e/cluster', `--grep=${specs(['ten-thousand'])}`]),
    title: 'Ten thousand clusters',
    holds: 'they come while pages are open, in bounded memory',
    tools: ['browser', 'servers'],
    needs: ['build', 'servers'],
  },
  {
    ...playwright('chart', ['--config=e2e/cluster', `--grep=${specs(['chart'])}`]),
    title: 'Chart',
    holds: 'every value rendered by the real helm and taken by a real kube-apiserver',
    tools: ['browser', 'servers', 'helm'],
    needs: ['build', 'servers', 'helm'],
  },
  {
    name: 'image',
    title: 'Image',
    holds: 'the image of the Dockerfile, built and run as the chart does',
    run: ['node', 'tools/image.mjs'],
    tools: ['browser', 'containers'],
    count: readClosingLine,
    place: 'alone',
  },
  {
    ...vitest('fuzz', { without: ['processes'] }, ['tools/fuzz', '--no-file-parallelism']),
    title: 'Fuzz',
    holds: 'what other tests do not foresee: nothing throws or hangs, always from the same seed',
    env: { NODE_ENV: 'test', FUZZ_SECONDS: '10' },
    place: 'alone',
  },
  {
    name: 'soak',
    title: 'Soak',
    holds: '10,000 clusters under load for two minutes: every answer comes, and memory stays',
    run: ['npm', 'soak', 'steady', '--minutes', '2'],
    count: readClosingLine,
    needs: ['build'],
    place: 'alone',
  },
]

/**
 * As Playwright finds titles: they begin with the names of their files.
 * @param {readonly string[]} names
 */
function specs(names) {
  return `(${names.join('|')})\\.spec\\.ts`
}

/** What is asked for by one name. Unit tests with all random cases and the whole cluster suite are more of the same: none runs twice. */
const gate = ['unit', 'types', 'build', 'lint', 'conformance', 'advisories', 'browser']
const instead = ['unit', 'smoke']
/** @type {ReadonlyMap<string, readonly string[]>} */
export const sets = new Map([
  ['check', ['unit', 'types', 'lint']],
  ['gate', gate],
  ['all', parts.map(({ name }) => name).filter((name) => !instead.includes(name))],
])

/** How many parts run side by side: one that has two workers of its own leaves some of a core idle now and then. */
export const lanes = Math.max(2, availableParallelism())

/**
 * The parts of these names, which may also be sets, and those that they need, in the order of their declaration.
 * @param {readonly string[]} names
 * @returns {readonly Part[]}
 * @throws where a name is none, with those that there are
 */
export function partsNamed(names) {
  const byName = new Map(parts.map((part) => [part.name, part]))
  /** @type {Set<string>} */
  const chosen = new Set()
  const add = (/** @type {string} */ name) => {
    chosen.add(name)
    for (const needed of byName.get(name)?.needs ?? []) add(needed)
  }
  const unknown = names.filter((name) => !byName.has(name) && !sets.has(name))
  if (unknown.length > 0) {
    throw new Error(
      `There is no part ${unknown.join(', ')}. There are ${[...byName.keys()].join(', ')}; and the sets ${[...sets.keys()].join(', ')}.`,
    )
  }
  for (const name of names) for (const one of sets.get(name) ?? [name]) add(one)
  return parts.filter(({ name }) => chosen.has(name))
}

/**
 * A line for each part.
 * @param {readonly Part[]} listed
 */
export function listOf(listed) {
  const width = Math.max(...listed.map(({ name }) => name.length))
  return listed.map(({ name, title, holds }) => `${name.padEnd(width)}  ${title}: ${holds}`)
}
