import { expect, it } from 'vitest'
import { auto, image, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import { DAY, MINUTE } from '@/lib/engine/time'
import type { CloudProfile, Shoot } from '@/lib/engine/types'
import { ChunkedList } from '@/lib/garden/chunked-list'
import type { History } from '@/lib/history'
import { buildLandscape } from '@/lib/landscape/landscape'
import { shootPastAnswer } from '../contract'
import { shootPastView } from './past'

const at = instant('2026-11-21T18:00:00Z')
const since = instant('2026-11-01T00:00:00Z')
const night = instant('2026-11-18T22:05:00Z')

const linux = image('linux', 'minor', ['1.0.0'])
const profiles: readonly (readonly [string, CloudProfile])[] = [
  ['2026-11-01T00:00:00Z', profile(['1.33.5 supported', '1.33.6 preview'], linux)],
  ['2026-11-05T10:00:00Z', profile(['1.33.5 deprecated 2026-12-10', '1.33.6 supported'], linux)],
  ['2026-11-12T10:00:00Z', profile(['1.33.5 deprecated 2026-11-17', '1.33.6 supported'], linux)],
]

const pools = [worker('a linux 1.0.0')]
const was = { ...shoot('1.33.5', pools, auto), resourceVersion: '100' }
const off = { ...shoot('1.33.5', pools), resourceVersion: '200' }
const is: Shoot = {
  ...off,
  resourceVersion: '300',
  kubernetesVersion: '1.33.6',
  lastMaintenance: {
    state: 'Succeeded',
    triggeredTime: night,
    description:
      'All maintenance operations successful. Control Plane: Updated Kubernetes version from "1.33.5" to "1.33.6". Reason: Kubernetes version expired - force update required',
  },
}
const processing = { type: 'Reconcile', state: 'Processing' }
const shoots: readonly (readonly [number, Shoot])[] = [
  [since, was],
  [instant('2026-11-04T09:00:00Z'), off],
  [night + MINUTE, { ...is, awaitsReconciliation: true }],
  [night + 2 * MINUTE, { ...is, lastOperation: processing }],
  [night + 41 * MINUTE, is],
]

async function past(seen?: number, said = profiles, { clock, isPinned } = { clock: at, isPinned: false }) {
  const [, offered] = said.at(-1) ?? []
  if (offered === undefined) throw new Error('There are profiles.')
  const snapshot = {
    revision: '1',
    observedAt: at,
    profiles: new Map([['profile', { ref: is.profile, profile: offered }]]),
    projects: [],
    shoots: ChunkedList.of([is]),
    problems: [],
    ...(seen !== undefined && { seen }),
  }
  const first = (i: number) => (i === 0 ? { after: null } : {})
  const history = {
    statesOf: async ({ kind }: { kind: string }) =>
      kind === 'Shoot'
        ? shoots.map(([when, value], i) => ({ seen: when, value, ...first(i) }))
        : said.map(([day, value], i) => {
            return {
              seen: instant(day),
              value: { ref: is.profile, profile: value, resourceVersion: `1${i}` },
              ...first(i),
            }
          }),
    since: async () => since,
    gaps: async () => [{ from: at - 2 * DAY, until: at - DAY }],
  } as Pick<History, 'statesOf' | 'since' | 'gaps'>
  return shootPastAnswer.parse(await shootPastView(await buildLandscape(snapshot, clock), 0, history, isPinned))
}

it('tells each update with its cause, what is asked for its rules, and since when it could be known', async () => {
  const { updates, since: recorded, gaps } = await past()
  expect(recorded).toBe('2026-11-01T00:00:00Z')
  expect(gaps).toEqual([{ from: '2026-11-19T18:00:00Z', until: '2026-11-20T18:00:00Z' }])
  expect(updates).toHaveLength(1)
  expect(updates[0]).toMatchObject({
    at: '2026-11-18T22:05:00Z',
    cause: 'forced',
    moves: [{ component: 'controlPlane', pool: null, image: null, from: '1.33.5', to: '1.33.6' }],
    resourceVersion: { before: '200', after: '300' },
    question: { seen: '2026-11-18T22:04:59Z', window: '2026-11-18T22:05:00Z', resourceVersion: '12' },
    sameToday: true,
  })
  const kubernetes = { image: null, version: '1.33.5' }
  expect(updates[0]?.known).toEqual([
    { at: '2026-11-04T09:00:00Z', fact: { kind: 'auto-update', of: 'kubernetes', on: false } },
    { at: '2026-11-04T09:00:00Z', fact: { kind: 'auto-update', of: 'machineImage', on: false } },
    {
      at: '2026-11-05T10:00:00Z',
      ...kubernetes,
      fact: { kind: 'stage', stage: 'deprecated', expires: '2026-12-10T00:00:00Z' },
    },
    {
      at: '2026-11-12T10:00:00Z',
      ...kubernetes,
      fact: { kind: 'expiry', from: '2026-12-10T00:00:00Z', to: '2026-11-17T00:00:00Z' },
    },
    { at: '2026-11-17T00:00:00Z', ...kubernetes, fact: { kind: 'expired' } },
  ])
})

it('tells what was set of the cluster, newest first, as far as that was known', async () => {
  const at = '2026-11-04T09:00:00Z'
  const of = (one: 'kubernetes' | 'machineImage') => ({ at, fact: { kind: 'auto-update', of: one, on: false } })
  expect((await past()).settings).toEqual([of('machineImage'), of('kubernetes')])
  expect((await past(since + DAY)).settings).toEqual([])
})

it('tells how long it took to carry it out', async () => {
  const [update] = (await past()).updates
  expect(update?.reconciliation).toEqual({
    from: '2026-11-18T22:05:00Z',
    until: '2026-11-18T22:46:00Z',
    end: 'succeeded',
    failed: null,
  })
  const [then] = (await past(night + 20 * MINUTE)).updates
  expect(then?.reconciliation).toMatchObject({ until: '2026-11-18T22:25:00Z', end: 'goes-on' })
})

it('knows what was recorded just after what is shown was put together, unless the clock is pinned to that', async () => {
  const clock = since + DAY
  expect((await past(undefined, profiles, { clock, isPinned: false })).updates).toHaveLength(1)
  expect((await past(undefined, profiles, { clock, isPinned: true })).updates).toEqual([])
})

it('begins with the expiry that was set before anything changed', async () => {
  const { updates } = await past(undefined, profiles.slice(1))
  const [stood] = updates[0]?.known.filter(({ version }) => version !== undefined) ?? []
  expect(stood).toEqual({
    at: '2026-11-05T10:00:00Z',
    image: null,
    version: '1.33.5',
    fact: { kind: 'stood', stage: 'deprecated', expires: '2026-12-10T00:00:00Z' },
  })
})

it('tells what ran when in the stages of then', async () => {
  const { lanes } = await past()
  const [controlPlane, kubernetes] = lanes
  expect(controlPlane?.segments.map(({ version, stage, from }) => `${from?.slice(5, 10)} ${version} ${stage}`)).toEqual(
    ['11-01 1.33.5 supported', '11-05 1.33.5 deprecated', '11-17 1.33.5 expired', '11-18 1.33.6 supported'],
  )
  expect(kubernetes?.segments).toEqual(controlPlane?.segments)
  expect(lanes.map(({ id }) => id)).toEqual(['control-plane', 'pool/a/kubernetes', 'pool/a/image'])
})

it('knows nothing of what came later than the moment that is shown', async () => {
  const { updates, lanes } = await past(instant('2026-11-10T00:00:00Z'))
  expect(updates).toEqual([])
  expect(lanes[0]?.segments.map(({ version, stage }) => `${version} ${stage}`)).toEqual([
    '1.33.5 supported',
    '1.33.5 deprecated',
  ])
})
