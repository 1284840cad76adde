import { beforeAll, describe, expect, it } from 'vitest'
import { onWire } from '@/lib/contract/dates'
import { image, instant, profile, shoot, version, worker } from '@/lib/engine/testdata/builders'
import { DAY, HOUR } from '@/lib/engine/time'
import type { CloudProfile, Instant, Shoot } from '@/lib/engine/types'
import type { ProfileEntry, Snapshot } from '@/lib/garden'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { InMemoryHistory, type ObjectState } from '@/lib/history'
import { buildLandscape, type Landscape } from '@/lib/landscape/landscape'
import { changeEffectAnswer, profileHistoryAnswer } from '../../contract/history'
import { recordsOf } from '../history'
import { momentBefore, recordedChanges } from './differences'
import { changeEffectView } from './effect'
import { type ProfileRecords, profileHistoryView } from './view'

const linux = image('linux', 'minor', ['1.0.0'])
const begun = instant('2026-09-20T08:00:00Z')
const now = instant('2026-11-22T07:40:00Z')
const ref = { kind: 'CloudProfile', name: 'profile' } as const

/** What the profile was, with the program that wrote it. */
const states: readonly [at: Instant, manager: string, kubernetes: readonly string[]][] = [
  [begun, 'pipeline', ['1.35.3 supported', '1.35.2 supported', '1.34.6 deprecated 2026-11-11', '1.31.12 deprecated']],
  [
    instant('2026-09-29T09:12:00Z'),
    'pipeline',
    ['1.35.4 preview', '1.35.3 supported', '1.35.2 supported', '1.34.6 deprecated 2026-11-11', '1.31.12 deprecated'],
  ],
  [
    instant('2026-10-14T10:15:00Z'),
    'kubectl-edit',
    [
      '1.35.4 preview',
      '1.35.3 supported',
      '1.35.2 deprecated 2027-01-30',
      '1.34.6 deprecated 2026-12-08',
      '1.31.12 deprecated',
    ],
  ],
  [
    instant('2026-11-03T14:20:00Z'),
    'pipeline',
    ['1.35.4 preview', '1.35.3 supported', '1.35.2 deprecated 2026-12-16', '1.34.6 deprecated 2026-12-08'],
  ],
  [
    instant('2026-11-20T16:05:00Z'),
    'almanac',
    ['1.35.4 preview', '1.35.3 supported', '1.35.2 deprecated 2026-12-16', '1.34.6 deprecated 2027-01-21'],
  ],
]
/** The third one was found when recording went on. */
const lost = { from: instant('2026-10-12T02:10:00Z'), until: instant('2026-10-14T10:15:00Z') }

const shoots: readonly Shoot[] = [
  shoot('1.34.6', [worker('web linux 1.0.0', { minimum: 2, maximum: 6 })], { name: 'first' }),
  shoot('1.34.6', [worker('web linux 1.0.0', { minimum: 1, maximum: 3 })], { name: 'second' }),
  shoot('1.35.3', [worker('web linux 1.0.0')], { name: 'third' }),
]

function entryOf(kubernetes: readonly string[], place: number): ProfileEntry {
  const [at = begun, manager = ''] = states[place] ?? []
  const listed: CloudProfile = profile(
    kubernetes.map((one) => version(one)),
    linux,
  )
  return { ref, profile: listed, resourceVersion: `v${place}`, written: { manager, at } }
}

const entries = states.map(([, , kubernetes], place) => entryOf(kubernetes, place))
const snapshotOf = (entry: ProfileEntry, seen: Instant): Snapshot => ({
  revision: `${seen}`,
  observedAt: seen,
  profiles: new Map([['profile', entry]]),
  projects: [{ name: 'dev', namespace: 'garden-dev', members: [] }],
  shoots: ChunkedList.of([...shoots]),
  problems: [],
})

const history = new InMemoryHistory()
let today: ProfileEntry
let landscape: Landscape
let records: ProfileRecords
const noJournal = { read: async () => ({ entries: [], begun: [], unreadable: 0, problems: [] }) }

beforeAll(async () => {
  for (const [place, entry] of entries.entries()) {
    const [at = begun] = states[place] ?? []
    if (at === lost.until) {
      const before = entries[place - 1]
      if (before !== undefined) history.record(snapshotOf(before, lost.from), lost.from, true)
    }
    history.record(snapshotOf(entry, at), at, at !== lost.until)
  }
  today = entries.at(-1) ?? entryOf([], 0)
  landscape = await buildLandscape(snapshotOf(today, now), now)
  records = {
    ...(await recordsOf({ sight: '' }, today, history, noJournal)),
    applied: new Map([[states[4]?.[0] ?? 0, { who: 'operator', reason: 'Trials are over.' }]]),
  }
})

const view = async () => profileHistoryAnswer.parse(await profileHistoryView(landscape, today, records, 'UTC'))
const versionIn = async (name: string) => (await view()).versions.find((one) => one.version === name)

describe('the history of a profile', () => {
  it('has every change, the newest first, with who made it and with what', async () => {
    expect(
      (await view()).changes.map(({ number, who, isOutside, manager, differences }) => [
        number,
        isOutside ? 'outside' : who,
        manager,
        differences.map(({ text }) => text).join(', '),
      ]),
    ).toEqual([
      [4, 'operator', 'almanac', '1.34.6 expires 2027-01-21 instead of 2026-12-08'],
      [3, 'outside', 'pipeline', '1.35.2 expires 2026-12-16 instead of 2027-01-30, 1.31.12 removed'],
      [
        2,
        'outside',
        'kubectl-edit',
        '1.35.2 supported → deprecated until 2027-01-30, 1.34.6 expires 2026-12-08 instead of 2026-11-11',
      ],
      [1, 'outside', 'pipeline', '1.35.4 added as preview'],
    ])
  })

  it('says between which moments a change came about that nobody saw', async () => {
    const { changes, gaps, recordedSince } = await view()
    expect(recordedSince).toBe('2026-09-20T08:00:00Z')
    expect(gaps).toContainEqual({ from: '2026-10-12T02:10:00Z', until: '2026-10-14T10:15:00Z' })
    const [newest, , found] = changes
    expect(found).toMatchObject({
      seen: '2026-10-14T10:15:00Z',
      after: '2026-10-12T02:10:00Z',
      before: '2026-10-12T02:10:00Z',
    })
    expect(newest).toMatchObject({ after: null, before: '2026-11-20T16:04:59Z' })
  })

  it('adds up how far a date was moved, and keeps where it stood', async () => {
    expect(await versionIn('1.34.6')).toMatchObject({
      moved: { times: 2, days: 71, change: 4 },
      dates: [
        { expires: '2026-11-11T00:00:00Z', since: null, change: null },
        { expires: '2026-12-08T00:00:00Z', since: '2026-10-14T10:15:00Z', change: 2 },
        { expires: '2027-01-21T00:00:00Z', since: '2026-11-20T16:05:00Z', change: 4 },
      ],
      clusters: 2,
    })
    expect((await versionIn('1.35.2'))?.moved).toEqual({ times: 1, days: -45, change: 3 })
    expect((await versionIn('1.35.3'))?.moved).toBeNull()
  })

  it('shows a stage as it was recorded, with a hole where it changed unseen', async () => {
    expect((await versionIn('1.35.2'))?.spans).toEqual([
      { stage: 'supported', from: '2026-09-20T08:00:00Z', to: '2026-10-12T02:10:00Z' },
      { stage: 'deprecated', from: '2026-10-14T10:15:00Z', to: '2026-12-16T00:00:00Z' },
      { stage: 'expired', from: '2026-12-16T00:00:00Z', to: null },
    ])
    // What did not change goes on through it.
    expect((await versionIn('1.35.3'))?.spans).toEqual([{ stage: 'supported', from: '2026-09-20T08:00:00Z', to: null }])
  })

  it('keeps what was removed', async () => {
    expect(await versionIn('1.31.12')).toMatchObject({
      stage: null,
      removed: { seen: '2026-11-03T14:20:00Z', after: null },
      spans: [{ stage: 'deprecated', from: '2026-09-20T08:00:00Z', to: '2026-11-03T14:20:00Z' }],
    })
  })

  it('has why it was made, where that was said', async () => {
    expect((await view()).changes.map(({ number, reason }) => [number, reason])).toEqual([
      [4, 'Trials are over.'],
      [3, null],
      [2, null],
      [1, null],
    ])
  })

  it('takes a change back in the profile of today, as far as there is anything to take back', async () => {
    const { changes } = await view()
    const revert = (number: number) => changes.find((one) => one.number === number)?.revert
    expect(revert(4)).toEqual([
      { kind: 'expire', image: null, version: '1.34.6', expirationDate: '2026-12-08T00:00:00Z' },
    ])
    expect(revert(3)?.map(({ kind }) => kind)).toEqual(['expire', 'add'])
    expect(revert(1)).toEqual([{ kind: 'remove', image: null, version: '1.35.4' }])
  })

  it('is empty where nothing is recorded', async () => {
    const none = await profileHistoryView(
      landscape,
      today,
      { states: [], since: null, gaps: [], applied: new Map(), maySee: true },
      'UTC',
    )
    expect(profileHistoryAnswer.parse(none)).toMatchObject({ recordedSince: null, versions: [], changes: [] })
  })

  it('has versions as they were known at a moment of the past, and changes that came later', async () => {
    const seen = instant('2026-10-14T10:15:00Z')
    const [, , then = today] = entries
    const past = await buildLandscape({ ...snapshotOf(then, seen), seen }, seen)
    const { versions, changes } = profileHistoryAnswer.parse(await profileHistoryView(past, then, records, 'UTC'))
    expect(versions.find((one) => one.version === '1.34.6')).toMatchObject({
      expires: '2026-12-08T00:00:00Z',
      moved: { times: 1, days: 27, change: 2 },
    })
    expect(versions.find((one) => one.version === '1.31.12')?.removed).toBeNull()
    expect(changes.map(({ number }) => number)).toEqual([4, 3, 2, 1])
  })

  const written = states[4]?.[0] ?? 0

  it('names nobody to who does not see the whole landscape', async () => {
    const entries = [{ resourceVersion: 'v4', at: onWire(written), who: 'operator', reason: 'Trials are over.' }]
    const read = async ({ sees = (_: unknown) => true } = {}) => ({
      entries: sees({ kind: 'CloudProfile', namespace: null, name: 'profile' }) ? entries : [],
      begun: [],
      unreadable: 0,
      problem: null,
    })
    const journal = { read } as unknown as Parameters<typeof recordsOf>[3]
    expect([...(await recordsOf({ sight: '' }, today, history, journal)).applied]).toEqual([
      [written, { who: 'operator', reason: 'Trials are over.' }],
    ])
    expect((await recordsOf({ sight: 'some' }, today, history, journal)).applied.size).toBe(0)
  })
})

describe('a person is named', () => {
  const appliedIn = async (states: readonly ObjectState<ProfileEntry>[], entries: object[], begun: object[] = []) => {
    const read = async () => ({ entries, begun, unreadable: 0, problems: [] })
    const journal = { read } as unknown as Parameters<typeof recordsOf>[3]
    const told = { statesOf: async () => states, since: async () => 0, gaps: async () => [] }
    const { applied } = await recordsOf({ sight: '' }, today, told as unknown as InMemoryHistory, journal)
    return states.map(({ seen }) => applied.get(seen)?.who ?? null)
  }
  const state = (resourceVersion: string, seen: string, after?: string): ObjectState<ProfileEntry> => ({
    value: { ...today, resourceVersion },
    seen: Date.parse(seen),
    ...(after !== undefined && { after: Date.parse(after) }),
  })
  const entry = (resourceVersion: string, at: string, more: object = {}) => {
    return { kind: 'profile', resourceVersion, at, who: 'ada', base: 'a', edits: [], ...more }
  }

  it('for the write that made a state, and not where git checkout brings the same state back', async () => {
    const states = [
      state('a', '2026-10-01T10:00:00Z'),
      state('b', '2026-10-02T10:00:00Z'),
      state('a', '2026-10-02T10:00:20Z'),
      state('b', '2026-10-02T10:00:40Z'),
      state('a', '2026-10-09T10:00:00Z'),
      state('b', '2026-10-10T10:00:00Z'),
    ]
    expect(await appliedIn(states, [entry('b', '2026-10-02T10:00:00Z')])).toEqual([null, 'ada', null, null, null, null])
    expect(await appliedIn(states, [entry('b', '2026-09-01T10:00:00Z')])).toEqual(states.map(() => null))
  })

  it('where it was seen only after a gap in which it was written', async () => {
    const states = [state('a', '2026-10-01T10:00:00Z'), state('b', '2026-10-05T10:00:00Z', '2026-10-02T10:00:00Z')]
    expect(await appliedIn(states, [entry('b', '2026-10-02T11:00:00Z')])).toEqual([null, 'ada'])
    expect(await appliedIn(states, [entry('b', '2026-10-01T11:00:00Z')])).toEqual([null, null])
  })

  it('never by what it says: not for an edit that was begun, nor for one that was found later', async () => {
    const states = [state('a', '2026-10-01T10:00:00Z'), state('b', '2026-10-02T10:00:00Z')]
    const at = '2026-10-02T10:00:00Z'
    expect(await appliedIn(states, [entry('a', at, { found: true })], [{ entry: entry('a', at) }])).toEqual([
      null,
      null,
    ])
  })
})

describe('the effect of a change', () => {
  const effectOf = async (number: number) => {
    const change = [...recordedChanges(records.states)].find((one) => one.number === number)
    const before = entries[number - 1]
    if (change === undefined || before === undefined) throw new Error(`no change ${number}`)
    const at = momentBefore(change)
    return changeEffectAnswer.parse(await changeEffectView(snapshotOf(before, at), at, before, change))
  }

  it('is what it did to what was ahead at its moment', async () => {
    expect(await effectOf(4)).toMatchObject({ text: '2 clusters are now forced 44 days later', clusters: 3 })
    expect(await effectOf(2)).toMatchObject({ text: '2 clusters are now forced 27 days later' })
  })

  it('counts clusters that only their machine types tell apart each for itself', async () => {
    const machines = (...names: readonly string[]) => names.map((name) => ({ name, architecture: 'amd64' }))
    const offered = profile(['1.35.4 supported', '1.35.3 deprecated'], linux)
    const value: ProfileEntry = { ref, profile: { ...offered, machineTypes: machines('small', 'large') } }
    // From now on the API server breaks off where a pool's machine type is gone.
    const after: ProfileEntry = {
      ref,
      profile: {
        ...offered,
        machineTypes: machines('small'),
        machineCapabilities: [{ name: 'architecture', values: ['amd64'] }],
      },
    }
    const on = (machineType: string, name: string) =>
      shoot('1.35.3', [worker('web linux 1.0.0', { machineType })], { name, profile: ref })
    const [change] = recordedChanges([
      { seen: begun, after: null, value },
      { seen: now, value: after },
    ])
    if (change === undefined) throw new Error('no change')
    for (const kinds of [
      ['small', 'small', 'large'],
      ['large', 'small', 'small'],
    ]) {
      const snapshot = {
        ...snapshotOf(value, now),
        shoots: ChunkedList.of(kinds.map((type, i) => on(type, `c${i}`))),
      }
      const { text, clusters } = await changeEffectView(snapshot, now, value, change)
      expect({ text, clusters }, kinds.join()).toEqual({ text: '1 cluster is now stuck', clusters: 3 })
    }
  })

  const effectOn = async (before: readonly string[], after: readonly string[], all: Partial<Snapshot>) => {
    const value: ProfileEntry = { ref, profile: profile([...before]) }
    const [change] = recordedChanges([
      { seen: begun, after: null, value },
      { seen: now, value: { ref, profile: profile([...after]) } },
    ])
    if (change === undefined) throw new Error('no change')
    const profiles = new Map([[ref.name, value], ...(all.profiles ?? [])])
    return changeEffectView({ ...snapshotOf(value, now), ...all, profiles }, now, value, change)
  }

  it('tells of what comes earlier and what comes later each by how much', async () => {
    const shoots = ChunkedList.of(['1.34.6', '1.33.9'].map((one) => shoot(one, [], { name: one, profile: ref })))
    const { text } = await effectOn(
      ['1.35.3 supported', '1.34.6 deprecated 2027-01-31', '1.33.9 deprecated 2027-02-01'],
      ['1.35.3 supported', '1.34.6 deprecated 2027-01-21', '1.33.9 deprecated 2027-03-03'],
      { shoots },
    )
    expect(text).toBe('1 cluster is now forced 10 days earlier, 1 cluster is now forced 30 days later')
  })

  it('does not say that none ran a version which clusters of a namespaced profile ran', async () => {
    const own = { kind: 'NamespacedCloudProfile', namespace: 'garden-dev', name: 'own' } as const
    const overrides = { kubernetes: [{ version: '1.34.6', expirationDate: instant('2027-06-30T00:00:00Z') }] }
    const child: ProfileEntry = {
      ref: own,
      parent: ref.name,
      overrides: { ...overrides, machineImages: [], machineTypes: [] },
      profile: profile(['1.35.3 supported', '1.34.6 deprecated 2027-06-30T00:00:00Z']),
    }
    const { text } = await effectOn(
      ['1.35.3 supported', '1.34.6 deprecated 2027-01-31'],
      ['1.35.3 supported', '1.34.6 deprecated 2027-02-28'],
      {
        profiles: new Map([['garden-dev/own', child]]),
        shoots: ChunkedList.of([shoot('1.34.6', [], { name: 'a', profile: own })]),
      },
    )
    expect(text).toBe('no cluster moved')
  })

  it('says by which rule there is none', async () => {
    expect((await effectOf(1)).text).toBe('no cluster moved: a preview is never a target')
    expect((await effectOf(3)).text).toBe('no cluster moved: none ran them')
  })
})

describe('a profile that came and went', () => {
  it('was created and deleted as far as that was seen', () => {
    const [entry = today] = entries
    const seen = begun + HOUR
    expect(
      [
        ...recordedChanges([
          { seen, value: entry },
          { seen: seen + DAY, value: null },
        ]),
      ].map(({ differences }) => differences),
    ).toEqual([[{ kind: 'created' }], [{ kind: 'deleted' }]])
    expect([...recordedChanges([{ seen, after: null, value: entry }])]).toEqual([])
  })
})
