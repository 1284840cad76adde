import { mergeNamespacedProfile, type ProfileOverrides } from '@/lib/engine/api-server'
import {
  applyEdit,
  type Edit,
  type EditProblem,
  expiring,
  lifeOf,
  versionLike,
  versionWithLife,
} from '@/lib/engine/edits'
import type { RELEASE_STAGES } from '@/lib/engine/kinds'
import {
  hasStages,
  highestVersion,
  listedOf,
  listedVersion,
  type StageSpan,
  stagesOf,
  versionLists,
} from '@/lib/engine/rules'
import { earlier, laterInstant } from '@/lib/engine/time'
import type {
  CloudProfile,
  ExpirableVersion,
  Instant,
  LifecycleStage,
  MachineImageVersion,
  NamedVersion,
} from '@/lib/engine/types'
import { type JudgedVersion, type PolicyProposal, type ProposalOutcome, proposeEdits } from './propose'
import type { LifecyclePolicy } from './read'

/** Something an operator is expected to do: add a version, or give one that is listed another classification. */
export interface ExpectedRelease extends NamedVersion {
  readonly at: Instant
  /** Null: it is added without one, for the policy to decide. */
  readonly classification: (typeof RELEASE_STAGES)[number] | null
}

export interface SimulatedRelease {
  readonly release: ExpectedRelease
  /** Why it does not take place; null: it does. */
  readonly problem: EditProblem | null
}

/** What happens at one instant: releases come, then the policy runs, because it runs whenever a profile changes. */
export interface SimulatedStep {
  readonly at: Instant
  readonly releases: readonly SimulatedRelease[]
  readonly proposals: readonly PolicyProposal[]
}

/** A version over the whole time. */
export interface SimulatedLife extends NamedVersion {
  /** When it is added; null: it was there before. */
  readonly added: Instant | null
  /** Neighbours differ; the first begins with `added`. */
  readonly spans: readonly StageSpan[]
  /** Whether the policy or a release changes it. */
  readonly changed: boolean
}

/**
 * The latest of a minor that is no longer maintained: the policy never gives it a date, so no cluster leaves the minor. One that a
 * later patch takes the place of is none: it then gets a date like any other.
 */
export interface OpenDate extends NamedVersion {
  readonly since: Instant
}

export type PolicySimulation =
  | {
      readonly kind: 'ok'
      /** The steps in order of time; the first one is now, whatever it has. */
      readonly steps: readonly SimulatedStep[]
      /** The versions in the order of the profile at the end: each list as it is stored, followed by what was added. */
      readonly lives: readonly SimulatedLife[]
      readonly openDates: readonly OpenDate[]
      /** The whole course in one profile: every version that changes has its stages as a lifecycle. For forecasts. */
      readonly course: CloudProfile
    }
  | Extract<ProposalOutcome, { kind: 'unreadable' }>

/**
 * What a policy does to a profile from `now` until `until`, if versions are released as expected and nothing else is done.
 *
 * In `course` a version that is not there yet is a preview until it is added: maintenance takes the one as little as the other.
 */
export function simulatePolicy(
  profile: CloudProfile,
  policy: LifecyclePolicy,
  releases: readonly ExpectedRelease[],
  span: { readonly now: Instant; readonly until: Instant },
): PolicySimulation {
  const { now, until } = span
  const expected = releases.filter(({ at }) => at >= now && at <= until).toSorted((a, b) => a.at - b.at)
  const histories = new Map<string, VersionHistory>()
  const openDates: OpenDate[] = []
  const steps: SimulatedStep[] = []
  record(histories, profile, null)
  let current = profile
  for (const at of new Set([now, ...expected.map((release) => release.at)])) {
    const due = expected.filter((release) => release.at === at)
    const come: SimulatedRelease[] = []
    for (const release of due) {
      const outcome = applyEdit(current, editOf(current, release))
      if (outcome.kind === 'ok') current = outcome.value
      come.push({ release, problem: outcome.kind === 'ok' ? null : outcome.problem })
    }
    const proposed = proposeEdits(current, policy, at)
    if (proposed.kind === 'unreadable') return proposed
    current = proposed.profile
    record(histories, current, at)
    noteOpenDates(openDates, proposed.judged, at)
    steps.push({ at, releases: come, proposals: proposed.proposals })
  }
  return {
    kind: 'ok',
    steps,
    lives: versionLists(current).flatMap(({ image, versions }) =>
      versions.map(({ version }) => lifeIn(histories, image, version)),
    ),
    openDates: openDates.filter((open) => isUndated(current, open)),
    course: courseOf(current, histories),
  }
}

/** What was known of a version since when; the first entry holds since ever, or since it was added. */
interface VersionHistory {
  readonly added: Instant | null
  readonly entries: { readonly from: Instant | null; readonly version: ExpirableVersion }[]
}

function record(histories: Map<string, VersionHistory>, profile: CloudProfile, at: Instant | null): void {
  for (const { image, versions } of versionLists(profile)) {
    for (const version of versions) {
      const key = keyOf(image, version.version)
      const history = histories.get(key)
      if (history === undefined) histories.set(key, { added: at, entries: [{ from: at, version }] })
      else if (history.entries.at(-1)?.version !== version) history.entries.push({ from: at, version })
    }
  }
}

function noteOpenDates(openDates: OpenDate[], judged: readonly JudgedVersion[], since: Instant): void {
  for (const { image, after, rule } of judged) {
    if (rule !== 'unmaintainedLatest' || after.expirationDate !== undefined) continue
    const { version } = after
    if (!openDates.some((open) => open.image === image && open.version === version)) {
      openDates.push({ image, version, since })
    }
  }
}

function isUndated(profile: CloudProfile, { image, version }: OpenDate): boolean {
  const listed = listedVersion(profile, image, version)
  return listed !== undefined && listed.expirationDate === undefined
}

/** The edit by which a release takes place. */
function editOf(profile: CloudProfile, release: ExpectedRelease): Edit {
  const { image, version, classification, at } = release
  const isListed = listedVersion(profile, image, version) !== undefined
  return isListed && classification !== null
    ? { kind: 'classify', image, version, classification, from: at }
    : addition(profile, release)
}

function addition(profile: CloudProfile, { image, version, classification }: ExpectedRelease): Edit {
  const entry = classification === null ? { version } : { version, classification }
  if (image === null) return { kind: 'add', image, entry }
  // It is expected to run where the highest one does.
  const like = highestVersion(listedOf(profile, image)) as MachineImageVersion | undefined
  return { kind: 'add', image, entry: versionLike(like, entry) }
}

function lifeIn(histories: ReadonlyMap<string, VersionHistory>, image: string | null, version: string): SimulatedLife {
  const history = histories.get(keyOf(image, version)) ?? { added: null, entries: [] }
  return {
    image,
    version,
    added: history.added,
    spans: spansOf(history),
    changed: history.added !== null || history.entries.length > 1,
  }
}

/** What was known decides for as long as it was known; a stage may go on from one entry to the next. */
function spansOf({ entries }: VersionHistory): StageSpan[] {
  const spans: StageSpan[] = []
  for (const [i, { from: begin, version }] of entries.entries()) {
    const end = entries[i + 1]?.from ?? null
    for (const span of stagesOf(version)) {
      const from = laterInstant(span.from, begin)
      const to = earlier(span.to, end)
      if (from !== null && to !== null && from >= to) continue
      const previous = spans.at(-1)
      if (previous?.stage === span.stage) spans[spans.length - 1] = { ...previous, to }
      else spans.push({ stage: span.stage, from, to })
    }
  }
  return spans
}

function courseOf(profile: CloudProfile, histories: ReadonlyMap<string, VersionHistory>): CloudProfile {
  const scheduled = <T extends ExpirableVersion>(image: string | null, version: T): T => {
    const history = histories.get(keyOf(image, version.version))
    if (history === undefined || (history.added === null && history.entries.length === 1)) return version
    const absent: LifecycleStage[] = history.added === null ? [] : [{ classification: 'preview' }]
    const stages = spansOf(history).map(
      ({ stage, from }): LifecycleStage =>
        from === null ? { classification: stage } : { classification: stage, startTime: from },
    )
    return versionWithLife(version, { lifecycle: [...absent, ...stages] })
  }
  return {
    ...profile,
    kubernetes: profile.kubernetes.map((version) => scheduled(null, version)),
    machineImages: profile.machineImages.map((image) => ({
      ...image,
      versions: image.versions.map((version) => scheduled(image.name, version)),
    })),
  }
}

function keyOf(image: string | null, version: string): string {
  return `${image ?? ''}/${version}`
}

/**
 * The course of a CloudProfile (see `simulatePolicy`) for a namespaced profile that builds on it. What has stages in the course
 * only for the sake of the forecast keeps the dates that the namespaced profile gives it: they become its last stage.
 * @param before the namespaced profile as it is now, merged
 */
export function mergeCourse(course: CloudProfile, before: CloudProfile, overrides: ProfileOverrides): CloudProfile {
  const merged = mergeNamespacedProfile(course, overrides)
  const images = new Map(before.machineImages.map((image) => [image.name, image.versions]))
  return {
    ...merged,
    kubernetes: withDates(merged.kubernetes, before.kubernetes),
    machineImages: merged.machineImages.map((image) => ({
      ...image,
      versions: withDates(image.versions, images.get(image.name) ?? []),
    })),
  }
}

function withDates<T extends ExpirableVersion>(merged: readonly T[], before: readonly ExpirableVersion[]): T[] {
  const own = new Map(before.map((version) => [version.version, version]))
  return merged.map((version) => {
    const { expirationDate, ...life } = lifeOf(version)
    const isScheduled = hasStages(life) && !hasStages(own.get(version.version) ?? {})
    return isScheduled && expirationDate !== undefined
      ? versionWithLife(version, expiring(life, expirationDate))
      : version
  })
}
