import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { runs } from '@/lib/engine/testdata/runs'
import type { Snapshot } from '@/lib/garden'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { openGarden } from '@/lib/garden/open-garden'
import { statusBody } from '@/lib/http/status-body'
import { gardenView } from '@/lib/questions/overview/answer/garden'
import * as problemWords from '@/lib/words/faults'
import { type ClassSum, classSums } from './class-sums'
import { positionsOfClasses, type ShootClass } from './classes'
import { advanceLandscape, buildLandscape, type Landscape } from './landscape'
import { landscapeOfProjects } from './projects'
import { arrivals, isOn } from './trajectory'
import { classesAbout } from './version-classes'

const at = Date.parse('2026-11-21T18:00:00Z')
const garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '300' })
let snapshot: Snapshot

beforeAll(async () => {
  await garden.ready()
  snapshot = garden.snapshot()
})

class Count implements ClassSum {
  clusters = 0
  added = 0

  add(shoots: ShootClass, times: 1 | -1): void {
    this.clusters += times * shoots.clusters
    this.added++
  }

  told() {
    const { clusters, added } = this
    return { clusters, added }
  }
}

const sumsOf = classSums('counts of a test', { count: Count })
const countOf = async (landscape: Landscape) => (await sumsOf(landscape)).count

async function next(
  landscape: Landscape,
  revision: string,
  change: (shoots: Snapshot['shoots']) => Snapshot['shoots'],
) {
  const advanced = await advanceLandscape(landscape, {
    ...landscape.snapshot,
    revision,
    shoots: change(landscape.snapshot.shoots),
  })
  if (advanced === null) throw new Error('not gone on')
  return advanced
}

const withVersion = (place: number, kubernetesVersion: string) => (shoots: Snapshot['shoots']) => {
  const shoot = shoots.at(place)
  if (shoot === undefined) throw new Error('no shoot')
  return shoots.toSpliced(place, 1, { ...shoot, kubernetesVersion })
}

it('looks only at classes that a change touched', async () => {
  const landscape = await buildLandscape(snapshot, at)
  const { added } = await countOf(landscape)
  expect(added).toBeGreaterThan(50)
  const changed = await next(landscape, 'changed', withVersion(77, '1.33.9'))
  expect((await countOf(changed)).clusters).toBe(300)
  expect((await countOf(changed)).added).toBeLessThan(added + 5)
  const gone = await next(changed, 'gone', (shoots) => shoots.toSpliced(3, 1))
  expect((await countOf(gone)).clusters).toBe(299)
  expect((await countOf(gone)).added).toBeLessThan(added + 10)
})

it('goes back to a landscape of before, and leaves that of some projects apart', async () => {
  const landscape = await buildLandscape(snapshot, at)
  const gone = await next(landscape, 'gone', (shoots) => shoots.toSpliced(3, 1))
  const { project } = landscape.roster.members.at(0) ?? {}
  const some = await landscapeOfProjects(gone, [project ?? ''])
  for (const one of [landscape, gone, some, landscape, gone, some])
    expect((await countOf(one)).clusters).toBe(one.roster.members.length)
  expect(some.roster.members.length).toBeLessThan(100)
})

it('goes on from one landscape in two ways, each with a class that the other does not know', async () => {
  const landscape = await buildLandscape(snapshot, at)
  for (const [revision, place, version] of [
    ['one', 77, '9.9.8'],
    ['other', 78, '9.9.9'],
  ] as const) {
    const changed = await next(landscape, revision, withVersion(place, version))
    const classes = (one: Landscape) => one.classes.all.map(({ forecast: _, ...rest }) => rest)
    expect(classes(changed)).toEqual(classes(await buildLandscape(changed.snapshot, at)))
    expect((await countOf(changed)).clusters).toBe(300)
  }
})

it('has the same as sums of a landscape that was made anew, whatever changed and in whatever order they are asked for', {
  timeout: 300_000,
}, async () => {
  const told = async (landscape: Landscape, zone: string) => ({
    overview: await gardenView(landscape, statusBody(garden, problemWords), zone),
    marks: [...landscape.expiries].filter(([, marks]) => marks.length > 0).sort(),
    figures: [...landscape.figures].sort(),
    usage: landscape.usage,
    classes: landscape.classes.all.map(({ forecast: _, ...rest }) => rest),
    places: [...landscape.classes.places],
    shoots: landscape.classes.all.map((_, place) => [...landscape.classes.of(place)]),
    versions: landscape.snapshot.profiles
      .get('aws')
      ?.profile.kubernetes.map((listed) =>
        classesAbout(landscape, 'aws', { what: 'Kubernetes', version: listed.version }).map(([place]) => place),
      ),
  })
  const versions = ['1.31.14', '1.32.13', '1.33.9', '1.34.1', '9.9.9']
  const change = fc.record({
    how: fc.constantFrom('version', 'pool', 'deleted', 'removed', 'added'),
    place: fc.nat(),
    version: fc.constantFrom(...versions),
    zone: fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Auckland'),
    isAsked: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 10 }), fc.boolean(), async (changes, isReversed) => {
      const landscapes = [await buildLandscape(snapshot, at)]
      for (const [i, { how, place, version, zone, isAsked }] of changes.entries()) {
        const landscape = await next(landscapes.at(-1) ?? fail(), `${i}`, (shoots) => {
          const there = place % shoots.length
          const shoot = shoots.at(there) ?? fail()
          if (how === 'version') return shoots.toSpliced(there, 1, { ...shoot, kubernetesVersion: version })
          if (how === 'pool')
            return shoots.toSpliced(there, 1, {
              ...shoot,
              workers: shoot.workers.map((w) => ({ ...w, maximum: 9 + i })),
            })
          if (how === 'deleted') return shoots.toSpliced(there, 1, { ...shoot, deletionTimestamp: at })
          if (how === 'removed') return shoots.toSpliced(there, 1)
          return ChunkedList.of([...shoots].toSpliced(there + 1, 0, { ...shoot, name: `${shoot.name}-new-${i}` }))
        })
        landscapes.push(landscape)
        if (isAsked) await told(landscape, zone)
      }
      const zone = changes[0]?.zone ?? 'UTC'
      for (const landscape of isReversed ? landscapes.reverse() : landscapes)
        expect(await told(landscape, zone)).toEqual(await told(await buildLandscape(landscape.snapshot, at), zone))
    }),
    { numRuns: runs(10) },
  )
})

it('knows the shoots of each class, and every class that has to do with a version', async () => {
  const landscape = await buildLandscape(snapshot, at)
  const all = [...landscape.classes.all.entries()]
  expect([...positionsOfClasses(landscape, all.map(([place]) => place).reverse())]).toEqual([
    ...landscape.classes.places.keys(),
  ])
  for (const [place] of all)
    for (const position of landscape.classes.of(place)) expect(landscape.classes.places[position]).toBe(place)
  let found = 0
  for (const [key, { profile }] of snapshot.profiles) {
    const listed = [
      ...profile.kubernetes.map(({ version }) => ({ what: 'Kubernetes', version })),
      ...profile.machineImages.flatMap(({ name, versions }) =>
        versions.map(({ version }) => ({ what: name, version })),
      ),
    ]
    for (const { what, version } of listed) {
      const arrival = arrivals(what, version)
      const wanted = all.filter(
        ([, one]) =>
          one.profile === key &&
          (isOn(one.example, what, version) || arrival(one.forecast, landscape.until) !== undefined),
      )
      expect(classesAbout(landscape, key, { what, version }), `${key} ${what} ${version}`).toEqual(wanted)
      found += wanted.length
    }
  }
  expect(found).toBeGreaterThan(500)
})

function fail(): never {
  throw new Error('There is none.')
}
