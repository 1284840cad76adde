import { describe, expect, it, test } from 'vitest'
import { forecast, MemoizedProfile } from '@/lib/engine/course'
import { auto, image, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile, LastMaintenance, Shoot } from '@/lib/engine/types'
import { isNews, isToCount, judgeMissed, judgeRan, type KnownState, ranIn } from './index'

/** The window is 22:00 to 23:00; 1.33.5 expires on the 10th. */
const before = profile(['1.34.1', '1.33.9', '1.33.5 deprecated 2026-10-10'])
const cluster = shoot('1.33.5')
const made = instant('2026-10-03')
const began = instant('2026-10-10T22:10:00Z')

const updated = (from: string, to: string, why: 'auto' | 'expired' = 'expired') => {
  const reason =
    why === 'auto'
      ? 'Automatic update of Kubernetes version configured'
      : 'Kubernetes version expired - force update required'
  return `All maintenance operations successful. Control Plane: Updated Kubernetes version from "${from}" to "${to}". Reason: ${reason}`
}

type Later = readonly [seen: string, value: Shoot | null]

/** What was written, after a maintenance that began at an instant. */
function maintained(one: Shoot, at: number, versions: Partial<Shoot>, said: Partial<LastMaintenance> = {}): Shoot {
  const lastMaintenance = {
    description: updated('1.33.5', '1.33.9'),
    state: 'Succeeded',
    triggeredTime: at,
    ...said,
  } as const
  return { ...one, ...versions, lastMaintenance }
}

function recordOf(
  later: readonly Later[],
  profiles: readonly (readonly [string, CloudProfile])[] = [],
  first = cluster,
) {
  const since = instant('2026-09-01')
  const shoots: KnownState<Shoot>[] = [{ seen: since, value: first }]
  for (const [seen, value] of later) shoots.push({ seen: instant(seen), value })
  const known = [
    { seen: since, value: new MemoizedProfile(before) },
    ...profiles.map(([seen, value]) => ({ seen: instant(seen), value: new MemoizedProfile(value) })),
  ]
  return { shoots, profilesOf: () => known }
}

function verdictOf(record: ReturnType<typeof recordOf>, at = began) {
  const ran = ranIn(record.shoots, at)
  if (ran === null) throw new Error('It ran.')
  const verdict = judgeRan(ran, record, made)
  return verdict.kind === 'deviates' ? `${verdict.deviation.reason} ${text(verdict.deviation.at)}` : verdict.kind
}

const text = (at: number | null) => (at === null ? '-' : new Date(at).toISOString().slice(5, 16))
const SEEN = '2026-10-10T22:10:20Z'
const done = maintained(cluster, began, { kubernetesVersion: '1.33.9' })
const denial = {
  description: 'Maintenance failed',
  state: 'Failed',
  failureReason: 'Updates to the Shoot failed to be applied: admission webhook denied the request',
} as const
const early = instant('2026-10-05T22:10:00Z')
const nextNight = instant('2026-10-11T22:10:00Z')

test.each<[string, ReturnType<typeof recordOf>, string, number?]>([
  ['what was named, in its window', recordOf([[SEEN, done]]), 'as-forecast'],
  [
    'it was seen while it ran, then when it had ended',
    recordOf([
      [
        SEEN,
        {
          ...done,
          kubernetesVersion: '1.33.5',
          lastMaintenance: { ...done.lastMaintenance, state: 'Processing' } as LastMaintenance,
        },
      ],
      ['2026-10-10T22:10:40Z', done],
    ]),
    'as-forecast',
  ],
  [
    'in another window than the named one, for no reason',
    recordOf([['2026-10-05T22:10:20Z', maintained(cluster, early, { kubernetesVersion: '1.33.9' })]]),
    'almanac-wrong -',
    early,
  ],
  [
    'to another version, for no reason',
    recordOf([
      [SEEN, maintained(cluster, began, { kubernetesVersion: '1.34.1' }, { description: updated('1.33.5', '1.34.1') })],
    ]),
    'almanac-wrong -',
  ],
  [
    'a part without a version to go to that the forecast had one for',
    recordOf([
      [
        SEEN,
        maintained(
          cluster,
          began,
          {},
          {
            state: 'Failed',
            description:
              '(0/1) maintenance operations successful. Control Plane: Kubernetes version update failed. Reason for update: Kubernetes version expired - force update required',
            failureReason: 'Control Plane: Kubernetes maintenance failure due to: no suitable version',
          },
        ),
      ],
    ]),
    'almanac-wrong -',
  ],
  [
    'what the API server refused',
    recordOf([[SEEN, maintained(cluster, began, {}, denial)]]),
    'gardener-failed 10-10T22:10',
  ],
  [
    'what the API server refused in the named night, and took in the next one',
    recordOf([
      [SEEN, maintained(cluster, began, {}, denial)],
      ['2026-10-11T22:10:20Z', maintained(cluster, nextNight, { kubernetesVersion: '1.33.9' })],
    ]),
    'gardener-failed 10-10T22:10',
    nextNight,
  ],
  [
    'the reconciliation that followed failed',
    recordOf([
      [SEEN, { ...done, lastOperation: { type: 'Reconcile', state: 'Processing' } }],
      ['2026-10-10T22:30:00Z', { ...done, lastOperation: { type: 'Reconcile', state: 'Error' } }],
      ['2026-10-11T02:00:00Z', done],
    ]),
    'gardener-failed 10-10T22:30',
  ],
  [
    'it had failed before already',
    recordOf([[SEEN, { ...done, lastOperation: { type: 'Reconcile', state: 'Failed' } }]], [], {
      ...cluster,
      lastOperation: { type: 'Reconcile', state: 'Failed' },
    }),
    'as-forecast',
  ],
  [
    'the owner allowed automatic updates',
    recordOf([
      ['2026-10-05T12:00:00Z', { ...cluster, ...auto }],
      [
        '2026-10-05T22:10:20Z',
        maintained(
          { ...cluster, ...auto },
          early,
          { kubernetesVersion: '1.33.9' },
          { description: updated('1.33.5', '1.33.9', 'auto') },
        ),
      ],
    ]),
    'owner-acted 10-05T12:00',
    early,
  ],
  [
    'the owner asked for it at once',
    recordOf([
      ['2026-10-10T08:00:20Z', maintained(cluster, instant('2026-10-10T08:00:00Z'), { kubernetesVersion: '1.33.9' })],
    ]),
    'owner-acted 10-10T08:00',
    instant('2026-10-10T08:00:00Z'),
  ],
  [
    'the expiry was moved',
    recordOf(
      [['2026-10-05T22:10:20Z', maintained(cluster, early, { kubernetesVersion: '1.33.9' })]],
      [['2026-10-04T09:00:00Z', profile(['1.34.1', '1.33.9', '1.33.5 deprecated 2026-10-05'])]],
    ),
    'profile-edited 10-04T09:00',
    early,
  ],
  [
    'a version was added, then a second edit changed nothing that counts',
    recordOf(
      [
        [
          SEEN,
          maintained(cluster, began, { kubernetesVersion: '1.33.10' }, { description: updated('1.33.5', '1.33.10') }),
        ],
      ],
      [
        ['2026-10-05T09:00:00Z', profile(['1.34.1', '1.33.10', '1.33.9', '1.33.5 deprecated 2026-10-10'])],
        ['2026-10-06T09:00:00Z', profile(['1.34.2', '1.34.1', '1.33.10', '1.33.9', '1.33.5 deprecated 2026-10-10'])],
      ],
    ),
    'profile-edited 10-05T09:00',
  ],
  [
    'an edit in the open window took effect in the next one, as this one had been maintained already',
    recordOf(
      [['2026-10-06T22:10:20Z', maintained(cluster, early + DAY, { kubernetesVersion: '1.33.9' })]],
      [['2026-10-05T22:20:00Z', profile(['1.34.1', '1.33.9', '1.33.5 deprecated 2026-10-04'])]],
    ),
    'profile-edited 10-05T22:20',
    early + DAY,
  ],
  [
    'the window was moved',
    recordOf([
      ['2026-10-08T09:00:00Z', { ...cluster, window: { begin: '030000+0000', end: '040000+0000' } }],
      [
        '2026-10-10T03:10:20Z',
        maintained(
          { ...cluster, window: { begin: '030000+0000', end: '040000+0000' } },
          instant('2026-10-10T03:10:00Z'),
          { kubernetesVersion: '1.33.9' },
        ),
      ],
    ]),
    'window-moved 10-08T09:00',
    instant('2026-10-10T03:10:00Z'),
  ],
  [
    'owner and operator both changed its course: the owner is told',
    recordOf(
      [
        ['2026-10-05T12:00:00Z', { ...cluster, ...auto }],
        [
          '2026-10-05T22:10:20Z',
          maintained(
            { ...cluster, ...auto },
            early,
            { kubernetesVersion: '1.33.10' },
            { description: updated('1.33.5', '1.33.10', 'auto') },
          ),
        ],
      ],
      [['2026-10-05T13:00:00Z', profile(['1.34.1', '1.33.10', '1.33.9', '1.33.5 deprecated 2026-10-10'])]],
    ),
    'owner-acted 10-05T12:00',
    early,
  ],
  [
    'what was undone again is no reason',
    recordOf(
      [
        ['2026-10-05T12:00:00Z', { ...cluster, ...auto }],
        ['2026-10-05T13:00:00Z', cluster],
        ['2026-10-06T22:10:20Z', maintained(cluster, early + DAY, { kubernetesVersion: '1.33.9' })],
      ],
      [['2026-10-06T09:00:00Z', profile(['1.34.1', '1.33.9', '1.33.5 deprecated 2026-10-06'])]],
    ),
    'profile-edited 10-06T09:00',
    early + DAY,
  ],
  [
    'an edit that has nothing to do with it excuses nothing',
    recordOf(
      [
        [
          SEEN,
          maintained(cluster, began, { kubernetesVersion: '1.34.1' }, { description: updated('1.33.5', '1.34.1') }),
        ],
      ],
      [['2026-10-05T09:00:00Z', profile(['1.34.2', '1.34.1', '1.33.9', '1.33.5 deprecated 2026-10-10'])]],
    ),
    'almanac-wrong -',
  ],
  [
    'the cluster was not there yet',
    {
      ...recordOf([[SEEN, done]]),
      shoots: [
        { seen: made + 1, value: cluster },
        { seen: instant(SEEN), value: done },
      ],
    },
    'unknown',
  ],
])('%s', (_, record, expected, at = began) => {
  expect(verdictOf(record, at)).toBe(expected)
})

describe('what was named and did not happen', () => {
  const [named] = forecast(cluster, new MemoizedProfile(before), { from: made, to: made + 30 * DAY }).steps
  if (named === undefined) throw new Error('It is forced.')

  test.each<[string, ReturnType<typeof recordOf>, string]>([
    ['nothing explains it', recordOf([]), 'almanac-wrong -'],
    [
      'the owner updated before',
      recordOf([['2026-10-08T09:00:00Z', { ...cluster, kubernetesVersion: '1.33.9' }]]),
      'owner-acted 10-08T09:00',
    ],
    [
      'the cluster was deleted',
      recordOf([
        ['2026-10-08T09:00:00Z', { ...cluster, deletionTimestamp: instant('2026-10-08') }],
        ['2026-10-08T09:30:00Z', null],
      ]),
      'owner-acted 10-08T09:00',
    ],
    [
      'the expiry was postponed',
      recordOf([], [['2026-10-09T09:00:00Z', profile(['1.34.1', '1.33.9', '1.33.5 deprecated 2026-11-10'])]]),
      'profile-edited 10-09T09:00',
    ],
    [
      'the window was moved',
      recordOf([['2026-10-08T09:00:00Z', { ...cluster, window: { begin: '230000+0000', end: '235900+0000' } }]]),
      'window-moved 10-08T09:00',
    ],
    [
      'what has nothing to do with it excuses nothing',
      recordOf(
        [['2026-10-08T09:00:00Z', { ...cluster, hibernated: true }]],
        [['2026-10-09T09:00:00Z', profile(['1.35.0', '1.34.1', '1.33.9', '1.33.5 deprecated 2026-10-10'])]],
      ),
      'almanac-wrong -',
    ],
  ])('%s', (_, record, expected) => {
    const { reason, at } = judgeMissed(named, record, made)
    expect(`${reason} ${text(at)}`).toBe(expected)
  })
})

it('looks for nothing that leaves no word in the status: neither what is refused nor what is moved in silence', () => {
  const ahead = { from: made, to: made + DAY }
  const offered = new MemoizedProfile(
    profile(['1.33.5'], image('linux', 'minor', ['1.1.0', '1.0.0 deprecated 2026-10-01'])),
  )
  const refused = { ...cluster, hibernationSchedules: [{}], invalidSchedules: true } as const
  const stopped = shoot('1.33.5', [worker('a linux 1.0.0'), worker('b linux 1.0.0', { machineType: 'gone' })])
  const told = shoot('1.33.5', [worker('a linux 1.0.0')])
  const counts = (one: Shoot) => forecast(one, offered, ahead).steps.map(isToCount)
  expect([refused, stopped, told].map(counts)).toEqual([[false], [false], [true]])
})

it('takes what a maintenance changed for no act of the owner, pools and images included', () => {
  const pool = worker('pool linux 1.0.0')
  const own = { ...shoot('1.33.9', [pool]), autoUpdate: { kubernetesVersion: false, machineImageVersion: true } }
  const offered = (versions: readonly string[]) => profile(['1.33.9'], image('linux', 'minor', versions))
  const description =
    'All maintenance operations successful. Worker pool "pool": Updated machine image "linux" from "1.0.0" to "1.1.0". Reason: Automatic update of the machine image version is configured (image update strategy: minor)'
  const lastMaintenance = { description, state: 'Succeeded', triggeredTime: began } as const
  const next = { ...own, workers: [{ ...pool, image: { name: 'linux', version: '1.1.0' } }], lastMaintenance }
  const record = {
    shoots: [
      { seen: made, value: own },
      { seen: instant(SEEN), value: next },
    ],
    profilesOf: () => [
      { seen: made, value: new MemoizedProfile(offered(['1.0.0'])) },
      { seen: instant('2026-10-10T09:00:00Z'), value: new MemoizedProfile(offered(['1.1.0', '1.0.0'])) },
    ],
  }
  expect(verdictOf(record)).toBe('profile-edited 10-10T09:00')
})

test.each<[string, boolean, Partial<LastMaintenance>]>([
  ['the same failure is none', false, {}],
  ['another reason is one', true, { failureReason: 'another' }],
  ['success is one', true, { state: 'Succeeded' }],
])('news: %s', (_, expected, more) => {
  const last = { description: 'Maintenance failed', state: 'Failed', failureReason: 'one' } as const
  expect(isNews({ ...last, ...more }, last)).toBe(expected)
})

describe('of a window that opens at midnight UTC, as forecasts are made', () => {
  const open: Shoot = { ...shoot('1.33.5'), window: { begin: '000000+0000', end: '010000+0000' } }
  const verdict = (
    profiles: readonly (readonly [string, CloudProfile])[],
    states: readonly (readonly [string, Shoot])[],
    madeAt: string,
  ) => {
    const shoots = states.map(([seen, value]) => ({ seen: instant(seen), value }))
    const known = profiles.map(([seen, value]) => ({ seen: instant(seen), value: new MemoizedProfile(value) }))
    const ran = ranIn(shoots, shoots.at(-1)?.value.lastMaintenance?.triggeredTime ?? 0)
    if (ran === null) throw new Error('It ran.')
    const judged = judgeRan(ran, { shoots, profilesOf: () => known }, instant(madeAt))
    return judged.kind === 'deviates' ? judged.deviation.reason : judged.kind
  }
  const to = (one: Shoot, at: string, version: string, why: 'auto' | 'expired' = 'expired') =>
    maintained(
      one,
      instant(at),
      { kubernetesVersion: version },
      { description: updated(one.kubernetesVersion, version, why) },
    )

  it.each(['2026-10-09', '2026-10-03', '2026-09-10'])('a version that expires as it opens, %s', (madeAt) => {
    const profiles = [['2026-09-01', before]] as const
    for (const at of ['2026-10-10T00:00:00Z', '2026-10-10T00:10:00Z', '2026-10-10T00:45:00Z']) {
      const states = [
        ['2026-09-01', open],
        [at.replace('00Z', '20Z'), to(open, at, '1.33.9')],
      ] as const
      expect(verdict(profiles, states, madeAt)).toBe('as-forecast')
    }
  })

  it('the second of two steps, from while it was open for the first', () => {
    const first = to(open, '2026-10-03T00:10:00Z', '1.34.3')
    const second = to(first, '2026-10-04T00:10:00Z', '1.35.1')
    const offered = profile(['1.35.1', '1.34.3 deprecated 2026-10-04', '1.33.5 deprecated 2026-10-03'])
    const states = [
      ['2026-09-01', open],
      ['2026-10-03T00:10:20Z', first],
      ['2026-10-04T00:10:20Z', second],
    ] as const
    expect(verdict([['2026-09-01', offered]], states, '2026-10-03')).toBe('as-forecast')
  })

  it('a profile that is edited while it is open', () => {
    const own = { ...open, ...auto }
    const states = [
      ['2026-09-01', own],
      ['2026-10-10T00:10:20Z', to(own, '2026-10-10T00:10:00Z', '1.33.9', 'auto')],
    ] as const
    for (const edited of ['2026-10-09T00:30:00Z', '2026-10-10T00:05:00Z']) {
      const profiles = [
        ['2026-09-01', profile(['1.33.5'])],
        [edited, profile(['1.33.5', '1.33.9'])],
      ] as const
      expect(verdict(profiles, states, '2026-10-09')).toBe('profile-edited')
    }
  })

  it('a version that expires while it is open, where Gardener looked before: the forecast named the night before', () => {
    const offered = profile(['1.34.1', '1.33.9', '1.33.5 deprecated 2026-10-10T00:20:00Z'])
    const states = [
      ['2026-09-01', open],
      ['2026-10-11T00:10:20Z', to(open, '2026-10-11T00:10:00Z', '1.33.9')],
    ] as const
    expect(verdict([['2026-09-01', offered]], states, '2026-10-09')).toBe('almanac-wrong')
  })
})
