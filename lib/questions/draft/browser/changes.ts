import type { ExpirableVersion, ImageUpdateStrategy } from '@/lib/engine/types'

/** What differs between two states of a profile's lists: versions by their text, images by their name. */
export interface Changes {
  readonly versions: readonly VersionChange[]
  readonly images: readonly ImageChange[]
}

export interface VersionChange {
  /** Null: Kubernetes. */
  readonly image: string | null
  readonly version: string
  /** Null: it is new. */
  readonly before: ExpirableVersion | null
  /** Null: it is gone. */
  readonly after: ExpirableVersion | null
}

export interface ImageChange {
  readonly image: string
  /** Null: the image is new, or gone. */
  readonly before: ImageUpdateStrategy | null
  readonly after: ImageUpdateStrategy | null
}

/** What a profile lists, or what a namespaced one says itself. */
export interface Lists {
  readonly kubernetes: readonly ExpirableVersion[]
  readonly machineImages: readonly {
    readonly name: string
    readonly updateStrategy?: ImageUpdateStrategy
    readonly versions: readonly ExpirableVersion[]
  }[]
}

/** In the order of the lists after, what is gone last; Kubernetes first. */
export function changesBetween(before: Lists, after: Lists): Changes {
  const names = unique([...after.machineImages, ...before.machineImages].map(({ name }) => name))
  return {
    versions: [
      ...listChanges(null, before.kubernetes, after.kubernetes),
      ...names.flatMap((name) =>
        listChanges(name, imageIn(before, name)?.versions ?? [], imageIn(after, name)?.versions ?? []),
      ),
    ],
    images: names.flatMap((name) => {
      const was = imageIn(before, name)?.updateStrategy ?? null
      const is = imageIn(after, name)?.updateStrategy ?? null
      return was === is ? [] : [{ image: name, before: was, after: is }]
    }),
  }
}

function listChanges(
  image: string | null,
  before: readonly ExpirableVersion[],
  after: readonly ExpirableVersion[],
): VersionChange[] {
  if (before === after) return []
  const old = new Map(before.map((listed) => [listed.version, listed]))
  const kept = new Set(after.map(({ version }) => version))
  return [
    ...after.flatMap((listed) => {
      const was = old.get(listed.version) ?? null
      return was !== null && isSameVersion(was, listed)
        ? []
        : [{ image, version: listed.version, before: was, after: listed }]
    }),
    ...before.flatMap((listed) =>
      kept.has(listed.version) ? [] : [{ image, version: listed.version, before: listed, after: null }],
    ),
  ]
}

function isSameVersion(a: ExpirableVersion, b: ExpirableVersion): boolean {
  return a === b || canonicalText(a) === canonicalText(b)
}

/** The same for equal values, whatever the order of their fields. An empty list of stages says nothing. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => {
    if (key === 'lifecycle' && Array.isArray(inner) && inner.length === 0) return undefined
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

function imageIn({ machineImages }: Lists, name: string): Lists['machineImages'][number] | undefined {
  return machineImages.find((image) => image.name === name)
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)]
}
