import type { GardenStatus } from './status'

/** What differs between two states of a garden, by name. */
export interface NamedChanges {
  /** Clusters that came, went or differ: `garden-dev/one`. */
  readonly shoots: readonly string[]
  /** Profiles that came, went or differ, as `profileKey` has them, with those that such a namespaced one builds on. */
  readonly profiles: readonly string[]
  /** The profiles of these clusters, before and after, likewise. */
  readonly used: readonly string[]
  readonly projects: readonly string[]
  /** Whether anything else can be read now that could not, or the other way round. */
  readonly problems: boolean
}

/** `all`: more than is worth a list, or what has no name. */
export type NewsChanges = NamedChanges | 'all'

/** The data of a `revision` event of `/api/events`. */
export interface News {
  readonly revision: string
  readonly state: GardenStatus['state']
  /** What changed since the event before; null in the first event of a stream. */
  readonly changed: NewsChanges | null
}
