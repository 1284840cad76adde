import { beforeAll, describe, expect, it, test } from 'vitest'
import type { ShootAnswer } from '@/lib/contract/clusters'
import { shootsQuery } from '@/lib/contract/selection'
import { image, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import { DAY } from '@/lib/engine/time'
import type { Snapshot } from '@/lib/garden'
import { openGarden } from '@/lib/garden/open-garden'
import { profileBadge } from '@/lib/pictures/badge'
import { knownUntil, shootView } from '@/lib/questions/cluster/answer/shoot'
import { shootsView } from '@/lib/questions/clusters/answer/shoots'
import { projectView } from '@/lib/questions/projects/answer/project'
import { versionView } from '@/lib/questions/version/answer/version'
import { figuresOf, profilesInUse } from './class-sums'
import { buildLandscape, buildLandscapeAhead, type Landscape } from './landscape'
import { findShoot } from './lookup'

const keyOf = ({ namespace, name }: { readonly namespace: string; readonly name: string }) => `${namespace}/${name}`

/** Places that tell the same fact tell the same. */

/** In the evening before most windows, within one of an hour, and two months ahead. */
const EVENING = Date.parse('2026-11-21T18:00:00Z')
const WITHIN = Date.parse('2026-11-21T21:20:00Z')
const AHEAD = EVENING + 60 * DAY

describe.each([
  ['in the evening', EVENING],
  ['within windows', WITHIN],
  ['ahead', AHEAD],
])('%s', (_, at) => {
  let snapshot: Snapshot
  let landscape: Landscape
  /** What the page of each cluster tells, by position. */
  let told: readonly ShootAnswer[]
  beforeAll(async () => {
    const garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '150' })
    await garden.ready()
    snapshot = garden.snapshot()
    landscape = at === AHEAD ? await buildLandscapeAhead(snapshot, EVENING, at) : await buildLandscape(snapshot, at)
    told = [...landscape.roster.members].map((_member, position) => shootView(landscape, position))
  })
  const total = async (query: Record<string, unknown>) => (await shootsView(landscape, shootsQuery.parse(query))).total

  it('what a cluster runs now is what its lanes have now, also in a window that is open', () => {
    const differ = told.flatMap(({ lanes, shoot: row }) => {
      return lanes.flatMap(({ id, pool, segments }) => {
        const now = segments.find(
          ({ from, to }) => (from === null || Date.parse(from) <= at) && (to === null || Date.parse(to) > at),
        )
        const own = row.pools.find(({ name }) => name === pool)
        const runs = id.endsWith('/image') ? own?.image : (own?.kubernetes ?? row.kubernetes)
        const isSame = now?.version === runs?.version && now?.stage === runs?.stage
        return isSame ? [] : [`${row.name} ${id}: ${now?.version} ${now?.stage}, ${runs?.version} ${runs?.stage}`]
      })
    })
    expect(differ).toEqual([])
  })

  it('a night that forces one part and fails for another is in the lists of both, and counts as both on its day', async () => {
    const keys = async (event: string) =>
      (await shootsView(landscape, shootsQuery.parse({ event: [event], within: '365', limit: '500' }))).items.map(keyOf)
    const [forced, fails] = [await keys('forced'), await keys('fails')]
    let both = 0
    for (const { shoot, steps } of told) {
      const mixed = steps.some(
        ({ kind, denied, changes }) =>
          kind === 'fails' && !denied && changes.some(({ to, why }) => to !== null && why !== 'auto'),
      )
      expect(steps.some(({ kinds }) => kinds.length > 1)).toBe(mixed)
      if (!mixed) continue
      both++
      expect([forced.includes(keyOf(shoot)), fails.includes(keyOf(shoot))]).toEqual([true, true])
    }
    expect(both).toBeGreaterThan(0)
  })

  it('a version tells of who leaves it the night that the cluster tells, and what it is for the version itself', async () => {
    const steps = new Map(told.map((answer) => [keyOf(answer.shoot), answer.steps]))
    const others = new Set<string>()
    for (const [key, entry] of snapshot.profiles) {
      for (const [what, version] of running(landscape, key)) {
        for (const { next, ...cluster } of (await versionView(landscape, entry, { what, version }, 'UTC')).items) {
          if (next === null) continue
          const step = steps.get(keyOf(cluster))?.find(({ window }) => window.begin === next.window.begin)
          expect({ ...cluster, kind: next.kind, kinds: next.kinds }).toEqual({
            ...cluster,
            kind: step?.kind,
            kinds: step?.kinds,
          })
          if (next.own !== next.kind) others.add(`${next.own} in a night that ${next.kind}`)
        }
      }
    }
    expect(others).toContain('forced in a night that fails')
  })

  it('what is listed as forced is told of a part that is forced', async () => {
    const items = (await shootsView(landscape, shootsQuery.parse({ event: ['forced'], within: '365', limit: '500' })))
      .items
    for (const { asked } of items)
      expect([asked?.kinds, asked?.to]).toEqual([expect.arrayContaining(['forced']), expect.any(String)])
    expect(items.some(({ asked }) => asked?.kind === 'fails')).toBe(true)
  })

  it('a project says of a stuck cluster until when it fails as the cluster does', () => {
    let some = 0
    for (const project of new Set([...landscape.roster.members].map((member) => member.project))) {
      for (const { namespace, name, until } of projectView(landscape, project, 'UTC').stuck.items) {
        const position = findShoot(landscape, namespace, name)
        const steps = told[position]?.steps ?? []
        const nights = steps.flatMap(({ kind, lastWindowBegin }) => (kind === 'fails' ? [lastWindowBegin] : []))
        if (until === null) expect(steps.at(-1)?.kind).toBe('fails')
        else expect(nights).toContain(until)
        if (until !== null) some++
      }
    }
    expect(some).toBeGreaterThan(0)
  })

  it('the badge of a profile counts what the profile and the list count', async () => {
    for (const name of profilesInUse(landscape)) {
      const { forced90, stuck } = figuresOf(landscape, name)
      expect([forced90, stuck]).toEqual([
        await total({ profile: [name], event: ['forced'], within: '90' }),
        await total({ profile: [name], event: ['fails'], within: '90' }),
      ])
      const parts = [forced90 === 0 ? [] : `${forced90} forced`, stuck === 0 ? [] : `${stuck} stuck`].flat()
      expect(profileBadge(landscape, name).text).toBe(`${parts.join(', ') || 'nothing is forced'} within 90 d`)
    }
  })
})

/** Every version that some cluster on the profile runs. */
function running({ usage }: Landscape, profile: string): readonly (readonly [what: string, version: string])[] {
  const found = [...(usage.get(profile)?.versions.keys() ?? [])]
  return found.map((key) => [key.slice(0, key.lastIndexOf(' ')), key.slice(key.lastIndexOf(' ') + 1)])
}

test.each([
  [
    'the end of a lower version of its image says nothing of it',
    profile(['1.34.1'], image('linux', 'major', ['1.0.0 - 2027-03-01', '1.1.0'])),
    null,
  ],
  [
    'that of its own version does, and of a higher one',
    profile(['1.34.1'], image('linux', 'major', ['1.0.0 - 2027-03-01', '1.1.0 - 2027-01-01', '1.2.0 - 2027-02-01'])),
    '2027-02-01',
  ],
  [
    'an image that it does not run says nothing',
    profile(['1.34.1'], image('linux', 'major', ['1.1.0']), image('other', 'major', ['9.0.0 - 2027-03-01'])),
    null,
  ],
  ['of Kubernetes it is the same', profile(['1.33.1 - 2027-03-01', '1.34.1', '1.34.2 - 2027-01-01']), '2027-01-01'],
])('how far dates are known: %s', (_, offered, day) => {
  const one = shoot('1.34.1', [worker('pool linux 1.1.0')])
  expect(knownUntil(one, offered, EVENING)).toBe(day === null ? undefined : instant(day))
})
