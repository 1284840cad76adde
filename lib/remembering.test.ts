import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * What is remembered, and why: each memory has a line here. A fact of a landscape is computed once for as long as that lives
 * (`lib/engine/once.ts`, `lib/process/kept.ts`, `lib/process/last-per.ts`); whatever else is kept has a bound, or is the process's own.
 * What only holds for a call, or stands in a field of the object that it follows from, is no memory.
 */

/** Facts of a landscape, its snapshot, its roster, or of a part of these, each dropped with it. */
const facts = {
  'lib/engine/course/memoized-profile.ts': 'a profile as the rules read it',
  'lib/garden/cut/cut-snapshot.ts': 'a hash of each object, so that a revision costs what changed',
  'lib/http/answer.ts':
    'what was told of it, for who asks for the same: of a version to compute it takes half a second',
  'lib/landscape/access.ts': 'what the API server said of who may edit, for a minute',
  'lib/landscape/class-sums.ts': 'sums over classes, which go on with the landscape',
  'lib/landscape/current-landscape.ts': 'the landscape of each garden, and at three instants',
  'lib/landscape/draft.ts': 'what a draft comes to',
  'lib/landscape/named-by-clusters.ts':
    'profiles and versions of Gardener that clusters name: every page asks for them',
  'lib/landscape/offers.ts': 'an object as its source has it',
  'lib/landscape/window.ts':
    'what a window says, which many clusters share: a file of all of them would take ten times as long',
  'lib/questions/clusters/answer/shoots.ts': 'a list of clusters, which is read page by page',
  'lib/questions/overview/answer/garden.ts': 'the overview, of all and of some projects',
  'lib/questions/projects/answer/wall.ts': 'the wall',
}

/** Kept beyond a landscape, and why that has a bound. */
const bounded = {
  'lib/apply/remembered.ts': 'texts of objects, for who edits a version that is no longer there: 64 MB',
  'lib/browser/ask-again.ts': 'news that came while a query was on its way, as long as the query is there',
  'lib/contract/dates.ts': 'texts of instants: files have millions, and would take a quarter longer',
  'lib/contract/zone.ts': 'calendars of zones: to make one, and to ask it, takes long',
  'lib/engine/outlook/forecaster.ts': 'forecasts of a profile: half a million, then it begins anew',
  'lib/garden/parse-shoot.ts': 'faults of schedules, which clusters share: to find them takes a tenth of a millisecond',
  'lib/garden/snapshot.ts': 'that what did not change is the same object',
  'lib/http/auth/session.ts': 'sessions that were renewed, for requests that come together',
  'lib/landscape/access.ts': 'what people may see, for a minute; one garden for all who see the same',
  'lib/landscape/landscape.ts': 'what helps clusters that fail, as long as they and their profiles stay as they are',
  'lib/landscape/past.ts': 'the garden as it was at three instants',
  'lib/landscape/record/comparison.ts': 'days whose forecasts were compared: they stay as they are',
  'lib/questions/feeds/answer/store.ts': 'what calendars told, where nothing else keeps it',
  'lib/questions/profiles/answer/history.ts': 'what changes of profiles did: that stays as it is',
  'lib/store/embedded.ts': 'statements that SQLite has read: without them, to write takes twice as long',
}

const helpers = ['lib/engine/once.ts', 'lib/process/kept.ts', 'lib/process/last-per.ts']

const product = execFileSync('git', ['ls-files', 'app', 'cli', 'components', 'lib', 'proxy.ts', 'instrumentation.ts'], {
  cwd: join(import.meta.dirname, '..'),
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testdata\//.test(file) && !helpers.includes(file))

function filesWith(pattern: RegExp): readonly string[] {
  return product.filter((file) => pattern.test(readFileSync(join(import.meta.dirname, '..', file), 'utf8')))
}

test('a fact of a landscape is remembered in these files alone', () => {
  expect(filesWith(/\b(?:oncePer|oncePerProcess|lastPer)\(/)).toEqual(Object.keys(facts).sort())
})

test('whatever else is kept has a bound, in these files alone', () => {
  const own = filesWith(/\bnew (?:LRUCache|WeakMap)\b|^const \w+(?:: [^=]+)? = new Map<.*>\(\)$/m)
  const other = own.filter((file) => !(file in facts))
  expect(other).toEqual(
    Object.keys(bounded)
      .filter((file) => !(file in facts))
      .sort(),
  )
})
