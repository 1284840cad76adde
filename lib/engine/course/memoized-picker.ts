import { madeOnce } from '@/lib/engine/grouped'
import {
  type CompiledImage,
  type CompiledProfile,
  countBelow,
  fittingVersions,
  imageDecisions,
  kubernetesDecisions,
  type PoolDemands,
  type VersionDecision,
  type VersionPicker,
} from '@/lib/engine/rules'
import type { Instant, Shoot } from '@/lib/engine/types'
import type { PoolClasses } from './class-keys'
import { DecisionTimeline } from './decision-timeline'

/** Keyed by the current version and whether it is updated automatically. */
type DecisionTimelines = Map<string, DecisionTimeline>

/**
 * Picks the versions that a maintenance on a profile moves to, and keeps what it found: shoots with the same version share
 * the decisions for it over time.
 */
export class MemoizedPicker implements VersionPicker {
  private readonly kubernetesTimelines: DecisionTimelines = new Map()
  /** Keyed by the class of pools, the version of their kubelets, and whether the image is updated automatically. */
  private readonly imageTimelines: DecisionTimelines = new Map()
  /** The boundaries of all versions that the profile lists, ascending. */
  private readonly allBoundaries: readonly Instant[]

  constructor(
    private readonly profile: CompiledProfile,
    private readonly pools: PoolClasses,
  ) {
    const { kubernetes, images } = profile
    const tables = [kubernetes, ...images.map(({ table }) => table)]
    this.allBoundaries = tables.flatMap(({ boundaries }) => boundaries).sort((a, b) => a - b)
  }

  kubernetes(current: string, auto: boolean, at: Instant): VersionDecision {
    return this.ofKubernetes(current, auto).at(at).decision
  }

  image(image: CompiledImage, pool: PoolDemands, auto: boolean, at: Instant): VersionDecision {
    return this.ofImage(image, pool, auto).at(at).decision
  }

  /** The decisions for a Kubernetes version. */
  ofKubernetes(current: string, auto: boolean): DecisionTimeline {
    const { kubernetes } = this.profile
    return madeOnce(this.kubernetesTimelines, `${auto} ${current}`, () => {
      return new DecisionTimeline(kubernetes.boundaries, kubernetesDecisions(kubernetes, current, auto))
    })
  }

  /** The decisions for the image version of a pool while its kubelets have that version. */
  ofImage(image: CompiledImage, pool: PoolDemands, auto: boolean): DecisionTimeline {
    const { profile, pools, imageTimelines } = this
    const key = `${auto} ${pools.of(pool.worker)} ${pool.current} ${pool.kubelet.text}`
    return madeOnce(imageTimelines, key, () => {
      const fitting = fittingVersions(image, pool, profile)
      return new DecisionTimeline(image.table.boundaries, imageDecisions(image, fitting, pool, auto, profile))
    })
  }

  /** The instants after which the stage of anything that shoots with these pools use may change, ascending. */
  boundariesFor({ workers }: Shoot): readonly Instant[] {
    const { kubernetes, imageByFoldedName, imageByName } = this.profile
    const names = new Set(workers.flatMap(({ image }) => image?.name ?? []))
    const images = [...names].flatMap((name) => [imageByFoldedName.get(name.toLowerCase()), imageByName.get(name)])
    const all = [kubernetes.boundaries, ...images.map((image) => image?.table.boundaries ?? [])]
    return [...new Set(all.flat())].sort((a, b) => a - b)
  }

  /** Whether the stage of any version may change after one instant and before another, for any cluster that runs it. */
  mayChangeBetween(after: Instant, before: Instant): boolean {
    return countBelow(this.allBoundaries, after + 1) < countBelow(this.allBoundaries, before)
  }
}

/** Picks for one maintenance, and tells for how long everything that it picked holds. */
export class WatchedPicker implements VersionPicker {
  /** The last instant at which a maintenance would pick the same. */
  unchangedUntil: Instant = Number.POSITIVE_INFINITY

  constructor(private readonly picker: MemoizedPicker) {}

  kubernetes(current: string, auto: boolean, at: Instant): VersionDecision {
    return this.pickedFrom(this.picker.ofKubernetes(current, auto), at)
  }

  image(image: CompiledImage, pool: PoolDemands, auto: boolean, at: Instant): VersionDecision {
    return this.pickedFrom(this.picker.ofImage(image, pool, auto), at)
  }

  private pickedFrom(timeline: DecisionTimeline, at: Instant): VersionDecision {
    const { decision, until } = timeline.at(at)
    this.unchangedUntil = Math.min(this.unchangedUntil, until)
    return decision
  }
}
