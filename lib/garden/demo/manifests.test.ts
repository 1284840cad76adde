import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { demoManifests } from './manifests'

const version = z.object({
  version: z.string(),
  classification: z.string().optional(),
  expirationDate: z.string().optional(),
  lifecycle: z.array(z.object({ classification: z.string(), startTime: z.string() })).optional(),
})
const image = z.object({ name: z.string(), versions: z.array(version) })
const profile = z.object({
  kind: z.literal('CloudProfile'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    kubernetes: z.object({ versions: z.array(version) }),
    machineImages: z.array(image),
    machineTypes: z.array(z.object({ name: z.string(), architecture: z.string() })),
    regions: z.array(z.object({ name: z.string(), zones: z.array(z.object({ name: z.string() })) })),
  }),
})
const namespaced = z.object({
  kind: z.literal('NamespacedCloudProfile'),
  metadata: z.object({ name: z.string(), namespace: z.string() }),
  spec: z.object({
    parent: z.object({ name: z.string() }),
    machineImages: z.array(image).default([]),
    machineTypes: z.array(z.object({ name: z.string(), architecture: z.string() })).default([]),
  }),
})
const project = z.object({
  kind: z.literal('Project'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({ namespace: z.string() }),
})
const worker = z.object({
  name: z.string(),
  machine: z.object({
    type: z.string(),
    architecture: z.string(),
    image: z.object({ name: z.string(), version: z.string() }),
  }),
  minimum: z.number(),
  maximum: z.number(),
  kubernetes: z.object({ version: z.string() }).optional(),
  zones: z.array(z.string()),
})
const shoot = z.object({
  kind: z.literal('Shoot'),
  metadata: z.object({ name: z.string(), namespace: z.string(), annotations: z.record(z.string(), z.string()) }),
  spec: z.object({
    cloudProfile: z.object({ kind: z.string(), name: z.string() }),
    kubernetes: z.object({ version: z.string() }),
    region: z.string(),
    maintenance: z.object({ timeWindow: z.object({ begin: z.string(), end: z.string() }) }),
    provider: z.object({ workers: z.array(worker).default([]) }),
  }),
})
const anything = z.discriminatedUnion('kind', [profile, namespaced, project, shoot])

function demo(shoots: number, born = '2026-11-21') {
  const all = demoManifests({ born, shoots }).map((object) => anything.parse(object))
  return {
    profiles: all.filter((object) => object.kind === 'CloudProfile'),
    namespaced: all.filter((object) => object.kind === 'NamespacedCloudProfile'),
    projects: all.filter((object) => object.kind === 'Project'),
    shoots: all.filter((object) => object.kind === 'Shoot'),
  }
}

const minor = (text: string): string => text.split('.').slice(0, 2).join('.')
const numbers = (text: string): number => text.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0)

const normal = demo(120)

describe('the demo', () => {
  it('is the same every time', () => {
    expect(demoManifests({ born: '2026-11-21', shoots: 200 })).toEqual(
      demoManifests({ born: '2026-11-21', shoots: 200 }),
    )
  })

  it('moves all dates with its birthday, and nothing else', () => {
    const day = (text: string) => text.replace(/\d{4}-\d\d-\d\dT/g, 'T')
    const today = JSON.stringify(demoManifests({ born: '2026-11-21', shoots: 120 }))
    const later = JSON.stringify(demoManifests({ born: '2031-03-01', shoots: 120 }))
    expect(later).not.toBe(today)
    expect(day(later)).toBe(day(today))
  })

  it.each([1, 5, 33, 120, 700])('has exactly %i clusters', (count) => {
    expect(demo(count).shoots).toHaveLength(count)
  })

  it('has eight projects, four profiles and two namespaced ones', () => {
    expect([normal.projects.length, normal.profiles.length, normal.namespaced.length]).toEqual([8, 4, 2])
  })

  it('has more projects when it is large, none of them huge', () => {
    const { shoots, projects } = demo(5000)
    const sizes = new Map<string, number>()
    for (const { metadata } of shoots) sizes.set(metadata.namespace, (sizes.get(metadata.namespace) ?? 0) + 1)
    expect(projects.length).toBeGreaterThan(30)
    expect(Math.max(...sizes.values())).toBeLessThan(250)
  })

  it('has a project for every namespace', () => {
    const { shoots, projects } = demo(5000)
    const namespaces = new Set(projects.map(({ spec }) => spec.namespace))
    expect(shoots.filter(({ metadata }) => !namespaces.has(metadata.namespace))).toEqual([])
  })
})

describe('what the API server would say of the demo', () => {
  it.each(normal.profiles.map((entry) => [entry.metadata.name, entry] as const))(
    '%s: the latest Kubernetes version has no end',
    (_, { spec }) => {
      const latest = spec.kubernetes.versions.reduce((a, b) => (numbers(b.version) > numbers(a.version) ? b : a))
      expect(latest.expirationDate).toBeUndefined()
      expect(latest.lifecycle?.at(-1)?.classification).not.toBe('expired')
    },
  )

  it.each(normal.profiles.map((entry) => [entry.metadata.name, entry] as const))(
    '%s: at most one supported version per minor, and no version twice',
    (_, { spec }) => {
      const lists = [spec.kubernetes.versions, ...spec.machineImages.map(({ versions }) => versions)]
      for (const versions of lists) {
        const supported = versions.filter(({ classification }) => classification === 'supported')
        expect(new Set(supported.map((entry) => minor(entry.version))).size).toBe(supported.length)
        expect(new Set(versions.map((entry) => entry.version)).size).toBe(versions.length)
      }
    },
  )

  it('lifecycle stages are in order and begin in order', () => {
    const order = ['preview', 'supported', 'deprecated', 'expired']
    const lifecycles = normal.profiles
      .flatMap(({ spec }) => [spec.kubernetes.versions, ...spec.machineImages.map((entry) => entry.versions)])
      .flat()
      .flatMap(({ lifecycle }) => (lifecycle ? [lifecycle] : []))
    expect(lifecycles.length).toBeGreaterThan(10)
    for (const stages of lifecycles) {
      const names = stages.map(({ classification }) => order.indexOf(classification))
      const times = stages.map(({ startTime }) => Date.parse(startTime))
      expect(names).toEqual([...new Set(names)].sort())
      expect(times).toEqual([...times].sort((a, b) => a - b))
    }
  })

  const large = demo(6000)

  it('names keep to the limits: project 10, project and cluster 21, pool 15', () => {
    for (const { metadata, spec } of large.shoots) {
      const owner = metadata.namespace.slice('garden-'.length)
      expect(owner.length).toBeLessThanOrEqual(10)
      expect(`${owner}${metadata.name}`.length).toBeLessThanOrEqual(21)
      for (const { name } of spec.provider.workers) expect(name.length).toBeLessThanOrEqual(15)
    }
  })

  it('no name is given twice', () => {
    const names = large.shoots.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it('windows last from half an hour to six hours', () => {
    const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(2, 4))
    for (const { spec } of large.shoots) {
      const { begin, end } = spec.maintenance.timeWindow
      const length = (minutes(end) - minutes(begin) + 1440) % 1440
      expect(begin.slice(6)).toBe(end.slice(6))
      expect(length).toBeGreaterThanOrEqual(30)
      expect(length).toBeLessThanOrEqual(360)
    }
  })

  it('every version, image, machine type, region and zone is offered by the profile', () => {
    const missing: string[] = []
    for (const { metadata, spec } of large.shoots) {
      const own =
        spec.cloudProfile.kind === 'NamespacedCloudProfile'
          ? large.namespaced.find((entry) => entry.metadata.name === spec.cloudProfile.name)
          : undefined
      expect(own?.metadata.namespace ?? metadata.namespace).toBe(metadata.namespace)
      const parent = own?.spec.parent.name ?? spec.cloudProfile.name
      const base = large.profiles.find((entry) => entry.metadata.name === parent)?.spec
      const images = [...(base?.machineImages ?? []), ...(own?.spec.machineImages ?? [])]
      const types = [...(base?.machineTypes ?? []), ...(own?.spec.machineTypes ?? [])]
      const zones = base?.regions.find((entry) => entry.name === spec.region)?.zones.map((zone) => zone.name) ?? []
      const check = (fine: boolean, what: string) => fine || missing.push(`${metadata.name}: ${what}`)
      const listed = (text: string) => base?.kubernetes.versions.some((entry) => entry.version === text) ?? false
      check(listed(spec.kubernetes.version), spec.kubernetes.version)
      for (const { machine, kubernetes, zones: used } of spec.provider.workers) {
        const named = images.filter((entry) => entry.name === machine.image.name).flatMap((entry) => entry.versions)
        check(
          named.some((entry) => entry.version === machine.image.version),
          machine.image.version,
        )
        check(
          types.some((type) => type.name === machine.type && type.architecture === machine.architecture),
          machine.type,
        )
        check(used.length > 0 && used.every((zone) => zones.includes(zone)), used.join())
        check(kubernetes === undefined || listed(kubernetes.version), kubernetes?.version ?? '')
      }
    }
    expect(missing).toEqual([])
  })
})
