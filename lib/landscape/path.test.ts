import { beforeAll, describe, expect, it } from 'vitest'
import type { PathBody } from '@/lib/contract/lifecycle'
import { forecast } from '@/lib/engine/course/forecast'
import { nothingAhead } from '@/lib/engine/outlook'
import { image, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { DAY } from '@/lib/engine/time'
import type { ForecastStep, Shoot } from '@/lib/engine/types'
import { ChunkedList } from '@/lib/garden/chunked-list'
import type { ProfileEntry } from '@/lib/garden/garden'
import { openGarden } from '@/lib/garden/open-garden'
import { demoLandscape } from '@/lib/landscape/testdata/demo'
import { profileView } from '@/lib/questions/profiles/answer/profile'
import { buildLandscape, type Landscape } from './landscape'
import { type ComponentOfClass, trajectoriesOf } from './trajectory'

const at = Date.parse('2026-11-21T18:00:00Z')

/** Every version of every profile, with its path. */
interface Found {
  readonly name: string
  readonly entry: ProfileEntry
  readonly what: string
  readonly version: string
  readonly clusters: number
  readonly path: PathBody
}

function pathsOf(landscape: Landscape): Found[] {
  return [...landscape.snapshot.profiles].flatMap(([name, entry]) => {
    const { kubernetes, images } = profileView(landscape, entry, null)
    const offered = [{ name: 'Kubernetes', versions: kubernetes }, ...images]
    return offered.flatMap(({ name: what, versions }) =>
      versions.flatMap(({ version, clusters }) => {
        const path = profileView(landscape, entry, { what, version }).selected?.path
        return path === undefined ? [] : [{ name, entry, what, version, clusters, path }]
      }),
    )
  })
}

/** Whether a step leaves a component where it is although something was to change. */
function failsIn({ changes, denied }: ForecastStep, component: ComponentOfClass, shoot: Shoot): boolean {
  const pool = component.pool === null ? null : (shoot.workers[component.pool]?.name ?? null)
  return changes.some(
    (change) => change.component === component.kind && change.pool === pool && (denied || change.kind === 'failure'),
  )
}

describe.each([120, 400])('the paths of all versions of a demo with %i clusters', (shoots) => {
  let landscape: Landscape
  let paths: Found[]

  beforeAll(async () => {
    const garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: String(shoots) })
    await garden.ready()
    landscape = await buildLandscape(garden.snapshot(), at)
    paths = pathsOf(landscape)
  })

  it('begin with as many clusters as run the version', () => {
    expect(paths.length).toBeGreaterThan(50)
    for (const { name, what, version, clusters, path } of paths) {
      const begin = path.nodes.find((node) => node.version === version)?.clusters
      expect(begin, `${name} ${what} ${version}`).toBe(clusters)
    }
  })

  it('lose nobody: who arrives at a version, and no more, leaves it or stays', () => {
    for (const { version, path } of paths) {
      for (const node of path.nodes) {
        const sum = (bands: PathBody['bands']) => bands.reduce((count, band) => count + band.clusters, 0)
        if (node.version !== version)
          expect(sum(path.bands.filter(({ to }) => to === node.version))).toBe(node.clusters)
        expect(sum(path.bands.filter(({ from }) => from === node.version))).toBeLessThanOrEqual(node.clusters)
      }
    }
  })

  it('show as failing exactly those clusters whose own forecast fails, be it for a time', () => {
    let forATime = 0
    for (const { name, entry, what, version, path } of paths) {
      const failing = [...landscape.roster.members].filter(({ shoot, profile }) => {
        if (profile !== name || shoot.deletionTimestamp !== undefined) return false
        const { steps } = forecast(shoot, memoized(entry.profile), { from: at, to: landscape.until })
        const parts = trajectoriesOf(shoot, nothingAhead, what, version).filter(({ isOn }) => isOn)
        return parts.some((part) => steps.some((step) => failsIn(step, part, shoot)))
      })
      const bands = path.bands.filter(({ kind }) => kind === 'fails')
      const shown = bands.reduce((sum, { clusters }) => sum + clusters, 0)
      expect(shown, `${name} ${what} ${version}`).toBe(failing.length)
      forATime += bands.reduce((sum, { over, clusters }) => sum + (over === null ? 0 : clusters), 0)
    }
    expect(forATime, 'some fail for a time only').toBeGreaterThan(0)
  })

  it('tell from now on only of those who do not fail already', () => {
    let before = 0
    for (const { path } of paths) {
      for (const { kind, failedLast, clusters, firstAt } of path.bands) {
        expect(failedLast).toBeLessThanOrEqual(kind === 'fails' ? clusters : 0)
        if (failedLast > 0) expect(Date.parse(firstAt) - at).toBeLessThanOrEqual(DAY)
        before += failedLast
      }
    }
    const failed = [...landscape.roster.members].filter(({ shoot }) => shoot.lastMaintenance?.state === 'Failed')
    expect(failed.length).toBeGreaterThan(0)
    expect(before, 'some who failed last fail again').toBeGreaterThan(0)
  })

  it('say how those who fail for a time go on, and only of those', () => {
    for (const { path } of paths) {
      for (const band of path.bands) {
        expect(band.onward !== null).toBe(band.kind === 'fails' && band.to !== null)
        if (band.onward !== null) expect(band.over).not.toBeNull()
        if (band.over !== null) expect(band.kind).toBe('fails')
        if (band.over !== null) expect(Date.parse(band.over.firstAt)).toBeGreaterThan(Date.parse(band.firstAt))
        expect(band.cause !== null).toBe(band.kind === 'fails')
      }
    }
  })
})

it('three clusters on 1.32.13 of aws are refused from 12 December, and are forced in March', async () => {
  const landscape = await demoLandscape()
  const path = pathsOf(landscape).find(({ name, version }) => name === 'aws' && version === '1.32.13')?.path
  const failing = path?.bands.filter(({ kind }) => kind === 'fails') ?? []
  expect(failing).toMatchObject([
    { from: '1.32.13', to: '1.33.11', onward: 'forced', clusters: 3, cause: 'image-kubelet < 1.33' },
  ])
  expect(failing[0]?.firstAt.slice(0, 10)).toBe('2026-12-12')
  expect(failing[0]?.over?.firstAt.slice(0, 10)).toBe('2027-03-21')
  expect(failing[0]?.over?.lastAt.slice(0, 10)).toBe('2027-03-22')
})

it('count a cluster once that passes a version which another pool of it runs already', async () => {
  const entry: ProfileEntry = {
    ref: { kind: 'CloudProfile', name: 'profile' },
    profile: profile(['1.34.6'], image('linux', 'major', ['1.0.0 deprecated 2026-12-01', '2.0.0 supported'])),
  }
  const pools = [
    ['a linux 1.0.0', 'b linux 2.0.0'],
    ['a linux 1.0.0'],
    ['a linux 1.0.0', 'b linux 1.0.0'],
    ['b linux 2.0.0'],
  ]
  const shoots = pools.map((workers, i) =>
    shoot(
      '1.34.6',
      workers.map((text) => worker(text)),
      { name: `cluster-${i}` },
    ),
  )
  const landscape = await buildLandscape(
    {
      revision: 'path',
      observedAt: at,
      profiles: new Map([['profile', entry]]),
      projects: [{ name: 'dev', namespace: 'garden-dev', members: [] }],
      shoots: ChunkedList.of(shoots),
      problems: [],
    },
    at,
  )
  const { selected } = profileView(landscape, entry, { what: 'linux', version: '1.0.0' })
  const counts = selected?.path.nodes.map(({ version, clusters, now, already }) => [version, clusters, now, already])
  expect(counts).toEqual([
    ['1.0.0', 3, 3, 0],
    ['2.0.0', 3, 0, 1],
  ])
})
