import type { Classification, CloudProfile, ExpirableVersion, Instant, Stage } from '@/lib/engine/types'

/** A stage as the profile states it. */
export type StatedStage = Stage | 'unclassified'

/** The time that a version is in one stage. `from` null: it has always been so; `to` null: nothing further is known. */
export interface StageSpan<S extends StatedStage = Stage> {
  readonly stage: S
  /** The stage holds strictly after this instant. */
  readonly from: Instant | null
  /** The last instant of the stage: the next one holds strictly after it. */
  readonly to: Instant | null
}

/** What decides about stages. The words are free so that a profile can be judged before its words are checked. */
interface StagedVersion<C extends string> {
  readonly classification?: C
  readonly expirationDate?: Instant
  readonly lifecycle?: readonly { readonly classification: C; readonly startTime?: Instant }[]
}

/**
 * What a version is at an instant (docs/rules.md#classification).
 *
 * With a `lifecycle`, the last stage in list order that has begun counts, whatever the order of the times; none: unavailable.
 * Without, the classification (supported by default) counts until the expiration date.
 * Boundaries are strict: at the very instant of its start a stage has not begun.
 */
export function stageAt<C extends string = Classification>(version: StagedVersion<C>, at: Instant): C | Stage {
  const stages = version.lifecycle
  if (stages !== undefined && stages.length > 0) {
    for (let i = stages.length - 1; i >= 0; i--) {
      const stage = stages[i]
      if (stage !== undefined && (stage.startTime === undefined || stage.startTime < at)) return stage.classification
    }
    return 'unavailable'
  }
  if (version.expirationDate !== undefined && version.expirationDate < at) return 'expired'
  return version.classification ?? 'supported'
}

/** The instants after which the stage may differ, ascending, without repetition. */
export function boundariesOf(version: ExpirableVersion): Instant[] {
  const stages = version.lifecycle
  if (stages === undefined || stages.length === 0) {
    return version.expirationDate === undefined ? [] : [version.expirationDate]
  }
  const starts = stages.flatMap(({ startTime }) => (startTime === undefined ? [] : [startTime]))
  return [...new Set(starts)].sort((a, b) => a - b)
}

/** All stages over time, in order; neighbours differ. */
export function stagesOf(version: ExpirableVersion): StageSpan[] {
  const boundaries = boundariesOf(version)
  const ends: (Instant | null)[] = [...boundaries, null]
  const spans: StageSpan[] = []
  let from: Instant | null = null
  for (const to of ends) {
    const stage = stageAt(version, to ?? Number.POSITIVE_INFINITY)
    const previous = spans.at(-1)
    if (previous?.stage === stage) spans[spans.length - 1] = { ...previous, to }
    else spans.push({ stage, from, to })
    from = to
  }
  return spans
}

/** Whether it is the span of an instant: it holds strictly after its begin, and at its end too, as `stageAt` says. */
export function isSpanAt({ from, to }: Pick<StageSpan, 'from' | 'to'>, at: Instant): boolean {
  return (from === null || from < at) && (to === null || at <= to)
}

/** When the version expires for good as far as known, past dates included; null if no expiry is set. */
export function expiryOf(version: ExpirableVersion): Instant | null {
  const last = stagesOf(version).at(-1)
  return last?.stage === 'expired' ? last.from : null
}

/** The instant after another, from which on holds what begins at the other. */
export function justAfter(at: Instant): Instant {
  return at + 1
}

/** Neither expired nor unavailable; words that are no stages are neither. */
export function isActive(stage: string): boolean {
  return stage !== 'expired' && stage !== 'unavailable'
}

/** Active and no preview: what a user may choose, and what Gardener fills in. */
export function isQualifying(stage: Stage): stage is 'supported' | 'deprecated' {
  return isActive(stage) && stage !== 'preview'
}

/** Whether it has stages of its own, beside which neither a classification nor a date counts. */
export function hasStages({ lifecycle }: { readonly lifecycle?: readonly unknown[] }): boolean {
  return lifecycle !== undefined && lifecycle.length > 0
}

/** Whether the profile says what the version is: a classification or stages. Without, it counts as supported until its date. */
export function isClassified(version: ExpirableVersion): boolean {
  return version.classification !== undefined || hasStages(version)
}

/** A stage as the profile states it: one that Gardener makes of the lack of a classification is none. */
export function statedStage(version: ExpirableVersion, stage: Stage): StatedStage {
  return stage === 'supported' && !isClassified(version) ? 'unclassified' : stage
}

/** `stageAt`, as the profile states it. */
export function statedStageAt(version: ExpirableVersion, at: Instant): StatedStage {
  return statedStage(version, stageAt(version, at))
}

/** `stagesOf`, as the profile states them. */
export function statedStagesOf(version: ExpirableVersion): StageSpan<StatedStage>[] {
  return stagesOf(version).map((span) => ({ ...span, stage: statedStage(version, span.stage) }))
}

/** What a profile lists of an image, or (null) of Kubernetes; nothing where it does not have the image. */
export function listedOf(
  { kubernetes, machineImages }: Pick<CloudProfile, 'kubernetes' | 'machineImages'>,
  image: string | null,
): readonly ExpirableVersion[] {
  return image === null ? kubernetes : (machineImages.find(({ name }) => name === image)?.versions ?? [])
}

/** One of them, by its text. */
export function listedVersion(
  profile: Pick<CloudProfile, 'kubernetes' | 'machineImages'>,
  image: string | null,
  version: string,
): ExpirableVersion | undefined {
  return listedOf(profile, image).find((one) => one.version === version)
}

/** All that it lists: Kubernetes (`image` null), then the images. */
export function versionLists({
  kubernetes,
  machineImages,
}: CloudProfile): readonly { readonly image: string | null; readonly versions: readonly ExpirableVersion[] }[] {
  return [
    { image: null, versions: kubernetes },
    ...machineImages.map(({ name, versions }) => ({ image: name, versions })),
  ]
}
