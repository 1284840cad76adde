import {
  type CompiledImage,
  type CompiledProfile,
  countBelow,
  fittingVersions,
  imageDecisions,
  isInPlace,
  kubernetesDecisions,
  type PoolDemands,
  satisfies,
  type Version,
  type VersionDecision,
  type VersionPicker,
} from '@/lib/engine/rules'
import type { Instant, Shoot } from '@/lib/engine/types'
import type { PoolClasses } from './class-keys'
import { DecisionTimeline } from './decision-timeline'

/** By current version; automatic updates off and on apart. */
interface DecisionTimelines {
  readonly off: Map<string, DecisionTimeline>
  readonly on: Map<string, DecisionTimeline>
}

/** The versions of an image that fit pools of one class, and what is decided for the versions that such pools have. */
interface FittingVersions {
  readonly fitting: readonly number[]
  readonly timelines: DecisionTimelines
}

/**
 * Picks the versions that a maintenance on a profile moves to, and keeps what it found: shoots with the same version share
 * the decisions for it over time.
 */
export class MemoizedPicker implements VersionPicker {
  private readonly kubernetesTimelines: DecisionTimelines = { off: new Map(), on: new Map() }
  /** By class of pools, versions aside; then by the constraints that kubelets meet, and by version, where it is updated in place. */
  private readonly fits: (Map<string, FittingVersions> | undefined)[] = []
  private readonly metConstraints = new Map<CompiledImage, Map<string, string>>()
  private readonly boundaries = new Map<string, readonly Instant[]>()
  /** Of all that the profile lists, ascending. */
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
    return timelineIn(this.kubernetesTimelines, current, auto, () => {
      return new DecisionTimeline(kubernetes.boundaries, kubernetesDecisions(kubernetes, current, auto))
    })
  }

  /** The decisions for the image version of a pool while its kubelets have that version. */
  ofImage(image: CompiledImage, pool: PoolDemands, auto: boolean): DecisionTimeline {
    const { fitting, timelines } = this.fitOf(image, pool)
    return timelineIn(timelines, pool.current, auto, () => {
      return new DecisionTimeline(image.table.boundaries, imageDecisions(image, fitting, pool, auto, this.profile))
    })
  }

  /** The instants after which the stage of anything that shoots with these pools use may change, ascending. */
  boundariesFor({ workers }: Shoot): readonly Instant[] {
    const names = [...new Set(workers.flatMap(({ image }) => image?.name ?? []))].sort()
    const key = names.join(' ')
    const known = this.boundaries.get(key)
    if (known !== undefined) return known
    const { kubernetes, imageByFoldedName, imageByName } = this.profile
    const images = names.flatMap((name) => [
      ...(imageByFoldedName.get(name.toLowerCase())?.table.boundaries ?? []),
      ...(imageByName.get(name)?.table.boundaries ?? []),
    ])
    const boundaries = [...new Set([...kubernetes.boundaries, ...images])].sort((a, b) => a - b)
    this.boundaries.set(key, boundaries)
    return boundaries
  }

  /** Whether the stage of any version may change after one instant and before another, for any cluster that runs it. */
  mayChangeBetween(after: Instant, before: Instant): boolean {
    return countBelow(this.allBoundaries, after + 1) < countBelow(this.allBoundaries, before)
  }

  private fitOf(image: CompiledImage, pool: PoolDemands): FittingVersions {
    const { bare } = this.pools.of(pool.worker)
    const fits = this.fits[bare] ?? new Map<string, FittingVersions>()
    this.fits[bare] = fits
    const inPlace = isInPlace(pool.worker)
    const key = `${this.constraintsMet(image, pool.kubelet)} ${inPlace ? pool.current : ''}`
    let fit = fits.get(key)
    if (fit === undefined) {
      const fitting = fittingVersions(image, pool, this.profile)
      fit = { fitting, timelines: { off: new Map(), on: new Map() } }
      fits.set(key, fit)
    }
    return fit
  }

  /** Which of the kubelet constraints of an image the version meets: what is the same for two fits the same. */
  private constraintsMet(image: CompiledImage, kubelet: Version): string {
    if (image.constraints.length === 0) return ''
    const known = this.metConstraints.get(image) ?? new Map<string, string>()
    this.metConstraints.set(image, known)
    let met = known.get(kubelet.text)
    if (met === undefined) {
      met = image.constraints.map((one) => (one !== null && satisfies(kubelet, one) ? '1' : '0')).join('')
      known.set(kubelet.text, met)
    }
    return met
  }
}

function timelineIn(
  timelines: DecisionTimelines,
  current: string,
  auto: boolean,
  make: () => DecisionTimeline,
): DecisionTimeline {
  const byVersion = auto ? timelines.on : timelines.off
  let timeline = byVersion.get(current)
  if (timeline === undefined) {
    timeline = make()
    byVersion.set(current, timeline)
  }
  return timeline
}

/** Picks for one maintenance, and tells how long all that it picked stays so. */
export class WatchedPicker implements VersionPicker {
  /** The last instant up to which a maintenance picks as it did. */
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
