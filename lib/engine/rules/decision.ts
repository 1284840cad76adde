import type { Stage, UpdateReason } from '@/lib/engine/types'
import type { CompiledImage, VersionTable } from './compile'
import { parseConstraint, satisfies } from './constraint'
import { DecisionTimeline, KEEP } from './decision-timeline'
import { automaticTarget, type Candidates, consecutiveMinorTarget, forcedImageTarget } from './select'
import { parseVersion, withoutSuffix } from './version'

/** What is decided for a Kubernetes version, of a control plane or of a pool (docs/rules.md#whether-to-update). */
export function kubernetesTimeline(table: VersionTable, current: string, auto: boolean): DecisionTimeline {
  const listed = listedKubernetes(table, current)
  const version = parseVersion(current)
  return new DecisionTimeline(table, (stages) => {
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
export function imageTimeline(
  image: CompiledImage,
  fitting: readonly number[],
  current: string,
  auto: boolean,
  isNamed: boolean,
): DecisionTimeline {
  const { table, source } = image
  const { updateStrategy } = source
  const listed = isNamed ? firstSpelled(table, fitting, current) : null
  const version = parseVersion(current)
  return new DecisionTimeline(table, (stages) => {
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
