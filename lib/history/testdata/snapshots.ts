/** Small landscapes for tests of histories. */
import { auto, shoot as plainShoot } from '@/lib/engine/testdata/builders'
import { DAY } from '@/lib/engine/time'
import type { Instant, LastMaintenance, Shoot } from '@/lib/engine/types'
import { ChunkedList } from '@/lib/garden/chunked-list'
import type { GardenProject, ProfileEntry, Snapshot } from '@/lib/garden/garden'
import { byPlace, emptySnapshot, profilesInOrder } from '@/lib/garden/snapshot'
import type { Store } from '@/lib/store'

export const day0: Instant = Date.parse('2026-11-01T10:00:00Z')

export function shoot(name: string, more: Partial<Shoot> = {}): Shoot {
  const { window: _, ...plain } = plainShoot('1.33.1')
  const own = { namespace: 'garden-core', name, profile: { kind: 'CloudProfile', name: 'aws' } } as const
  return { ...plain, ...own, creationTimestamp: day0 - DAY, ...auto, ...more }
}

export function profile(name: string, more: Partial<ProfileEntry> = {}): ProfileEntry {
  return {
    ref: { kind: 'CloudProfile', name },
    profile: { kubernetes: [{ version: '1.33.1' }], machineImages: [], machineTypes: [] },
    resourceVersion: '1',
    ...more,
  }
}

export const project = (name: string): GardenProject => ({ name, namespace: `garden-${name}`, members: [] })

export const maintained = (description: string): LastMaintenance => ({ description, state: 'Succeeded' })

let made = 0

/** `before` with what is given in place of it: shoots and projects by name; null: gone. */
export function changed(
  before: Snapshot,
  {
    shoots = {},
    profiles = {},
    projects = {},
  }: {
    readonly shoots?: Readonly<Record<string, Shoot | null>>
    readonly profiles?: Readonly<Record<string, ProfileEntry | null>>
    readonly projects?: Readonly<Record<string, GardenProject | null>>
  },
): Snapshot {
  const listed = with_(
    [...before.shoots].map((one) => [one.name, one]),
    shoots,
  ).sort(byPlace)
  const entries = with_([...before.profiles], profiles)
  return {
    ...before,
    revision: String(++made),
    shoots: ChunkedList.of(listed),
    profiles: profilesInOrder(new Map(entries.map((entry) => [entry.ref.name, entry]))),
    projects: with_(
      before.projects.map((one) => [one.name, one]),
      projects,
    ).sort((a, b) => (a.name < b.name ? -1 : 1)),
  }
}

function with_<T>(known: readonly (readonly [string, T])[], news: Readonly<Record<string, T | null>>): T[] {
  const all = new Map<string, T>(known)
  for (const [name, value] of Object.entries(news)) {
    if (value === null) all.delete(name)
    else all.set(name, value)
  }
  return [...all.values()]
}

/** The store, through which the process with the lead writes like that. */
export function writingThrough(store: Store, through: <T>(write: () => Promise<T>) => Promise<T>): Store {
  return {
    ...store,
    lead: async () => {
      const lead = await store.lead()
      return (
        lead && { isHeld: () => true, together: (work) => through(() => lead.together(work)), end: () => lead.end() }
      )
    },
  }
}

export const landscape = (): Snapshot =>
  changed(emptySnapshot, {
    shoots: { api: shoot('api'), web: shoot('web', { lastMaintenance: maintained('of before') }) },
    profiles: { aws: profile('aws') },
    projects: { core: project('core') },
  })

/** All that a history keeps of a snapshot. */
export function contentsOf({ profiles, projects, shoots, problems }: Snapshot) {
  return { profiles: [...profiles], projects, shoots: [...shoots], problems }
}
