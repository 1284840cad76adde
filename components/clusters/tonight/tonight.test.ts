import { describe, expect, it } from 'vitest'
import type { TonightAnswer } from '@/lib/questions/clusters/contract'
import { nightText, quietText, resultText, stepText } from '@/lib/words/tonight'
import { pinForNight } from './tonight-board'
import { isShownNext, linesOf, ownFirst, type Row } from './tonight-table'

const zone = 'Europe/Berlin'
const night = { begin: '2026-11-21T17:00:00Z', end: '2026-11-22T05:00:00Z', zone }
const row: Row = {
  profile: { kind: 'CloudProfile', name: 'aws' },
  project: 'payments',
  lead: { namespace: 'garden-payments', name: 'api' },
  clusters: 3,
  kind: 'auto',
  what: 'Kubernetes',
  from: '1.34.6',
  to: '1.34.7',
  effect: 'rolling',
  nodes: { min: 1, max: 3 },
  window: {
    begin: '2026-11-21T20:00:00Z',
    latestStart: '2026-11-21T20:45:00Z',
    end: '2026-11-21T21:00:00Z',
    offset: '+01:00',
  },
  state: 'open',
  done: 0,
  failed: 0,
  rolling: 0,
  progress: null,
  lastDoneAt: null,
  foreseen: true,
  cause: null,
  failureReason: null,
  reported: null,
}

it.each<[string, string, Partial<Row>]>([
  ['1.34.6 → 1.34.7, up to 3 nodes', '1.34.6 → 1.34.7, up to 3 nodes', {}],
  [
    'gardenlinux 1877.4.0 → 1877.9.0, up to 3 nodes',
    'gardenlinux → 1877.9.0, up to 3 nodes',
    { what: 'gardenlinux', from: '1877.4.0', to: '1877.9.0' },
  ],
  ['gardenlinux 1312.7.0', 'gardenlinux 1312.7.0', { what: 'gardenlinux', from: '1312.7.0', to: null, effect: 'none' }],
])('says what a window does: %s, where there is little room: %s', (whole, short, part) => {
  expect([stepText({ ...row, ...part }), stepText({ ...row, ...part }, false)]).toEqual([whole, short])
})

describe('another night', () => {
  it.each([
    ['the next one is seen from its begin', 1, '2026-11-21T20:00:00Z', '2026-11-22T17:00:00Z'],
    ['one before that is over is seen from its end', -1, '2026-11-21T20:00:00Z', '2026-11-21T05:00:00Z'],
    ['the night of now needs no pin', 1, '2026-11-22T20:00:00Z', undefined],
    ['and is that until noon', 1, '2026-11-23T10:59:00Z', undefined],
    ['from noon on it is the next', 1, '2026-11-23T11:00:00Z', '2026-11-23T05:00:00Z'],
  ] as const)('%s', (_, by, now, pin) => expect(pinForNight(night, by, now)).toBe(pin))

  it('keeps to the clock on the wall when summer time ends', () => {
    const october = { begin: '2026-10-24T16:00:00Z', end: '2026-10-25T05:00:00Z', zone }
    expect(pinForNight(october, 1, '2026-10-20T12:00:00Z')).toBe('2026-10-25T17:00:00Z')
  })
})

describe('a night', () => {
  it.each([
    ['2026-11-21T12:00:00Z', 'Tonight', 'No window opens tonight.'],
    ['2026-11-22T04:59:59Z', 'Tonight', 'No window opens tonight.'],
    ['2026-11-22T05:00:00Z', 'Last night', 'No window opened last night.'],
    ['2026-11-22T10:59:00Z', 'Last night', 'No window opened last night.'],
  ])('is told at %s as %s', (at, name, quiet) => {
    expect([nightText({ ...night, at }), quietText({ ...night, at })]).toEqual([name, quiet])
  })
})

describe('a row', () => {
  const text = (more: Partial<Row>, isKnown = true) =>
    resultText({ ...row, ...more }, '2026-11-21T20:10:00Z', zone, isKnown)

  it('says how far the work is', () => {
    expect(text({})).toBe('open until 22:00')
    expect(text({ done: 1 })).toBe('1 of 3 clusters maintained')
    expect(text({ done: 2, rolling: 2, progress: 24 })).toBe('2 of 3 rolling, from 24 %')
    expect(text({ clusters: 1, done: 1, rolling: 1, progress: 24 })).toBe('rolling, 24 %')
    expect(text({ clusters: 1, done: 1, rolling: 1, effect: 'none' })).toBe('reconciled')
  })

  it('says that it is last known when nothing was heard for a while', () => {
    expect(text({}, false)).toBe('open, last known')
    expect(text({ clusters: 1, done: 1, rolling: 1, progress: 24 }, false)).toBe('rolling, 24 %, last known')
  })
})

it('puts projects of one’s own first, in their profile, and hides nothing', () => {
  const of = (profile: string, project: string): Row => ({
    ...row,
    project,
    profile: { kind: 'CloudProfile', name: profile },
  })
  const rows = [of('aws', 'ads'), of('aws', 'media'), of('gcp', 'ads'), of('gcp', 'data')]
  const names = (own: readonly string[]) =>
    ownFirst(rows, own).map(({ profile, project }) => `${profile.name} ${project}`)
  expect(names(['data'])).toEqual(['gcp data', 'gcp ads', 'aws ads', 'aws media'])
  expect(names(['media', 'data'])).toEqual(['aws media', 'aws ads', 'gcp data', 'gcp ads'])
  expect(names([])).toEqual(['aws ads', 'aws media', 'gcp ads', 'gcp data'])
})

it('changes what is seen with the minute, not with every answer', () => {
  const answer = (at: string, begin = night.begin) => ({ at, begin, zone }) as TonightAnswer
  const shown = answer('2026-11-21T20:10:05Z')
  expect(isShownNext(undefined, shown)).toBe(true)
  expect(isShownNext(shown, answer('2026-11-21T20:10:40Z'))).toBe(false)
  expect(isShownNext(shown, answer('2026-11-21T20:11:00Z'))).toBe(true)
  // Another night at once; and a pinned clock has no other minute.
  expect(isShownNext(shown, answer('2026-11-21T20:10:40Z', '2026-11-22T17:00:00Z'))).toBe(true)
  expect(isShownNext(shown, answer('2026-11-21T20:10:05Z'))).toBe(true)
})

describe('a night with more rows than a board has', () => {
  /** `begin`: minutes after 20:00 UTC. */
  const at = Date.parse('2026-11-21T20:00:00Z')
  const rowAt = (profile: string, begin: number, state: Row['state'] = 'toCome'): Row => ({
    ...row,
    profile: { kind: 'CloudProfile', name: profile },
    lead: { namespace: 'garden-payments', name: `${profile}-${begin}` },
    state,
    window: {
      ...row.window,
      begin: new Date(at + begin * 60_000).toISOString(),
      end: new Date(at + (begin + 60) * 60_000).toISOString(),
    },
  })
  const told = (rows: readonly Row[]) =>
    linesOf(rows, at, false).map((line) => (line.kind === 'row' ? line.row.lead.name : `${line.profile.name} more`))

  it('shows what begins next as far as there is room, with what is left of each profile in a line', () => {
    const aws = Array.from({ length: 12 }, (_, i) => rowAt('aws', 90 + i * 10))
    const gcp = Array.from({ length: 5 }, (_, i) => rowAt('gcp', 400 + i))
    const lines = told([...aws, ...gcp])
    expect(lines).toHaveLength(14)
    expect(lines.slice(0, 12)).toEqual(aws.map(({ lead }) => lead.name))
    expect(lines.slice(12)).toEqual(['gcp-400', 'gcp more'])
  })

  it('shows everything that is open, failed or near, however much that is, and nothing that is done', () => {
    const open = Array.from({ length: 20 }, (_, i) => rowAt('aws', -i, 'open'))
    const lines = told([...open, rowAt('aws', 300), rowAt('aws', -200, 'done'), rowAt('aws', -100, 'failed')])
    expect(lines).toEqual([...open.map(({ lead }) => lead.name), 'aws--100', 'aws more'])
  })
})
