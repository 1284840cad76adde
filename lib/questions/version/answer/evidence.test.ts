import { expect, it } from 'vitest'
import { instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import type { Shoot } from '@/lib/engine/types'
import { ChunkedList } from '@/lib/garden/chunked-list'
import type { Snapshot } from '@/lib/garden/garden'
import { InMemoryHistory } from '@/lib/history'
import { buildLandscape } from '@/lib/landscape/landscape'
import { recordOfVersion } from '@/lib/landscape/promotion-evidence'
import { landscapeEvidenceAnswer, promotionEvidenceAnswer } from '../contract'
import { evidenceView, figuresView } from './evidence'

const at = instant('2026-11-21T00:00:00Z')
const pools = [worker('a linux 1.0.0')]
const linux = profile(['1.36.2 preview', '1.35.4 supported'])
const promoted = profile(['1.35.4 preview'])
const cluster = (name: string, version: string, more: Partial<Shoot> = {}) =>
  shoot(version, pools, { name, region: 'eu', purpose: 'testing', ...more })
const failed: Partial<Shoot> = {
  lastOperation: { type: 'Reconcile', state: 'Failed' },
  lastErrors: [{ description: 'quota exceeded', codes: ['ERR_INFRA_QUOTA_EXCEEDED'] }],
  conditions: [{ type: 'EveryNodeReady', status: 'False' }],
}

/** What was seen on some days: profiles and clusters. */
const seen: readonly (readonly [string, typeof linux, readonly Shoot[]])[] = [
  ['2026-11-01', promoted, [cluster('a', '1.35.4'), cluster('b', '1.35.4'), cluster('hidden', '1.36.2')]],
  ['2026-11-03', linux, [cluster('a', '1.35.4'), cluster('b', '1.35.4'), cluster('hidden', '1.36.2')]],
  ['2026-11-10', linux, [cluster('a', '1.36.2'), cluster('b', '1.35.4'), cluster('hidden', '1.36.2')]],
  ['2026-11-11', linux, [cluster('a', '1.36.2', failed), cluster('b', '1.35.4'), cluster('hidden', '1.36.2')]],
  ['2026-11-12', linux, [cluster('a', '1.36.2'), cluster('b', '1.35.4'), cluster('hidden', '1.36.2')]],
  ['2026-11-16', linux, [cluster('a', '1.36.2'), cluster('b', '1.36.2'), cluster('hidden', '1.36.2')]],
  ['2026-11-22', linux, [cluster('a', '1.36.2', failed), cluster('b', '1.36.2'), cluster('hidden', '1.36.2')]],
]

function snapshotOf(offered: typeof linux, shoots: readonly Shoot[]): Snapshot {
  return {
    revision: '1',
    observedAt: at,
    profiles: new Map([['profile', { ref: { kind: 'CloudProfile', name: 'profile' }, profile: offered }]]),
    projects: [],
    shoots: ChunkedList.of(shoots),
    problems: [],
  }
}

async function recorded() {
  const history = new InMemoryHistory()
  for (const [day, offered, shoots] of seen) history.record(snapshotOf(offered, shoots), instant(day), true)
  const visible = snapshotOf(linux, [cluster('a', '1.36.2'), cluster('b', '1.36.2'), cluster('c', '1.35.4')])
  const landscape = await buildLandscape(visible, at)
  const entry = visible.profiles.get('profile')
  if (entry === undefined) throw new Error('There is a profile.')
  const selection = { what: 'Kubernetes', version: '1.36.2' }
  return { landscape, entry, selection, record: await recordOfVersion(landscape, entry, selection, history) }
}

async function told(rule: Parameters<typeof evidenceView>[4]['rule'] = null) {
  const { landscape, entry, selection, record } = await recorded()
  return promotionEvidenceAnswer.parse(evidenceView(landscape, entry, selection, record, { rule, isCut: true }))
}

it('tells what clusters that are seen today went through with a version, up to the clock', async () => {
  expect(await told()).toMatchObject({
    stage: 'preview',
    since: '2026-11-01T00:00:00Z',
    known: '2026-11-21T00:00:00Z',
    among: 3,
    isCut: true,
    clusters: { ran: 2, running: 2 },
    firstAt: '2026-11-10T00:00:00Z',
    isWhole: true,
    clusterDays: 11 + 5,
    updates: 2,
    failed: 1,
    order: [
      { name: 'a', from: '1.35.4', failed: true },
      { name: 'b', from: '1.35.4', failed: false },
    ],
    health: { same: { clusters: 2, before: 0, since: Math.round((7 * 24 * 3600) / 11 / 2) } },
    errors: [
      {
        name: 'a',
        at: '2026-11-11T00:00:00Z',
        until: '2026-11-12T00:00:00Z',
        kind: 'failed',
        errors: [{ description: 'quota exceeded', codes: ['ERR_INFRA_QUOTA_EXCEEDED'] }],
      },
    ],
    rule: null,
    untried: 0,
  })
})

it('and of the version that it would replace, also where that stood when it was promoted', async () => {
  const { predecessor } = await told()
  expect(predecessor).toMatchObject({
    version: '1.35.4',
    from: '2026-11-03T00:00:00Z',
    clusters: 2,
    updates: 0,
    promoted: { at: '2026-11-03T00:00:00Z', clusterDays: 4, isWhole: false },
  })
})

it('tells other landscapes its figures, and no name of a cluster', async () => {
  const { landscape, entry, selection, record } = await recorded()
  const figures = landscapeEvidenceAnswer.shape.found.parse(figuresView(landscape, entry, selection, record))
  const { clusters, clusterDays, course, firstAt, kinds, health } = await told()
  expect(figures).toMatchObject({ ...clusters, clusterDays, course, firstAt, kinds, updates: 2, failed: 1 })
  expect(figures).toMatchObject({ stage: 'preview', expires: null, health: health.same })
  expect(JSON.stringify(figures)).not.toMatch(/"(?:a|b|c|namespace|name|project)"/)
})

it('shows a rule part by part', async () => {
  const { rule } = await told({
    origin: 'asked',
    limits: { clusters: 2, days: 14, failures: 0, clustersHere: null, landscapes: ['canary'] },
  })
  expect(rule?.parts).toEqual([
    { part: 'clusters', value: 2, limit: 2, isMet: true },
    { part: 'days', value: 11, limit: 14, isMet: false },
    { part: 'failures', value: 1, limit: 0, isMet: false },
  ])
})
