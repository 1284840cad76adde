import type {
  ExpirableVersion,
  ImageMisfit,
  ImageUpdateStrategy,
  Instant,
  Stage,
  UpdateReason,
} from '@/lib/engine/types'
import type { CompiledImage, CompiledProfile, VersionTable } from './compile'
import { parseConstraint, parseVersion, satisfies } from './gardener-semver'
import { fittingVersions, misfitOf, type PoolDemands } from './image-filter'
import { automaticTarget, type Candidates, consecutiveMinorTarget, forcedImageTarget } from './select'
import { hasThreeNumbers, type Version, withoutSuffix } from './version'

/** What was decided for one Kubernetes or image version. */
export type Decision =
  /** It stays: up to date, or not to be updated automatically. */
  | { readonly kind: 'keep' }
  /** `forced`: no automatic target was left, so the next minor or major is taken. */
  | { readonly kind: 'update'; readonly why: UpdateReason; readonly to: string; readonly forced: boolean }
  /** It must go and there is no target; `unreadable`: the version is none. */
  | {
      readonly kind: 'failure'
      readonly why: UpdateReason
      /** `stopped`: the image step ended before it came to the pool. */
      readonly cause: 'no-target' | 'end-of-life' | 'unreadable' | 'stopped'
      /** What keeps a pool from versions of its image with which nothing would fail; null: there are none. */
      readonly misfit: ImageMisfit | null
    }

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
      const { table } = image
      const [fitting, stages] = [fittingVersions(image, pool, profile), table.stagesAt(at)]
      const decision = imageDecision(image, fitting, imageOf(pool), auto, stages)
      if (decision.kind !== 'failure') return decision
      return withMisfit(
        decision,
        imageDecision(image, table.ascending, imageOf(pool), auto, stages),
        image,
        pool,
        profile,
      )
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

/** Where the versions of a list lead from one of them at an instant; indices of their table, -1: nowhere. */
export interface Targets {
  readonly table: VersionTable
  readonly strategy: ImageUpdateStrategy
  readonly stageOf: (index: number) => Stage | undefined
  readonly automatic: (current: Version) => number
  readonly forced: (current: Version) => number
}

/** A version as the table lists it (null: not at all), and whether the shoot wants it updated by itself. */
export interface Decided {
  readonly current: string
  readonly listed: number | null | 'unreadable'
  readonly auto: boolean
}

/** What is decided for a version (docs/rules.md#whether-to-update). */
export function decisionBy(
  { table, strategy, stageOf, automatic, forced }: Targets,
  { current, listed, auto }: Decided,
): Decision {
  if (listed === 'unreadable') return KEEP
  const why = reasonFor(listed === null ? undefined : stageOf(listed), auto)
  if (why === null) return KEEP
  const version = parseVersion(current)
  if (version === null) return { kind: 'failure', why, cause: 'unreadable', misfit: null }
  const higher = automatic(version)
  if (higher !== -1) return { kind: 'update', why, to: table.at(higher).text, forced: false }
  if (why === 'auto') return KEEP
  const next = forced(version)
  if (next !== -1) return { kind: 'update', why, to: table.at(next).text, forced: true }
  return { kind: 'failure', why, cause: strategy === 'major' ? 'end-of-life' : 'no-target', misfit: null }
}

/** What is decided for a Kubernetes version. `stages`: of all versions of the table. */
export function kubernetesDecision(
  table: VersionTable,
  current: string,
  auto: boolean,
  stages: readonly Stage[],
): Decision {
  const candidates: Candidates = { table, ascending: table.ascending, stages }
  const targets: Targets = {
    table,
    strategy: 'patch',
    stageOf: (index) => stages[index],
    automatic: (version) => automaticTarget(candidates, version, 'patch'),
    forced: (version) => consecutiveMinorTarget(candidates, version),
  }
  return decisionBy(targets, { current, listed: listedKubernetes(table, current), auto })
}

/** What is decided for the image version of a pool that only the versions `fitting` fit (indices, ascending by version). */
export function imageDecision(
  image: CompiledImage,
  fitting: readonly number[],
  used: UsedImage,
  auto: boolean,
  stages: readonly Stage[],
): Decision {
  const { table, source } = image
  const { updateStrategy: strategy } = source
  const candidates: Candidates = { table, ascending: fitting, stages }
  const targets: Targets = {
    table,
    strategy,
    stageOf: (index) => stages[index],
    automatic: (version) => automaticTarget(candidates, version, strategy),
    forced: (version) => forcedImageTarget(candidates, version, strategy),
  }
  return decisionBy(targets, { current: used.version, listed: listedImage(image, fitting, used), auto })
}

/**
 * A failure with what keeps the pool from the versions of its image. `anyhow`: what would be decided if every version of the image
 * fitted the pool.
 */
export function withMisfit(
  failure: Decision & { kind: 'failure' },
  anyhow: Decision,
  image: CompiledImage,
  pool: PoolDemands,
  profile: CompiledProfile,
): Decision {
  if (anyhow.kind === 'failure') return failure
  const next = anyhow.kind === 'update' && anyhow.why !== 'auto' ? anyhow.to : null
  const version = image.versions[image.table.indexOf(next ?? pool.current)]
  const rule = version === undefined ? null : misfitOf(version, pool, profile.source)
  return rule === null ? failure : { ...failure, misfit: { rule, isOwn: next === null } }
}

/** Why a version in that stage (undefined: not listed) is to be updated; null if it may stay. */
export function reasonFor(stage: Stage | undefined, auto: boolean): UpdateReason | null {
  if (stage === undefined) return 'not-listed'
  if (stage === 'expired') return 'expired'
  return auto ? 'auto' : null
}

/** The first listed version equal to the text, suffixes aside: a short spelling equals every version that it begins. */
export function listedKubernetes(table: VersionTable, current: string): number | null | 'unreadable' {
  const bare = withoutSuffix(current)
  if (hasThreeNumbers(bare)) {
    const index = table.indexOfBare(bare)
    return index === -1 ? null : index
  }
  const constraint = parseConstraint(`= ${bare}`)
  if (constraint === null) return table.versions.length === 0 ? null : 'unreadable'
  const index = table.bare.findIndex((version) => version !== null && satisfies(version, constraint))
  return index === -1 ? null : index
}

/** What a profile says of a version that a shoot has, of an image or (null) of Kubernetes; undefined: it does not list it. */
export function listedEntry(
  { kubernetes, imageByName }: CompiledProfile,
  image: string | null,
  version: string,
): ExpirableVersion | undefined {
  if (image === null) {
    const index = listedKubernetes(kubernetes, version)
    return typeof index === 'number' ? kubernetes.sources[index] : undefined
  }
  const table = imageByName.get(image)?.table
  return table?.sources[table.indexOf(version)]
}

/**
 * The first in list order of those that fit; image versions are compared by their text. Where the pool spells the image's name in
 * another case, none of its versions count as listed.
 */
export function listedImage(
  { table, source }: CompiledImage,
  fitting: readonly number[],
  { name, version }: UsedImage,
): number | null {
  if (name !== source.name) return null
  let first: number | null = null
  for (const index of fitting) if (table.at(index).text === version && (first === null || index < first)) first = index
  return first
}
