import type { TransitionNode } from '@/lib/engine/transitions'
import type { Shoot } from '@/lib/engine/types'
import type { Outlook } from './outlook'

/** Bounds of a pool, or of many, added up. */
export interface Nodes {
  readonly min: number
  readonly max: number
}

/** Shoots of one profile that run the same and have the same ahead: computed once, multiplied by how many there are. */
export interface FleetClass {
  /** Key of the profile. */
  readonly profile: string
  /** Any of them: versions, pools and windows are alike, names are not. */
  readonly example: Shoot
  readonly outlook: Outlook
  readonly clusters: number
  /** By position of the pool. */
  readonly pools: readonly Nodes[]
}

/** Which classes of a profile pass through what: their places in the list. */
export interface Passing {
  /** Of all classes of the profile. */
  readonly places: readonly number[]
  readonly clusters: number
  readonly byNode: ReadonlyMap<TransitionNode, readonly number[]>
}

const passings = new WeakMap<readonly FleetClass[], Map<string, Passing>>()
const nobody: Passing = { places: [], clusters: 0, byNode: new Map() }

/** Found once for a list of classes. */
export function passingOf(classes: readonly FleetClass[], profile: string): Passing {
  let known = passings.get(classes)
  if (known === undefined) {
    known = allPassing(classes)
    passings.set(classes, known)
  }
  return known.get(profile) ?? nobody
}

function allPassing(classes: readonly FleetClass[]): Map<string, Passing> {
  const all = new Map<string, { places: number[]; clusters: number; byNode: Map<TransitionNode, number[]> }>()
  for (const [place, { profile, clusters, outlook }] of classes.entries()) {
    let passing = all.get(profile)
    if (passing === undefined) {
      passing = { places: [], clusters: 0, byNode: new Map() }
      all.set(profile, passing)
    }
    passing.places.push(place)
    passing.clusters += clusters
    for (const node of outlook.path) {
      const places = passing.byNode.get(node)
      if (places === undefined) passing.byNode.set(node, [place])
      // A path may come back to where it was.
      else if (places.at(-1) !== place) places.push(place)
    }
  }
  return all
}
