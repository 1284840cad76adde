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
import { advanceIndex, buildIndex, type FleetIndex } from './fleet-index'
import { indexOfProjects } from './projects'
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
const countOf = async (index: FleetIndex) => (await sumsOf(index)).count

async function next(index: FleetIndex, revision: string, change: (shoots: Snapshot['shoots']) => Snapshot['shoots']) {
  const advanced = await advanceIndex(index, { ...index.snapshot, revision, shoots: change(index.snapshot.shoots) })
  if (advanced === null) throw new Error('not gone on')
  return advanced
}

const withVersion = (place: number, kubernetesVersion: string) => (shoots: Snapshot['shoots']) => {
  const shoot = shoots.at(place)
  if (shoot === undefined) throw new Error('no shoot')
  return shoots.toSpliced(place, 1, { ...shoot, kubernetesVersion })
}

it('looks only at classes that a change touched', async () => {
  const index = await buildIndex(snapshot, at)
  const { added } = await countOf(index)
  expect(added).toBeGreaterThan(50)
  const changed = await next(index, 'changed', withVersion(77, '1.33.9'))
  expect((await countOf(changed)).clusters).toBe(300)
  expect((await countOf(changed)).added).toBeLessThan(added + 5)
  const gone = await next(changed, 'gone', (shoots) => shoots.toSpliced(3, 1))
  expect((await countOf(gone)).clusters).toBe(299)
  expect((await countOf(gone)).added).toBeLessThan(added + 10)
})

it('goes back to an index of before, and leaves that of some projects apart', async () => {
  const index = await buildIndex(snapshot, at)
  const gone = await next(index, 'gone', (shoots) => shoots.toSpliced(3, 1))
  const { project } = index.roster.members.at(0) ?? {}
  const some = await indexOfProjects(gone, [project ?? ''])
  for (const one of [index, gone, some, index, gone, some])
    expect((await countOf(one)).clusters).toBe(one.roster.members.length)
  expect(some.roster.members.length).toBeLessThan(100)
})

it('goes on from one index in two ways, each with a class that the other does not know', async () => {
  const index = await buildIndex(snapshot, at)
  for (const [revision, place, version] of [
    ['one', 77, '9.9.8'],
    ['other', 78, '9.9.9'],
  ] as const) {
    const changed = await next(index, revision, withVersion(place, version))
    const classes = (one: FleetIndex) => one.classes.all.map(({ forecast: _, ...rest }) => rest)
    expect(classes(changed)).toEqual(classes(await buildIndex(changed.snapshot, at)))
    expect((await countOf(changed)).clusters).toBe(300)
  }
})

it('has the same as sums of an index that was made anew, whatever changed and in whatever order they are asked for', {
  timeout: 300_000,
}, async () => {
  const told = async (index: FleetIndex, zone: string) => ({
    overview: await gardenView(index, statusBody(garden, problemWords), zone),
    marks: [...index.expiries].filter(([, marks]) => marks.length > 0).sort(),
    figures: [...index.figures].sort(),
    usage: index.usage,
    classes: index.classes.all.map(({ forecast: _, ...rest }) => rest),
    places: [...index.classes.places],
    shoots: index.classes.all.map((_, place) => [...index.classes.of(place)]),
    versions: index.snapshot.profiles
      .get('aws')
      ?.profile.kubernetes.map((listed) =>
        classesAbout(index, 'aws', { what: 'Kubernetes', version: listed.version }).map(([place]) => place),
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
      const indexes = [await buildIndex(snapshot, at)]
      for (const [i, { how, place, version, zone, isAsked }] of changes.entries()) {
        const index = await next(indexes.at(-1) ?? fail(), `${i}`, (shoots) => {
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
        indexes.push(index)
        if (isAsked) await told(index, zone)
      }
      const zone = changes[0]?.zone ?? 'UTC'
      for (const index of isReversed ? indexes.reverse() : indexes)
        expect(await told(index, zone)).toEqual(await told(await buildIndex(index.snapshot, at), zone))
    }),
    { numRuns: runs(10) },
  )
})

it('knows the shoots of each class, and every class that has to do with a version', async () => {
  const index = await buildIndex(snapshot, at)
  const all = [...index.classes.all.entries()]
  expect([...positionsOfClasses(index, all.map(([place]) => place).reverse())]).toEqual([
    ...index.classes.places.keys(),
  ])
  for (const [place] of all)
    for (const position of index.classes.of(place)) expect(index.classes.places[position]).toBe(place)
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
          one.profile === key && (isOn(one.example, what, version) || arrival(one.forecast, index.until) !== undefined),
      )
      expect(classesAbout(index, key, { what, version }), `${key} ${what} ${version}`).toEqual(wanted)
      found += wanted.length
    }
  }
  expect(found).toBeGreaterThan(500)
})

function fail(): never {
  throw new Error('There is none.')
}
