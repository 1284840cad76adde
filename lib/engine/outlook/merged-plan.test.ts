import { describe, expect, it } from 'vitest'
import type { Digest, EventKind } from './digest'
import { Merger } from './merged-plan'
import type { PartCourse, PartEvent } from './part-course'

const MERGER = new Merger()

function digest(kind: EventKind, image: string): Digest {
  const change = {
    component: 'poolImage',
    pool: 0,
    what: image,
    from: '1.0.0',
    to: '2.0.0',
    fromMinor: '1.0',
    toMinor: '2.0',
    why: 'expired',
    misfit: null,
  } as const
  const changes = [kind === 'fails' ? { ...change, to: null, toMinor: null } : change]
  const pools = kind === 'fails' ? [] : [0]
  return {
    kind,
    kinds: [kind],
    denied: false,
    changes,
    lead: changes[0] ?? null,
    effect: kind === 'fails' ? 'none' : 'rolling',
    pools,
    rolls: pools,
    inPlace: [],
    cause: kind === 'fails' ? 'no version to move to' : null,
    lacksVersion: kind === 'fails',
    failing: kind === 'fails' ? 'poolImage 0' : '',
    operations: [],
    minor: '1.33',
  }
}

const forced = digest('forced', 'linux')
const failing = digest('fails', 'coreos')

function event(what: Digest, first: number, last = first): PartEvent {
  return {
    first,
    last,
    digest: what,
    fails: what.kind === 'fails',
    elsewhere: [],
  }
}

function merged(courses: readonly PartCourse[], lastState: 'Failed' | 'Processing' | 'Succeeded' | null = null) {
  const start = { lastState, operations: [], kubernetes: '1.33.1', first: 1, last: 30 }
  return MERGER.merged(courses, start).map(({ day, digest: { kind, changes, rolls } }) => [
    day,
    kind,
    changes.map(({ pool, what }) => `${pool} ${what}`).join(', '),
    rolls.join(),
  ])
}

describe('what is ahead of shoots with several pools', () => {
  it.each<[string, readonly PartCourse[], ReturnType<typeof merged>]>([
    ['is nothing where nothing happens to any', [[], []], []],
    ['is what happens to one, by its place', [[], [event(forced, 7)]], [[7, 'forced', '1 linux', '1']]],
    [
      'is one maintenance where it happens to several on a day',
      [[event(forced, 7)], [], [event(forced, 7)]],
      [[7, 'forced', '0 linux, 2 linux', '0,2']],
    ],
    [
      'fails as a whole while one fails, begins anew after the other changed, and is declared over',
      [[event(failing, 5, 20)], [event(forced, 9)]],
      [
        [5, 'fails', '0 coreos', ''],
        [9, 'fails', '0 coreos, 1 linux', '1'],
        [10, 'fails', '0 coreos', ''],
        [21, 'other', '', ''],
      ],
    ],
    [
      'is not declared over where something else is done instead',
      [[event(failing, 5, 6)], [event(forced, 7)]],
      [
        [5, 'fails', '0 coreos', ''],
        [7, 'forced', '1 linux', '1'],
      ],
    ],
    ['fails up to the last day', [[event(failing, 25, 40)], []], [[25, 'fails', '0 coreos', '']]],
  ])('%s', (_, courses, expected) => {
    expect(merged(courses)).toEqual(expected)
  })

  it('begins with the end of an earlier failure', () => {
    const over = [[1, 'other', '', '']]
    expect(merged([[], []], 'Failed')).toEqual(over)
    expect(merged([[], []], 'Processing')).toEqual(over)
    expect(merged([[], []], 'Succeeded')).toEqual([])
    expect(merged([[], [event(forced, 1)]], 'Failed')).toEqual([[1, 'forced', '1 linux', '1']])
  })
})
