import { beforeAll, describe, expect, it } from 'vitest'
import { profileKey } from '@/lib/garden/garden'
import { openGarden } from '@/lib/garden/open-garden'
import { buildLandscapeAhead, type Landscape } from '@/lib/landscape/landscape'
import { findVersion } from '@/lib/landscape/lookup'
import { isOn } from '@/lib/landscape/trajectory'
import { versionKey } from '@/lib/landscape/usage'
import { type VersionAnswer, versionAnswer } from '../contract'
import { versionView } from './version'

const at = Date.parse('2026-11-21T18:00:00Z')

async function gardenAt(instant: number): Promise<Landscape> {
  const garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '400' })
  await garden.ready()
  return buildLandscapeAhead(garden.snapshot(), at, instant)
}

async function view(landscape: Landscape, ...ref: string[]): Promise<VersionAnswer> {
  const { entry, selection } = findVersion(landscape, ref)
  return versionAnswer.parse(await versionView(landscape, entry, selection, 'UTC'))
}

function everyVersion(landscape: Landscape): Promise<VersionAnswer[]> {
  const all = [...landscape.snapshot.profiles.values()].flatMap((entry) => {
    const lists = [{ name: 'kubernetes', versions: entry.profile.kubernetes }, ...entry.profile.machineImages]
    return lists.flatMap(({ name, versions }) =>
      versions.map(({ version }) => view(landscape, ...profileKey(entry.ref).split('/'), name, version)),
    )
  })
  return Promise.all(all)
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

describe('every version of the demo', () => {
  let landscape: Landscape
  let all: VersionAnswer[]

  beforeAll(async () => {
    landscape = await gardenAt(at)
    all = await everyVersion(landscape)
  })

  it('counts the same clusters in every part', () => {
    expect(all.length).toBeGreaterThan(50)
    for (const { what, version, profile, clusters, nodes, course, path, projects, items, offered, holds } of all) {
      const name = `${profileKey(profile)} ${what} ${version}`
      expect(course[0]?.clusters, name).toBe(clusters)
      expect(offered?.clusters, name).toBe(clusters)
      expect(sum(projects.map((one) => one.clusters)), name).toBe(clusters)
      expect(sum(projects.map((one) => one.nodes.max)), name).toBe(nodes.max)
      expect(items.length, name).toBe(Math.min(12, clusters))
      const node = path.nodes.find((one) => one.version === version)
      expect(node?.now, name).toBe(clusters)
      expect(holds.profiles[0], name).toEqual({ profile, clusters })
      expect(sum(holds.profiles.map((one) => one.clusters)), name).toBe(sum(holds.groups.map((one) => one.clusters)))
    }
  })

  it('tells of those that failed before since when they do', () => {
    const failing = all.flatMap(({ items }) =>
      items.flatMap(({ name, fails }) => (fails === null ? [] : [{ name, ...fails }])),
    )
    const before = failing.filter(({ from }) => Date.parse(from) < at)
    expect(before.map(({ name }) => name)).toContain('bidder-legacy')
    expect(before.length).toBeLessThan(failing.length)
  })

  it('brings everybody of a path from somewhere', () => {
    const coming = all.filter(({ path }) => path.nodes.some((node) => node.column > 0 && node.now > 0))
    expect(coming.length).toBeGreaterThan(5)
    for (const { version, path, clusters } of all) {
      const node = path.nodes.find((one) => one.version === version)
      const arriving = path.bands.filter((band) => band.to === version)
      expect(node?.clusters).toBe(clusters + sum(arriving.map((band) => band.clusters)))
      for (const band of arriving) expect(path.nodes.find((one) => one.version === band.from)?.column).toBe(0)
      for (const one of path.nodes) {
        const leaving = sum(path.bands.filter((band) => band.from === one.version).map((band) => band.clusters))
        expect(leaving).toBeLessThanOrEqual(one.clusters)
      }
    }
  })

  it('may be removed exactly where Gardener does not answer', () => {
    const refused = all.filter(({ holds }) =>
      (holds.refusals ?? []).some((text) => text.includes('still in use by shoot')),
    )
    expect(refused.length).toBeGreaterThan(5)
    for (const { clusters, holds, profile } of refused) {
      expect(clusters > 0 || holds.groups.length > 0, profileKey(profile)).toBe(true)
      expect(holds.refusalsTotal).toBeGreaterThanOrEqual(holds.refusals?.length ?? 0)
    }
  })

  it('is on as many clusters as the forecast of a later day has on it', async () => {
    const later = at + 60 * 86_400_000
    const then = await gardenAt(later)
    for (const { what, version, profile, course } of all.filter(({ clusters }) => clusters > 0)) {
      const expected = [...then.roster.members].filter(
        (member) => member.profile === profileKey(profile) && isOn(member.shoot, what, version),
      ).length
      const known = course.findLast((step) => Date.parse(step.at) <= later)?.clusters
      // Between the begin of a window and its latest start a cluster may be counted as either.
      expect(
        Math.abs((known ?? 0) - expected),
        `${profileKey(profile)} ${versionKey(what, version)}`,
      ).toBeLessThanOrEqual(3)
    }
  })
})

it('names what is near when there is no such version', async () => {
  const landscape = await gardenAt(at)
  expect(() => findVersion(landscape, ['aws', 'kubernetes', '1.99.1'])).toThrow()
  expect(() => findVersion(landscape, ['aws'])).toThrow()
  expect(() => findVersion(landscape, [])).toThrow()
})
