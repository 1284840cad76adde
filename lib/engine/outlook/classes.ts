import type { Shoot } from '@/lib/engine/types'
import type { ClusterForecast } from './cluster-forecast'

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
  readonly forecast: ClusterForecast
  readonly clusters: number
  /** By position of the pool. */
  readonly pools: readonly Nodes[]
}
