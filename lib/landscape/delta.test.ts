import { expect, test } from 'vitest'
import type { NamedChanges } from '@/lib/contract/news'
import type { Shoot } from '@/lib/engine/types'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { type GardenProject, type ProfileEntry, profileKey, type Snapshot } from '@/lib/garden/garden'
import { emptySnapshot } from '@/lib/garden/snapshot'
import { joinedChanges, namedChangesBetween } from './delta'

const shoot = (name: string, profile = 'aws') =>
  ({ namespace: 'dev', name, profile: { kind: 'CloudProfile', name: profile } }) as Shoot
const own = { ref: { kind: 'NamespacedCloudProfile', namespace: 'dev', name: 'own' }, parent: 'aws' } as ProfileEntry
const aws = { ref: { kind: 'CloudProfile', name: 'aws' } } as ProfileEntry
const gcp = { ref: { kind: 'CloudProfile', name: 'gcp' } } as ProfileEntry
const onOwn = { ...shoot('c'), profile: own.ref } as Shoot
const project = (name: string): GardenProject => ({ name, namespace: name, members: [] })
const problem = { source: 'a.yaml', path: '', fault: { code: 'no-text' } } as const

const [a, b] = [shoot('a'), shoot('b')]
const [dev, prod] = [project('dev'), project('prod')]

interface Parts {
  readonly shoots?: readonly Shoot[]
  readonly profiles?: readonly ProfileEntry[]
  readonly projects?: readonly GardenProject[]
  readonly problems?: Snapshot['problems']
  readonly events?: Snapshot['events']
}

function snapshotOf({
  shoots = [a, b],
  profiles = [aws, gcp, own],
  projects = [dev],
  problems = [],
  events,
}: Parts): Snapshot {
  return {
    ...emptySnapshot,
    shoots: ChunkedList.of(shoots),
    profiles: new Map(profiles.map((entry) => [profileKey(entry.ref), entry])),
    projects,
    problems,
    ...(events && { events }),
  }
}

const NOTHING: NamedChanges = { shoots: [], profiles: [], used: [], projects: [], problems: false }
const event = (reason: string) => new Map([['dev/a', [{ reason } as never]]])

test.each<[string, Parts, Parts, Partial<NamedChanges>]>([
  ['nothing', {}, {}, {}],
  ['a cluster that comes', { shoots: [a] }, {}, { shoots: ['dev/b'], used: ['aws'] }],
  ['a cluster that goes', {}, { shoots: [b] }, { shoots: ['dev/a'], used: ['aws'] }],
  ['a cluster that differs', {}, { shoots: [a, shoot('b')] }, { shoots: ['dev/b'], used: ['aws'] }],
  [
    'one that moves to another profile',
    {},
    { shoots: [a, shoot('b', 'gcp')] },
    { shoots: ['dev/b'], used: ['aws', 'gcp'] },
  ],
  [
    'a cluster of a namespaced profile is one of the profile below, too',
    {},
    { shoots: [a, b, onOwn] },
    { shoots: ['dev/c'], used: ['aws', 'dev/own'] },
  ],
  ['a profile that differs', {}, { profiles: [aws, { ...gcp }, own] }, { profiles: ['gcp'] }],
  ['a namespaced profile that goes', {}, { profiles: [aws, gcp] }, { profiles: ['aws', 'dev/own'] }],
  ['a project that comes', {}, { projects: [dev, prod] }, { projects: ['prod'] }],
  ['a project that differs', {}, { projects: [project('dev')] }, { projects: ['dev'] }],
  ['a problem', {}, { problems: [problem] }, { problems: true }],
  ['a problem that is told again', { problems: [problem] }, { problems: [{ ...problem }] }, {}],
  ['an event of a cluster', { events: event('Woke up') }, { events: event('Slept') }, { shoots: ['dev/a'] }],
  ['events that are the same', { events: event('Woke up') }, { events: event('Woke up') }, {}],
])('%s', (_, before, after, changes) => {
  expect(namedChangesBetween(snapshotOf(before), snapshotOf(after))).toEqual({ ...NOTHING, ...changes })
})

test('a hundred names are a list, one more is everything', () => {
  const many = (count: number) =>
    snapshotOf({
      shoots: Array.from({ length: count }, (_, i) => shoot(`s${i}`)).sort((x, y) => (x.name < y.name ? -1 : 1)),
    })
  const none = snapshotOf({ shoots: [] })
  expect(namedChangesBetween(none, many(100))).toMatchObject({ used: ['aws'] })
  expect(namedChangesBetween(none, many(101))).toBe('all')
  const [one, other] = [namedChangesBetween(none, many(100)), namedChangesBetween(none, snapshotOf({ shoots: [a] }))]
  expect(joinedChanges(one, one)).toEqual(one)
  expect(joinedChanges(one, other)).toBe('all')
  expect(joinedChanges('all', other)).toBe('all')
})

test('two changes after each other name what either does, each once', () => {
  const one = { ...NOTHING, shoots: ['dev/b'], used: ['aws'] }
  const other = { ...NOTHING, shoots: ['dev/a', 'dev/b'], used: ['aws'], problems: true }
  expect(joinedChanges(one, other)).toEqual({ ...NOTHING, shoots: ['dev/a', 'dev/b'], used: ['aws'], problems: true })
})
