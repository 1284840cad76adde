import type { MachineType, Shoot, Worker } from '@/lib/engine/types'
import type { CompiledImage, CompiledProfile } from './compile'

/** A shoot brought together with its profile. */
export interface Subject {
  readonly shoot: Shoot
  readonly profile: CompiledProfile
  readonly pools: readonly PoolSubject[]
}

/** A pool, and what the profile has for it. */
export interface PoolSubject {
  readonly worker: Worker
  /** Undefined: the pool names none, or the profile has none of that name in any case. */
  readonly image: CompiledImage | undefined
  /** Undefined: the profile does not list it. */
  readonly machineType: MachineType | undefined
}

export function subjectOf(shoot: Shoot, profile: CompiledProfile): Subject {
  const pools = shoot.workers.map((worker): PoolSubject => {
    const image = worker.image && profile.imageByFoldedName.get(worker.image.name.toLowerCase())
    return { worker, image, machineType: profile.machineTypes.get(worker.machineType) }
  })
  return { shoot, profile, pools }
}
