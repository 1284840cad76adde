import type { CompiledProfile } from '@/lib/engine/rules'
import type { Worker } from '@/lib/engine/types'
import { TextNumbers, versionsText } from './carried-key'
import { SequenceNumbers } from './sequence-numbers'

/** So many pools are remembered; then it begins anew. */
const POOLS_LIMIT = 300_000

/** Pools that are alike, with their versions; one object for all of them. */
export interface PoolKind {
  /** Versions aside. */
  readonly kind: number
  /** Versions included. */
  readonly number: number
}

/** Numbers the pools of the shoots of one profile by what decides how they come out. */
export class PoolKinds {
  private readonly known = new Map<Worker, PoolKind>()
  private readonly places = new SequenceNumbers()
  private readonly texts = new TextNumbers()
  private readonly byPlace: (PoolKind | undefined)[] = []
  private readonly byName = new Map<string, PoolKind>()
  private readonly kinds = new TextNumbers()

  constructor(private readonly profile: CompiledProfile) {}

  /** Each pool is looked at once. */
  of(worker: Worker): PoolKind {
    let known = this.known.get(worker)
    if (known === undefined) {
      const place = this.placeOf(worker)
      known = this.byPlace[place] ?? this.searched(worker)
      this.byPlace[place] = known
      if (this.known.size >= POOLS_LIMIT) this.known.clear()
      this.known.set(worker, known)
    }
    return known
  }

  /** Pools of one place are alike; there may be several places for one kind. */
  private placeOf(worker: Worker): number {
    const { places, texts } = this
    const { image, kubernetesVersion, architecture, updateStrategy, machineType, cri } = worker
    // First what there is little of, so that most pools go the same way for long.
    let place = places.from(cri.name)
    place = places.with(place, cri.containerRuntimes.length)
    for (const runtime of cri.containerRuntimes) place = places.with(place, texts.of(runtime))
    place = places.with(place, texts.of(updateStrategy))
    place = places.with(place, texts.of(architecture))
    place = places.with(place, texts.of(kubernetesVersion ?? ''))
    place = places.with(place, texts.of(image?.name ?? ''))
    place = places.with(place, texts.of(image?.version ?? ''))
    place = places.with(place, texts.of(machineType))
    return place
  }

  private searched(worker: Worker): PoolKind {
    const { kubernetesVersion = null, image } = worker
    const kind = `${fitText(worker, this.profile)} ${this.profile.machineTypes.has(worker.machineType)}`
    const name = `${kind}|${versionsText(kubernetesVersion, image?.version ?? null)}`
    let poolKind = this.byName.get(name)
    if (poolKind === undefined) {
      poolKind = { kind: this.kinds.of(kind), number: this.byName.size }
      this.byName.set(name, poolKind)
    }
    return poolKind
  }
}

/** Everything about a pool that decides which image versions fit, apart from versions. The machine type only by capabilities. */
function fitText(
  { image, architecture, cri, updateStrategy, machineType }: Worker,
  { source }: CompiledProfile,
): string {
  const type = (source.machineCapabilities?.length ?? 0) > 0 ? machineType : ''
  const inPlace = updateStrategy === 'AutoRollingUpdate' ? '' : 'in-place'
  return `${image?.name ?? ''} ${architecture} ${cri.name} ${cri.containerRuntimes.join(',')} ${inPlace} ${type}`
}
