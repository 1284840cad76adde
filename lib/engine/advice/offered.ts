import {
  type CompiledProfile,
  expiryOf,
  isOfNextMinor,
  isQualifying,
  parseVersion,
  plus,
  sameMinor,
  type Version,
  type VersionTable,
} from '@/lib/engine/rules'
import type { Instant } from '@/lib/engine/types'
import type { UpdateTo } from './remedy'

/** A version that a user may choose now: supported or deprecated, hence neither a preview nor expired nor unavailable. */
export interface Offered extends Pick<UpdateTo, 'stage' | 'expiry'> {
  readonly version: Version
}

/** An update to it, of Kubernetes. */
export function updateTo({ version, stage, expiry }: Offered, from: string): UpdateTo {
  return { to: version.text, isPatch: isPatchUpdate(from, version.text), stage, expiry }
}

export function isPatchUpdate(from: string, to: string): boolean {
  const [a, b] = [parseVersion(from), parseVersion(to)]
  return a !== null && b !== null && sameMinor(a, b)
}

/** In ascending order, `indices` at most. */
export function offeredIn(table: VersionTable, at: Instant, indices: readonly number[] = table.ascending): Offered[] {
  const stages = table.stagesAt(at)
  return indices.flatMap((index): Offered[] => {
    const [stage, source] = [stages[index], table.sources[index]]
    if (source === undefined || stage === undefined || !isQualifying(stage)) return []
    return [{ version: table.at(index), stage, expiry: expiryOf(source) }]
  })
}

/** The highest that is supported, else the highest. */
export function bestOffered(offered: readonly Offered[]): Offered | undefined {
  return offered.findLast(({ stage }) => stage === 'supported') ?? offered.at(-1)
}

/** Why there is nothing to choose in the next minor. */
export type NextMinor =
  | { readonly kind: 'offered' }
  /** It has previews or unavailable versions; `from`: when the first can be chosen, null: no date is set for that. */
  | { readonly kind: 'not-yet'; readonly minor: string; readonly from: Instant | null }
  | { readonly kind: 'expired'; readonly minor: string }
  | { readonly kind: 'none' }

export function nextMinorOf({ kubernetes: table }: CompiledProfile, current: string, at: Instant): NextMinor {
  const version = parseVersion(current)
  if (version === null) return { kind: 'none' }
  const indices = table.ascending.filter((index) => isOfNextMinor(table.at(index), version))
  if (indices.length === 0) return { kind: 'none' }
  if (offeredIn(table, at, indices).length > 0) return { kind: 'offered' }
  const minor = `${version.major}.${plus(version.minor, 1)}`
  const stages = table.stagesAt(at)
  if (indices.every((index) => stages[index] === 'expired')) return { kind: 'expired', minor }
  const from = table.boundaries.find((boundary) => boundary >= at && offeredIn(table, boundary + 1, indices).length > 0)
  return { kind: 'not-yet', minor, from: from ?? null }
}
