import type { Instant, Stage, UpdateReason } from '@/lib/engine/types'
import type { CompiledImage, CompiledProfile, VersionTable } from './compile'
import { parseConstraint, satisfies } from './constraint'
import { fittingVersions, type PoolDemands } from './image-filter'
import { automaticTarget, type Candidates, consecutiveMinorTarget, forcedImageTarget } from './select'
import { parseVersion, withoutSuffix } from './version'

/** What was decided for one Kubernetes or image version. */
export type Decision =
  /** It stays: up to date, or nobody wants it updated. */
  | { readonly kind: 'keep' }
  /** `forced`: no automatic target was left, so the next minor or major is taken. */
  | { readonly kind: 'update'; readonly why: UpdateReason; readonly to: string; readonly forced: boolean }
  /** It must go and there is no target; `unreadable`: the version is none. */
  | { readonly kind: 'failure'; readonly why: UpdateReason; readonly cause: 'no-target' | 'end-of-life' | 'unreadable' }

export const KEEP: Decision = { kind: 'keep' }

/** Picks the versions that a maintenance moves to, from those of one profile. */
export interface VersionPicker {
  /** For a Kubernetes version, of a control plane or of a pool. `auto`: the shoot wants it updated by itself. */
  kubernetes(current: string, auto: boolean, at: Instant): Decision
  /** For the image version of a pool. */
  image(image: CompiledImage, pool: PoolDemands, auto: boolean, at: Instant): Decision
}

/** Picks from scratch, each time anew. */
export function pickerFor(profile: CompiledProfile): VersionPicker {
  return {
    kubernetes(current, auto, at) {
      const { kubernetes } = profile
      return kubernetesDecision(kubernetes, current, auto, kubernetes.stagesAt(at))
    },
    image(image, pool, auto, at) {
      const fitting = fittingVersions(image, pool, profile)
      return imageDecision(image, fitting, imageOf(pool), auto, image.table.stagesAt(at))
    },
  }
}

/** The image that a pool has, as it spells it. */
export function imageOf({ worker, current }: Pick<PoolDemands, 'worker' | 'current'>): UsedImage {
  return { name: worker.image?.name ?? '', version: current }
}

interface UsedImage {
  readonly name: string
  readonly version: string
}

/** What is decided for a Kubernetes version (docs/rules.md#whether-to-update). `stages`: of all versions of the table. */
export function kubernetesDecision(
  table: VersionTable,
  current: string,
  auto: boolean,
  stages: readonly Stage[],
): Decision {
  const listed = listedKubernetes(table, current)
  if (listed === 'unreadable') return KEEP
  const why = reasonFor(listed === null ? undefined : stages[listed], auto)
  if (why === null) return KEEP
  const version = parseVersion(current)
  if (version === null) return { kind: 'failure', why, cause: 'unreadable' }
  const candidates: Candidates = { table, ascending: table.ascending, stages }
  const automatic = automaticTarget(candidates, version, 'patch')
  if (automatic !== -1) return { kind: 'update', why, to: table.at(automatic).text, forced: false }
  if (why === 'auto') return KEEP
  const forced = consecutiveMinorTarget(candidates, version)
  if (forced === -1) return { kind: 'failure', why, cause: 'no-target' }
  return { kind: 'update', why, to: table.at(forced).text, forced: true }
}

/**
 * What is decided for the image version of a pool that only the versions `fitting` fit (indices, ascending by version). Where
 * the pool spells the image's name in another case, none of its versions count as listed.
 */
export function imageDecision(
  { table, source }: CompiledImage,
  fitting: readonly number[],
  { name, version: current }: UsedImage,
  auto: boolean,
  stages: readonly Stage[],
): Decision {
  const { updateStrategy } = source
  const listed = name === source.name ? firstSpelled(table, fitting, current) : null
  const why = reasonFor(listed === null ? undefined : stages[listed], auto)
  if (why === null) return KEEP
  const version = parseVersion(current)
  if (version === null) return { kind: 'failure', why, cause: 'unreadable' }
  const candidates: Candidates = { table, ascending: fitting, stages }
  const automatic = automaticTarget(candidates, version, updateStrategy)
  if (automatic !== -1) return { kind: 'update', why, to: table.at(automatic).text, forced: false }
  if (why === 'auto') return KEEP
  if (updateStrategy === 'major') return { kind: 'failure', why, cause: 'end-of-life' }
  const forced = forcedImageTarget(candidates, version, updateStrategy)
  if (forced === -1) return { kind: 'failure', why, cause: 'no-target' }
  return { kind: 'update', why, to: table.at(forced).text, forced: true }
}

/** Why a version in that stage (undefined: not listed) is to be updated; null if it may stay. */
export function reasonFor(stage: Stage | undefined, auto: boolean): UpdateReason | null {
  if (stage === undefined) return 'not-listed'
  if (stage === 'expired') return 'expired'
  return auto ? 'auto' : null
}

/** The first listed version equal to the text, suffixes aside: a short spelling equals every version that it begins. */
export function listedKubernetes(table: VersionTable, current: string): number | null | 'unreadable' {
  const constraint = parseConstraint(`= ${withoutSuffix(current)}`)
  if (constraint === null) return table.versions.length === 0 ? null : 'unreadable'
  const index = table.bare.findIndex((version) => version !== null && satisfies(version, constraint))
  return index === -1 ? null : index
}

/** The first in list order; image versions are compared by their text. */
function firstSpelled(table: VersionTable, indices: readonly number[], text: string): number | null {
  let first: number | null = null
  for (const index of indices) if (table.at(index).text === text && (first === null || index < first)) first = index
  return first
}
