import type { FleetIndex } from './fleet-index'
import { oncePer } from './once-per'
import { nothingAhead, type Outlook } from './outlook'
import type { Member } from './roster'

/** Shoots of one profile that run the same and have the same ahead: counted once, multiplied by how many there are. */
export interface ShootClass {
  readonly outlook: Outlook
  /** Any of them: versions and pools are alike. */
  readonly example: Member
  /** The stages of everything they run, as bits of `stageBit`. */
  readonly stages: number
  readonly clusters: number
  /** Bounds of the pools, by position, added up over all of them. */
  readonly pools: readonly { readonly min: number; readonly max: number }[]
}

/** All shoots of an index in classes. */
export const classesOf: (index: FleetIndex) => readonly ShootClass[] = oncePer((index) => {
  const classes = new Map<Outlook | string, { -readonly [K in keyof ShootClass]: ShootClass[K] } & { sums: Sum[] }>()
  for (const [i, member] of index.roster.members.entries()) {
    const outlook = index.outlooks[i]
    if (outlook === undefined) continue
    const { workers } = member.shoot
    const key = outlook === nothingAhead ? textOf(member) : outlook
    let found = classes.get(key)
    if (found === undefined) {
      const sums = workers.map(() => ({ min: 0, max: 0 }))
      found = { outlook, example: member, stages: index.stages[i] ?? 0, clusters: 0, pools: sums, sums }
      classes.set(key, found)
    }
    found.clusters++
    for (const [pool, sum] of found.sums.entries()) {
      sum.min += workers[pool]?.minimum ?? 0
      sum.max += workers[pool]?.maximum ?? 0
    }
  }
  return [...classes.values()]
})

/** Shoots that nothing is ahead of share one outlook; what they run tells them apart. */
function textOf({ profile, shoot }: Member): string {
  const pools = shoot.workers.map(({ kubernetesVersion, image }) => [kubernetesVersion, image?.name, image?.version])
  return JSON.stringify([profile, shoot.kubernetesVersion, pools])
}

interface Sum {
  min: number
  max: number
}
