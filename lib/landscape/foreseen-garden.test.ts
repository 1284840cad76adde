import { beforeAll, describe, expect, it, vi } from 'vitest'
import { shootsQuery } from '@/lib/contract/selection'
import { whatIfQuery } from '@/lib/contract/what-if'
import { maintain, windowOf } from '@/lib/engine/rules/maintain'
import { rotated } from '@/lib/engine/rules/operations'
import { firstDay, momentOn, scheduleOf } from '@/lib/engine/rules/window'
import { memoized } from '@/lib/engine/testdata/memoized'
import { after } from '@/lib/engine/testdata/replay'
import { runs, share } from '@/lib/engine/testdata/runs'
import { DAY, HOUR, MINUTE } from '@/lib/engine/time'
import type { CloudProfile, Instant, Shoot } from '@/lib/engine/types'
import type { Garden, Snapshot } from '@/lib/garden'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { profileKey } from '@/lib/garden/garden'
import { openGarden } from '@/lib/garden/open-garden'
import { statusBody } from '@/lib/http/status-body'
import { shootView } from '@/lib/questions/cluster/answer/shoot'
import { whyView } from '@/lib/questions/cluster/answer/why'
import { shootsView } from '@/lib/questions/clusters/answer/shoots'
import { whatIfCsv } from '@/lib/questions/draft/answer/what-if/rows'
import { whatIfView } from '@/lib/questions/draft/answer/what-if/view'
import { findView } from '@/lib/questions/find/answer'
import { scenarioView } from '@/lib/questions/guides/answer/guide'
import { scenarioQuery } from '@/lib/questions/guides/contract'
import { gardenView } from '@/lib/questions/overview/answer/garden'
import { policyEffectsView } from '@/lib/questions/policy/answer/policy-effects'
import { profilesView, profileView } from '@/lib/questions/profiles/answer/profile'
import * as problemWords from '@/lib/words/faults'
import { holdsFrom } from './foreseen-garden'
import { buildLandscape, buildLandscapeAhead, type Landscape } from './landscape'
import { EXAMPLE, readPolicyText } from './policy'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const now = Date.parse('2026-11-21T18:00:00Z')
let garden: Garden
let snapshot: Snapshot

beforeAll(async () => {
  // Fewer where properties are tried less: comparing all answers of a landscape takes the longest of all unit tests.
  garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: String(Math.max(40, runs(200))) })
  await garden.ready()
  snapshot = garden.snapshot()
})

/** The landscape with every cluster maintained, by the rules of one maintenance, in every window until then. */
function maintained(until: Instant): Snapshot {
  const shoots = snapshot.shoots.map((shoot) => {
    const profile = snapshot.profiles.get(profileKey(shoot.profile))?.profile
    return profile === undefined || shoot.deletionTimestamp !== undefined ? shoot : afterAll(shoot, profile, until)
  })
  return { ...snapshot, shoots: ChunkedList.of(shoots) }
}

function afterAll(shoot: Shoot, profile: CloudProfile, until: Instant): Shoot {
  const schedule = scheduleOf(windowOf(shoot), 'latestStart')
  let current = shoot
  for (let day = firstDay(schedule, now); momentOn(schedule, day) < until; day++) {
    const at = momentOn(schedule, day)
    const done = maintain(current, memoized(profile), at)
    const next = after(current, done)
    current = done.denied || done.error !== null ? next : rotated(next, at)
  }
  return current
}

/** A draft that meets clusters, and removes what is in use. */
const draft = (landscape: Landscape) => {
  const [kept, removed] = ['1.34.7', '1.33.11']
  return whatIfQuery.parse({
    profile: 'aws',
    limit: 500,
    edits: [
      { kind: 'expire', image: null, version: kept, expirationDate: new Date(landscape.at + 9 * DAY).toISOString() },
      { kind: 'remove', image: null, version: removed },
    ],
  })
}

/** What every route answers, without what tells that it is foreseen. */
async function told(landscape: Landscape) {
  const plain = <T extends object>(answer: T) => ({ ...answer, foreseenFrom: undefined })
  const entries = [...landscape.snapshot.profiles.values()]
  const policy = readPolicyText(EXAMPLE)
  const aws = landscape.snapshot.profiles.get('aws')
  if (policy.kind !== 'ok' || aws === undefined) throw new Error('no policy, or no profile')
  const scenario = (name: string) =>
    scenarioView(landscape, scenarioQuery.parse({ profile: 'gcp', scenario: name }), null)
  const members = share(landscape.roster.members.map((_, i) => i))
  return {
    overview: plain(await gardenView(landscape, statusBody(garden, problemWords), 'Europe/Berlin')),
    shoots: await Promise.all(
      ['attention', 'next', 'version'].map(async (sort) =>
        plain(await shootsView(landscape, shootsQuery.parse({ sort, limit: 500 }))),
      ),
    ),
    each: members.map((i) => {
      const { lastMaintenance, ...answer } = shootView(landscape, i)
      return { ...plain(answer), lastMaintenance: lastMaintenance && { ...lastMaintenance, foreseen: null } }
    }),
    why: (await Promise.all(members.map((i) => whyView(landscape, i, landscape.at + 20 * DAY)))).map(plain),
    profiles: plain(profilesView(landscape)),
    profile: entries.map((entry) => plain(profileView(landscape, entry, null))),
    versions: entries.flatMap((entry) =>
      share(entry.profile.kubernetes).map(({ version }) =>
        plain(profileView(landscape, entry, { what: 'Kubernetes', version })),
      ),
    ),
    find: plain(findView(landscape, '1.3')),
    whatIf: plain(await whatIfView(landscape, draft(landscape))),
    csv: await whatIfCsv(landscape, draft(landscape)),
    scenarios: await Promise.all(['replace', 'remove', 'deprecate'].map(async (name) => plain(await scenario(name)))),
    policyEffects: await policyEffectsView(landscape, aws, { zone: 'UTC', policy: policy.policy }),
  }
}

describe('the landscape at an instant that lies ahead', () => {
  it.each([
    ['this evening, some windows open', 5 * HOUR],
    ['tomorrow', DAY],
    ['in 23 days', 23 * DAY + 5 * HOUR],
    ['in four months', 120 * DAY + 17 * MINUTE],
    ['in a year', 365 * DAY],
  ])('%s is that of a garden whose clusters were maintained until then', async (_, ahead) => {
    const at = now + ahead
    const foreseen = await told(await buildLandscapeAhead(snapshot, now, at))
    expect(foreseen).toEqual(await told(await buildLandscape(maintained(at), at)))
  })

  it('is another one than that of today at that hour', async () => {
    const at = now + 23 * DAY
    const ahead = await buildLandscapeAhead(snapshot, now, at)
    const { figures } = await gardenView(ahead, statusBody(garden, problemWords), 'UTC')
    expect(figures).not.toEqual(
      (await gardenView(await buildLandscape(snapshot, at), statusBody(garden, problemWords), 'UTC')).figures,
    )
  })

  it('has every cluster where its own forecast has it then', async () => {
    const today = await buildLandscape(snapshot, now)
    const forecasts = share(today.roster.members.map((_, i) => i)).map((i) => [i, shootView(today, i)] as const)
    for (const days of [1, 22, 23, 24, 100]) {
      const at = now + days * DAY
      const ahead = await buildLandscapeAhead(snapshot, now, at)
      for (const [i, { steps, shoot }] of forecasts) {
        const last = steps.findLast(({ lastWindowBegin, window }) => begun(lastWindowBegin, window) < at)
        const { kubernetes, pools } = ahead.roster.members.length > 0 ? shootView(ahead, i).shoot : shoot
        expect([shoot.name, kubernetes.version]).toEqual([
          shoot.name,
          last?.versions.kubernetes ?? shoot.kubernetes.version,
        ])
        expect(pools.map((pool) => pool.image?.version)).toEqual(
          (last?.versions.workers ?? shoot.pools).map((pool) => pool.image?.version),
        )
      }
    }
  })

  it('tells what it foresees as foreseen, and what was recorded as recorded', async () => {
    const today = await buildLandscape(snapshot, now)
    const ahead = await buildLandscapeAhead(snapshot, now, now + 60 * DAY)
    let [foreseen, recorded] = [0, 0]
    for (let i = 0; i < ahead.roster.members.length; i++) {
      const before = shootView(today, i)
      const { lastMaintenance, foreseenFrom } = shootView(ahead, i)
      expect(foreseenFrom).toBe('2026-11-21T18:00:00Z')
      expect(before.foreseenFrom).toBeUndefined()
      expect(before.lastMaintenance?.foreseen ?? false).toBe(false)
      if (lastMaintenance === null) continue
      if (lastMaintenance.foreseen) foreseen++
      else recorded++
      const isLater = lastMaintenance.at !== null && Date.parse(lastMaintenance.at) >= now
      expect(isLater || lastMaintenance.description === 'Maintenance succeeded').toBe(lastMaintenance.foreseen)
    }
    const { length } = ahead.roster.members
    expect(foreseen).toBeGreaterThan(length / 4)
    expect(recorded).toBeGreaterThan(length / 40)
  })

  it('lets other requests through while clusters are moved', async () => {
    let others = 0
    const timer = setInterval(() => others++, 1)
    const shoots = Array.from({ length: 100 }, (_, n) =>
      snapshot.shoots.map((shoot) => ({ ...shoot, namespace: `${shoot.namespace}-${n}` })),
    ).flat()
    await buildLandscapeAhead({ ...snapshot, shoots: ChunkedList.of(shoots) }, now, now + 40 * DAY)
    clearInterval(timer)
    expect(others).toBeGreaterThan(0)
  })
})

describe('an instant that does not lie ahead', () => {
  it.each([
    ['now', 0],
    ['in the past', -9 * DAY],
  ])('%s has the landscape as it was read', async (_, later) => {
    const landscape = await buildLandscapeAhead(snapshot, now, now + later)
    expect(landscape.snapshot).toBe(snapshot)
    expect(landscape.foreseen).toBeUndefined()
  })
})

it('what was foreseen holds from a later instant on as long as no window acted', async () => {
  const one = { ...snapshot, shoots: ChunkedList.of([...snapshot.shoots].slice(0, 1)) }
  const [shoot] = one.shoots
  if (shoot === undefined) throw new Error('no shoot')
  const schedule = scheduleOf(windowOf(shoot), 'latestStart')
  const acts = momentOn(schedule, firstDay(schedule, now))
  const { foreseen } = await buildLandscapeAhead(one, now, now + 9 * DAY)
  if (foreseen === undefined) throw new Error('nothing foreseen')
  expect(holdsFrom(foreseen, acts)).toBe(true)
  expect(holdsFrom(foreseen, acts + 1000)).toBe(false)
  expect(holdsFrom(foreseen, now - 1000)).toBe(false)
})

/** The latest start of the last of the nights that a step stands for. */
function begun(lastWindowBegin: string, window: { readonly begin: string; readonly latestStart: string }): Instant {
  return Date.parse(lastWindowBegin) + Date.parse(window.latestStart) - Date.parse(window.begin)
}
