import type { ImageUpdateStrategy, Instant, Stage } from '@/lib/engine/types'
import type { CompiledImage, CompiledProfile, VersionTable } from './compile'
import { parseVersion } from './gardener-semver'
import { isActive } from './lifecycle'
import { automaticTarget, consecutiveMinorTarget, forcedImageTarget, type VersionCandidates } from './select'
import type { Version } from './version'

/** What an offered version is good for at an instant. */
export interface VersionRoles {
  /** A new cluster or pool that names no version gets one of these. */
  readonly defaults: ReadonlySet<string>
  /** Auto-update of at least one lower listed version ends here. */
  readonly autoTargets: ReadonlySet<string>
  /** The highest one listed, previews included. */
  readonly latest: string | null
}

/**
 * What the versions of a list are good for; nothing where the profile does not have the image.
 *
 * - Kubernetes: without a version the API server takes the highest that is supported at the instant, none if there is none
 *   (docs/rules.md#defaults-of-a-shoot).
 * - Images: for a pool that names the image but no version it takes the latest that fits the architecture, no previews, one that is
 *   not deprecated first. Expired ones are not left out: they are taken and then refused, and are no default here. Filters by pool
 *   (CRI, kubelet, capabilities) do not count for auto targets: they differ per pool.
 * @param image a machine image; null: Kubernetes
 */
export function rolesOf(profile: CompiledProfile, image: string | null, at: Instant): VersionRoles {
  const list = listOf(profile, image)
  if (list === null) return { defaults: new Set(), autoTargets: new Set(), latest: null }
  const { table, strategy, defaultsBy } = list
  const stages = table.stagesAt(at)
  const latest = table.ascending.at(-1)
  return {
    defaults: defaultsBy(stages),
    autoTargets: autoTargets({ table, ascending: table.ascending, stageOf: (index) => stages[index] }, strategy),
    latest: latest === undefined ? null : table.at(latest).text,
  }
}

/** What new clusters and pools get that name no version: of an image, or (null) of Kubernetes. */
export function defaultVersions(profile: CompiledProfile, image: string | null, at: Instant): ReadonlySet<string> {
  const list = listOf(profile, image)
  return list === null ? new Set() : list.defaultsBy(list.table.stagesAt(at))
}

interface OfferedList {
  readonly table: VersionTable
  readonly strategy: ImageUpdateStrategy
  /** By the stages of all versions; what does not depend on them is found once. */
  readonly defaultsBy: (stages: readonly Stage[]) => ReadonlySet<string>
  readonly forcedTarget: (candidates: VersionCandidates, current: Version) => number
}

function listOf(profile: CompiledProfile, image: string | null): OfferedList | null {
  if (image === null) {
    const table = profile.kubernetes
    const defaultsBy = (stages: readonly Stage[]) => {
      const taken = defaultKubernetes(table, stages)
      return new Set(taken === undefined ? [] : [table.at(taken).text])
    }
    return { table, strategy: 'patch', defaultsBy, forcedTarget: consecutiveMinorTarget }
  }
  const compiled = profile.imageByName.get(image)
  if (compiled === undefined) return null
  const strategy = compiled.source.updateStrategy
  return {
    table: compiled.table,
    strategy,
    defaultsBy: imageDefaults(compiled),
    forcedTarget: (candidates, current) => forcedImageTarget(candidates, current, strategy),
  }
}

/** The one that is taken: the highest that is supported, of those that are meant. Indices of the table; undefined: none. */
export function defaultKubernetes(
  table: VersionTable,
  stages: readonly Stage[],
  isMeant: (index: number) => boolean = () => true,
): number | undefined {
  return table.ascending.findLast((index) => stages[index] === 'supported' && isMeant(index))
}

/**
 * The one that is taken of an image's versions that fit a pool: the highest that is not deprecated, else the highest; previews never.
 * Expired and unavailable versions are taken as well: they are refused afterwards.
 */
export function defaultImage(
  table: VersionTable,
  stages: readonly Stage[],
  isMeant: (index: number) => boolean,
): number | undefined {
  const isTaken = (index: number) => stages[index] !== 'preview' && isMeant(index)
  return (
    table.ascending.findLast((index) => stages[index] !== 'deprecated' && isTaken(index)) ??
    table.ascending.findLast(isTaken)
  )
}

function imageDefaults({ table, versions }: CompiledImage): (stages: readonly Stage[]) => Set<string> {
  const architectures = new Set(versions.flatMap((version) => version.architectures))
  return (stages) => {
    const defaults = new Set<string>()
    for (const architecture of architectures) {
      const taken = defaultImage(
        table,
        stages,
        (index) => versions[index]?.architectures.includes(architecture) === true,
      )
      const stage = taken === undefined ? undefined : stages[taken]
      if (taken !== undefined && stage !== undefined && isActive(stage)) defaults.add(table.at(taken).text)
    }
    return defaults
  }
}

/** From when to when; `to` null: as far as dates are set it does not end. Both ends are instants that still belong to it. */
export interface DefaultSpan {
  readonly from: Instant
  readonly to: Instant | null
}

/**
 * When a version is what a new cluster or pool gets that names none, from an instant on (docs/rules.md#defaults-of-a-shoot).
 * @param image a machine image; null: Kubernetes
 */
export function defaultSpans(
  profile: CompiledProfile,
  image: string | null,
  version: string,
  from: Instant,
): readonly DefaultSpan[] {
  const list = listOf(profile, image)
  const spans: DefaultSpan[] = []
  for (const { at: begin, stages } of list?.table.stagesFrom(from) ?? []) {
    const last = spans.at(-1)
    if (list?.defaultsBy(stages).has(version) === true) {
      if (last?.to !== null) spans.push({ from: begin, to: null })
    } else if (last?.to === null) spans[spans.length - 1] = { ...last, to: begin - 1 }
  }
  return spans
}

/** Where a version leads at an instant, of any cluster: filters of pools do not count. Null: nowhere. */
export interface VersionSuccessors {
  /** Of the automatic step. */
  readonly automatic: string | null
  /** Of the forced step, which comes if the automatic one has none. */
  readonly forced: string | null
}

/**
 * The versions that maintenance goes to from one, listed or not.
 * @param image a machine image; null: Kubernetes
 */
export function successorsOf(
  profile: CompiledProfile,
  image: string | null,
  version: string,
  at: Instant,
): VersionSuccessors {
  const list = listOf(profile, image)
  const current = parseVersion(version)
  if (list === null || current === null) return { automatic: null, forced: null }
  const { table, strategy, forcedTarget } = list
  const candidates = { table, ascending: table.ascending, stageOf: table.stageOf(at) }
  const text = (index: number) => (index < 0 ? null : table.at(index).text)
  return {
    automatic: text(automaticTarget(candidates, current, strategy)),
    forced: text(forcedTarget(candidates, current)),
  }
}

function autoTargets(candidates: VersionCandidates, strategy: ImageUpdateStrategy): Set<string> {
  const { table, ascending } = candidates
  const ends = new Set<string>()
  for (const start of ascending) {
    let end = start
    for (let next = end; next !== -1; next = automaticTarget(candidates, table.at(end), strategy)) end = next
    if (end !== start) ends.add(table.at(end).text)
  }
  return ends
}
