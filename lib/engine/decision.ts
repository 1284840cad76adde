import type { CompiledImage, VersionTable } from './compile'
import { parseConstraint, satisfies } from './constraint'
import { automaticTarget, type Candidates, consecutiveMinorTarget, forcedImageTarget } from './select'
import type { Instant, Stage, UpdateReason } from './types'
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

/**
 * The decisions for one version over time. Within an epoch of its table (no stage changes in one) a decision is the same, so
 * each is made once and kept.
 */
export class DecisionLine {
  private readonly byEpoch: (Decision | undefined)[] = []
  private readonly sameUntil: (number | undefined)[] = []

  constructor(
    private readonly table: VersionTable,
    private readonly decideIn: (stages: readonly Stage[]) => Decision,
  ) {}

  /** The instants after which the decision may differ, ascending. */
  get boundaries(): readonly Instant[] {
    return this.table.boundaries
  }

  at(at: Instant): Decision {
    return this.in(this.table.epochAt(at))
  }

  /** The last instant up to which the decision stays as it is at the given one; infinity if it does for ever. */
  unchangedUntil(at: Instant): Instant {
    const epoch = this.table.epochAt(at)
    const known = this.sameUntil[epoch]
    if (known !== undefined) return known
    const decision = this.in(epoch)
    let last = epoch
    while (last < this.table.boundaries.length && isSame(decision, this.in(last + 1))) last += 1
    const until = this.table.boundaries[last] ?? Number.POSITIVE_INFINITY
    this.sameUntil[epoch] = until
    return until
  }

  private in(epoch: number): Decision {
    const known = this.byEpoch[epoch]
    if (known !== undefined) return known
    const decision = this.decideIn(this.table.stagesIn(epoch))
    this.byEpoch[epoch] = decision
    return decision
  }
}

/** Whether two decisions for one version come to the same. */
export function isSame(a: Decision, b: Decision): boolean {
  if (a === b) return true
  if (a.kind === 'update') return b.kind === 'update' && a.to === b.to && a.why === b.why
  if (a.kind === 'failure') return b.kind === 'failure' && a.cause === b.cause && a.why === b.why
  return b.kind === 'keep'
}

/** What is decided for a Kubernetes version, of a control plane or of a pool (vectors README, should a version be updated). */
export function kubernetesLine(table: VersionTable, current: string, auto: boolean): DecisionLine {
  const listed = listedKubernetes(table, current)
  const version = parseVersion(current)
  return new DecisionLine(table, (stages) => {
    if (listed === 'unreadable') return KEEP
    const why = reasonFor(listed === null ? undefined : stages[listed], auto)
    if (why === null) return KEEP
    if (version === null) return { kind: 'failure', why, cause: 'unreadable' }
    const candidates: Candidates = { table, ascending: table.ascending, stages }
    const automatic = automaticTarget(candidates, version, 'patch')
    if (automatic !== -1) return { kind: 'update', why, to: table.at(automatic).text, forced: false }
    if (why === 'auto') return KEEP
    const forced = consecutiveMinorTarget(candidates, version)
    if (forced === -1) return { kind: 'failure', why, cause: 'no-target' }
    return { kind: 'update', why, to: table.at(forced).text, forced: true }
  })
}

/**
 * What is decided for an image version of a pool that only the versions `fitting` fit (indices, ascending by version).
 * `isNamed` false: the shoot spells the image's name in another case, then none of its versions count as listed.
 */
export function imageLine(
  image: CompiledImage,
  fitting: readonly number[],
  current: string,
  auto: boolean,
  isNamed: boolean,
): DecisionLine {
  const { table, source } = image
  const { updateStrategy } = source
  const listed = isNamed ? firstSpelled(table, fitting, current) : null
  const version = parseVersion(current)
  return new DecisionLine(table, (stages) => {
    const why = reasonFor(listed === null ? undefined : stages[listed], auto)
    if (why === null) return KEEP
    if (version === null) return { kind: 'failure', why, cause: 'unreadable' }
    const candidates: Candidates = { table, ascending: fitting, stages }
    const automatic = automaticTarget(candidates, version, updateStrategy)
    if (automatic !== -1) return { kind: 'update', why, to: table.at(automatic).text, forced: false }
    if (why === 'auto') return KEEP
    if (updateStrategy === 'major') return { kind: 'failure', why, cause: 'end-of-life' }
    const forced = forcedImageTarget(candidates, version, updateStrategy)
    if (forced === -1) return { kind: 'failure', why, cause: 'no-target' }
    return { kind: 'update', why, to: table.at(forced).text, forced: true }
  })
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
  const index = table.versions.findIndex(({ text }) => {
    const version = parseVersion(withoutSuffix(text))
    return version !== null && satisfies(version, constraint)
  })
  return index === -1 ? null : index
}

/** Image versions are compared by their text. */
function firstSpelled(table: VersionTable, indices: readonly number[], text: string): number | null {
  const spelled = indices.filter((index) => table.at(index).text === text)
  return spelled.length === 0 ? null : Math.min(...spelled)
}
