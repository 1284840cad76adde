import { describe, expect, it } from 'vitest'
import type { SeenShoot } from '@/lib/engine/course'
import { auto, image, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import { DAY, HOUR, MINUTE } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion, Shoot } from '@/lib/engine/types'
import { clusterCountsOverTime, clusterTime, healthIn, outlierOf, recordOf } from './cluster-record'
import { KindCounter, predecessorOf, promotedAt, promotionsBetween, runs } from './subjects'

const day = (text: string) => instant(`2026-11-${text}`)
const known = day('20')
const preview = { image: null, version: '1.36.2' }
const pools = [worker('a linux 1.0.0')]
const old = shoot('1.35.4', pools, auto)
const since = (text: string, value: Shoot | null, after?: null): SeenShoot => {
  return { seen: day(text), value, ...(after === null && { after }) }
}
const updated = (from: string, to: string, at: number, more: Partial<Shoot> = {}): Shoot => ({
  ...shoot(to, pools, auto),
  lastMaintenance: {
    state: 'Succeeded',
    triggeredTime: at,
    description: `All maintenance operations successful. Control Plane: Updated Kubernetes version from "${from}" to "${to}". Reason: Automatic update of Kubernetes version configured`,
  },
  ...more,
})
const failed = { lastOperation: { type: 'Reconcile', state: 'Failed' } }
const quota = { description: 'quota exceeded', codes: ['ERR_INFRA_QUOTA_EXCEEDED'] }

describe('what one cluster tells', () => {
  it('nothing, where it never ran the version', () => {
    expect(recordOf([since('01', old, null)], preview, known)).toBeNull()
  })

  it('how it came to it, for how long it ran it, and that it still does', () => {
    const at = day('10')
    const states = [since('01', old, null), { seen: at + MINUTE, value: updated('1.35.4', '1.36.2', at) }]
    const record = recordOf(states, preview, known)
    expect(record).toMatchObject({
      stays: [{ from: at + MINUTE, to: known }],
      arrival: { kind: 'updated', at, from: '1.35.4' },
      updates: [{ at, from: '1.35.4', denied: null, failed: false }],
      episodes: [],
      isOnIt: true,
    })
  })

  it.each([
    ['it ran it when recording began', [since('05', shoot('1.36.2'), null)], 'before'],
    ['it was made with it', [since('05', shoot('1.36.2'))], 'made'],
    [
      'a pool of it was',
      [since('01', old), since('05', { ...old, workers: [worker('b linux 1.0.0 1.36.2')] })],
      'made',
    ],
    ['somebody updated it by hand', [since('01', old), since('05', shoot('1.36.2', pools))], 'updated'],
  ])('%s', (_, states, kind) => {
    expect(recordOf(states, preview, known)?.arrival).toMatchObject({ kind, at: day('05') })
  })

  it('that it left it, and what it does while it sleeps does not count', () => {
    const on = shoot('1.36.2', pools)
    const states = [
      since('01', old, null),
      since('05', on),
      since('07', { ...on, hibernated: true }),
      since('08', on),
      since('12', shoot('1.36.3', pools)),
    ]
    const record = recordOf(states, preview, known)
    expect(record?.stays).toEqual([
      { from: day('05'), to: day('07') },
      { from: day('08'), to: day('12') },
    ])
    expect(record?.isOnIt).toBe(false)
    expect(record?.shoot).toBe(on)
    expect(record?.since.observed).toBe(6 * DAY)
  })

  it('that the API server denied it, in Gardener’s words', () => {
    const at = day('10')
    const { lastMaintenance } = updated('1.35.4', '1.36.2', at)
    if (lastMaintenance === undefined) throw new Error('It was maintained.')
    const failureReason = 'Updates to the Shoot failed to be applied: admission webhook "quota" denied the request'
    const denied: Shoot = { ...old, lastMaintenance: { ...lastMaintenance, state: 'Failed', failureReason } }
    const record = recordOf([since('01', old, null), { seen: at, value: denied }], preview, known)
    expect(record).toMatchObject({ arrival: null, stays: [], updates: [{ at, denied: failureReason, failed: true }] })
  })

  it('what failed at it or after it, with errors in their own words and when they were over', () => {
    const on = shoot('1.36.2', pools)
    const states = [
      since('01', { ...old, ...failed, lastErrors: [quota] }, null),
      since('03', old),
      since('05', on),
      since('06', { ...on, lastOperation: { type: 'Reconcile', state: 'Error' }, lastErrors: [quota] }),
      since('07', on),
      since('08', { ...on, ...failed, lastErrors: [{ ...quota, codes: [] }] }),
    ]
    const record = recordOf(states, preview, known)
    expect(record?.episodes).toEqual([
      { from: day('06'), to: day('07'), failed: false, errors: [quota] },
      { from: day('08'), to: null, failed: true, errors: [{ ...quota, codes: [] }] },
    ])
    expect(record?.updates).toMatchObject([{ at: day('05'), failed: true }])
    expect(recordOf(states.slice(0, 5), preview, known)?.updates).toMatchObject([{ failed: false }])
  })

  it('how it was doing in the seven days before and since', () => {
    const on = shoot('1.36.2', pools)
    const conditions = [{ type: 'EveryNodeReady', status: 'False' }]
    const states = [
      since('01', { ...old, conditions }, null),
      since('04', old),
      since('10', on),
      since('11', { ...on, conditions }),
      { seen: day('11') + HOUR, value: on },
    ]
    const record = recordOf(states, preview, known)
    expect(record?.before).toEqual({ observed: 7 * DAY, unhealthy: DAY })
    expect(record?.since).toEqual({ observed: 10 * DAY, unhealthy: HOUR })
    expect(healthIn([since('01', { ...on, hibernated: true })], { from: day('01'), to: known }).observed).toBe(0)
  })
})

it('a cluster that alone makes the difference is named', () => {
  const health = (hours: number) => ({ observed: 7 * DAY, unhealthy: hours * HOUR })
  const pair = (before: number, since: number) => ({ before: health(before), since: health(since) })
  expect(outlierOf([pair(2, 1), pair(1, 4), pair(2, 1)])).toBe(1)
  expect(outlierOf([pair(1, 2), pair(1, 2), pair(1, 2)])).toBeNull()
  expect(outlierOf([pair(1, 9), pair(1, 1)])).toBeNull()
})

describe('soak', () => {
  const stays = [
    { from: day('05') + 12 * HOUR, to: day('08') },
    { from: day('06'), to: known },
  ]

  it('is added up cluster by cluster, day by day', () => {
    expect(clusterTime(stays, known)).toBe(2.5 * DAY + 14 * DAY)
    const course = clusterCountsOverTime(stays, known)
    expect(course.slice(0, 4)).toEqual([
      { at: day('05') + 12 * HOUR, clusters: 1, time: 0 },
      { at: day('06'), clusters: 2, time: 0.5 * DAY },
      { at: day('07'), clusters: 2, time: 2.5 * DAY },
      { at: day('08'), clusters: 1, time: 4.5 * DAY },
    ])
    expect(course.at(-1)).toEqual({ at: known, clusters: 1, time: 16.5 * DAY })
    expect(clusterCountsOverTime([], known)).toEqual([])
  })
})

describe('the version that it would replace', () => {
  const listed = profile([
    '1.36.2 preview',
    '1.35.4 supported',
    '1.35.5 preview',
    '1.36.1 supported 2026-11-01',
    '1.34.7 supported',
  ])

  it('is the highest lower one that is supported', () => {
    expect(predecessorOf(listed, preview, known)).toBe('1.35.4')
    expect(predecessorOf(listed, { image: null, version: '1.34.7' }, known)).toBeNull()
    expect(predecessorOf(profile(['1.36.2 preview', '1.35.4 deprecated']), preview, known)).toBe('1.35.4')
    const images = profile([], image('linux', 'minor', ['2.0.0 preview', '1.0.0 supported']))
    expect(predecessorOf(images, { image: 'linux', version: '2.0.0' }, known)).toBe('1.0.0')
  })

  it('was promoted when it was seen to be a preview no more', () => {
    const state = (text: string, ...versions: Parameters<typeof profile>[0]) => {
      return { seen: day(text), value: { profile: profile(versions) } }
    }
    const subject = { image: null, version: '1.35.4' }
    const staged = {
      version: '1.35.4',
      lifecycle: [
        { classification: 'preview' as const },
        { classification: 'supported' as const, startTime: day('04') },
      ],
    }
    expect(promotedAt([state('01', '1.35.4 preview'), state('03', '1.35.4 supported')], subject, known)).toBe(day('03'))
    expect(promotedAt([state('01', '1.35.4 supported')], subject, known)).toBeNull()
    expect(promotedAt([state('01', staged)], subject, known)).toBe(day('04'))
    expect(promotedAt([state('01', staged)], subject, day('03'))).toBeNull()
  })
})

it('versions of Kubernetes are compared by value, and pools may have their own', () => {
  expect(runs(shoot('v1.36.2'), preview)).toBe(true)
  expect(runs(shoot('1.37.0', [worker('a linux 1.0.0 1.36.2')]), preview)).toBe(true)
  expect(runs(shoot('1.37.0', [worker('a linux 1.36.2')]), preview)).toBe(false)
})

it('what nobody has tried, with how many clusters that concerns', () => {
  const here = { region: 'eu', purpose: 'development' }
  const arm = worker('a linux 1.0.0', { architecture: 'arm64', updateStrategy: 'AutoInPlaceUpdate' })
  const on = shoot('1.36.2', [worker('a linux 1.0.0'), { ...arm, name: 'b', kubernetesVersion: '1.35.4' }], here)
  const others = [shoot('1.35.4', [arm], here), shoot('1.35.4', pools, { region: 'us' })]
  const counter = new KindCounter(preview)
  counter.add(on, on)
  for (const other of others) counter.add(other, null)
  const { kinds, untried } = counter.counts()
  expect(kinds.map(({ property, value, tried, clusters }) => `${property} ${value} ${tried}/${clusters}`)).toEqual([
    'region eu 1/2',
    'region us 0/1',
    'architecture amd64 1/2',
    'architecture arm64 0/2',
    'image linux 1/3',
    'cri containerd 1/3',
    'purpose development 1/2',
    'purpose evaluation 0/1',
    'updateStrategy AutoRollingUpdate 1/2',
    'updateStrategy AutoInPlaceUpdate 0/2',
  ])
  expect(untried).toBe(3)
})

describe('promotions among edits', () => {
  const before = profile(['1.36.2 preview', '1.35.4 deprecated'], image('linux', 'major', ['1.0.0 preview']))
  const staged = (...stages: readonly (readonly ['preview' | 'supported', string])[]) => ({
    version: '1.36.2',
    lifecycle: stages.map(([classification, text]) => ({ classification, startTime: day(text) })),
  })
  const promoted = (kubernetes: readonly ExpirableVersion[], from: CloudProfile = before) =>
    promotionsBetween(from, { ...from, kubernetes }, known)

  it('are what makes a preview supported, at once or on a day', () => {
    const after = profile(['1.36.2', '1.35.4', '1.37.0'], image('linux', 'major', ['1.0.0']))
    expect(promotionsBetween(before, after, known)).toEqual([preview, { image: 'linux', version: '1.0.0' }])
    expect(promoted([staged(['preview', '01'], ['supported', '25'])])).toEqual([preview])
    expect(promoted([staged(['preview', '01'])])).toEqual([])
    expect(promoted([])).toEqual([])
  })

  it('are not what was planned already, unless it comes earlier', () => {
    const planned = { ...before, kubernetes: [staged(['preview', '01'], ['supported', '25'])] }
    expect(promoted([staged(['preview', '01'], ['supported', '25'])], planned)).toEqual([])
    expect(promoted([staged(['preview', '01'], ['supported', '28'])], planned)).toEqual([])
    expect(promoted([staged(['preview', '01'], ['supported', '22'])], planned)).toEqual([preview])
  })
})
