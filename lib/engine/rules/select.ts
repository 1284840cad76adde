import type { AUTOMATIC_RANGES, REMOVALS } from '@/lib/engine/kinds'
import type { ImageUpdateStrategy, Stage } from '@/lib/engine/types'
import { countWhile, type VersionTable } from './compile'
import { compareVersions } from './gardener-semver'
import { isOfNextMinor, isZero, plus, sameMinor, type Version, type VersionNumber } from './version'

/** Candidates are indices of a table, ascending by version: the table's own order, or what filters left of it. */
export interface VersionCandidates {
  readonly table: VersionTable
  readonly ascending: readonly number[]
  readonly stageOf: (index: number) => Stage | undefined
}

export type CandidateRemoval = (typeof REMOVALS)[number]

export type AutomaticRange = (typeof AUTOMATIC_RANGES)[number]

/** The ranges that the automatic step tries, one after the other. Kubernetes versions behave like images with `patch`. */
export const AUTOMATIC_RANGES_OF_STRATEGY: Readonly<Record<ImageUpdateStrategy, readonly AutomaticRange[]>> = {
  patch: ['same-minor'],
  minor: ['same-minor', 'same-major'],
  major: ['same-minor', 'any'],
}

const NONE = -1

/**
 * The automatic step, always tried first: the highest version above the current one that is neither preview nor expired, in
 * the nearest range that has one. A supported version comes before a higher deprecated one
 * (docs/rules.md#automatic-target). -1: there is none.
 */
export function automaticTarget(
  candidates: VersionCandidates,
  current: Version,
  strategy: ImageUpdateStrategy,
): number {
  for (const range of AUTOMATIC_RANGES_OF_STRATEGY[strategy]) {
    const target = automaticTargetIn(candidates, current, range)
    if (target !== NONE) return target
  }
  return NONE
}

/** The automatic step in one range. -1: it has none. */
export function automaticTargetIn(
  { table, ascending, stageOf }: VersionCandidates,
  current: Version,
  range: AutomaticRange,
): number {
  let deprecated = NONE
  const end = range === 'any' || isZero(current) ? ascending.length : endOf(range, current, table, ascending)
  for (let i = end - 1; i >= 0; i--) {
    const index = ascending[i] ?? NONE
    const stage = stageOf(index)
    const removal = removedFromAutomatic(table.at(index), stage, current, range)
    if (removal === 'not-higher') break
    if (removal !== null) continue
    if (stage !== 'deprecated') return index
    if (deprecated === NONE) deprecated = index
  }
  return deprecated
}

/** How many of the versions are not beyond the minor or the major of one: these need no look. */
function endOf(
  range: 'same-minor' | 'same-major',
  { major, minor }: Pick<Version, 'major' | 'minor'>,
  table: VersionTable,
  ascending: readonly number[],
): number {
  return countWhile(ascending, (index) => {
    const version = table.at(index)
    return version.major < major || (version.major === major && (range === 'same-major' || version.minor <= minor))
  })
}

/** Why the version is no target of the automatic step in the range; null if it is one. */
export function removedFromAutomatic(
  version: Version,
  stage: Stage | undefined,
  current: Version,
  range: AutomaticRange,
): CandidateRemoval | null {
  // The search begins at 0.0.0 and takes only what is higher.
  if (compareVersions(version, current) <= 0 || isZero(version)) return 'not-higher'
  if (stage === 'preview' || stage === 'expired') return stage
  if (range === 'same-minor' && !isPatchOf(version, current)) return 'other-minor'
  if (range === 'same-major' && version.major !== current.major) return 'other-major'
  return null
}

/** Whether a version is of the current one's minor. Suffixes do not count. Everything is a patch of 0.0.0. */
export function isPatchOf(version: Version, current: Version): boolean {
  return sameMinor(version, current) || isZero(current)
}

/**
 * The forced step of Kubernetes versions: the highest version of exactly the next minor that is not a preview, one that has
 * not expired if there is any, else an expired one (docs/rules.md#consecutive-minors). -1: there is none.
 */
export function consecutiveMinorTarget({ table, ascending, stageOf }: VersionCandidates, current: Version): number {
  let expired = NONE
  const next = { major: current.major, minor: plus(current.minor, 1) }
  for (let i = endOf('same-minor', next, table, ascending) - 1; i >= 0; i--) {
    const index = ascending[i] ?? NONE
    const stage = stageOf(index)
    if (!isOfNextMinor(table.at(index), current)) break
    if (removedFromConsecutive(table.at(index), stage, current) !== null) continue
    if (stage !== 'expired') return index
    if (expired === NONE) expired = index
  }
  return expired
}

/** Why the version is no target of the forced Kubernetes step; null if it is one, though expired ones only if all are. */
export function removedFromConsecutive(
  version: Version,
  stage: Stage | undefined,
  current: Version,
): CandidateRemoval | null {
  if (stage === 'preview') return 'preview'
  return isOfNextMinor(version, current) ? null : 'not-next-minor'
}

/**
 * The forced step of images: with `patch` to the next higher minor of the same major, with `minor` to the next higher major,
 * there to the highest version that is not a preview. Live versions first; but where that would jump over a nearer minor or
 * major that is listed, expired versions count as well. `major` has no forced step (docs/rules.md#forced-images). -1: there is
 * none.
 */
export function forcedImageTarget(
  candidates: VersionCandidates,
  current: Version,
  strategy: ImageUpdateStrategy,
): number {
  return strategy === 'major' ? NONE : forcedImageSearch(candidates, current, strategy).target
}

/** As `forcedImageTarget`. `expiredToo` says whether expired versions had to be considered. */
export function forcedImageSearch(
  candidates: VersionCandidates,
  current: Version,
  strategy: 'patch' | 'minor',
): { readonly target: number; readonly expiredToo: boolean } {
  const { target, jumped } = nextHigher(candidates, current, strategy, false)
  if (target !== NONE && !jumped) return { target, expiredToo: false }
  return { target: nextHigher(candidates, current, strategy, true).target, expiredToo: true }
}

/**
 * `jumped`: a listed minor (or major) between the current one and the target's was passed over. For minors this looks at all
 * majors listed up to the point where the search ends: Gardener's own quirk, seen only with several majors.
 */
function nextHigher(
  { table, ascending, stageOf }: VersionCandidates,
  current: Version,
  strategy: 'patch' | 'minor',
  expiredToo: boolean,
): { target: number; jumped: boolean } {
  const level = (version: Version): VersionNumber => (strategy === 'patch' ? version.minor : version.major)
  let target = NONE
  let reached: VersionNumber = 0
  let nearest: VersionNumber | null = null
  for (const index of inListOrderOfEquals(table, ascending)) {
    const version = table.at(index)
    if (level(version) <= level(current)) continue
    if (nearest === null || level(version) < nearest) nearest = level(version)
    const stage = stageOf(index)
    if (removedFromForced(version, stage, current, strategy) !== null || (stage === 'expired' && !expiredToo)) continue
    if (target !== NONE && level(version) > reached) break
    target = index
    reached = level(version)
  }
  return { target, jumped: target !== NONE && nearest !== null && reached > nearest }
}

/** Why the version is no target of the forced image step, wherever the nearest minor or major is; null if it may be one. */
export function removedFromForced(
  version: Version,
  stage: Stage | undefined,
  current: Version,
  strategy: 'patch' | 'minor',
): CandidateRemoval | null {
  if (strategy === 'patch' && version.major !== current.major) return 'other-major'
  const [level, from] = strategy === 'patch' ? [version.minor, current.minor] : [version.major, current.major]
  if (level <= from) return 'not-higher'
  return stage === 'preview' ? 'preview' : null
}

/** Ascending, but equal versions in list order: here the last of them wins. */
function inListOrderOfEquals(table: VersionTable, ascending: readonly number[]): readonly number[] {
  if (!table.hasEquals) return ascending
  return ascending.toSorted((a, b) => compareVersions(table.at(a), table.at(b)) || a - b)
}
