import { type CompiledProfile, expiryOf, parseVersion, plus, type Version, type VersionTable } from '@/lib/engine/rules'
import type { Instant } from '@/lib/engine/types'
import { dayOf, type KnownProspect } from './remedy'

/** A version that somebody may choose now: supported or deprecated, hence neither a preview nor expired nor unavailable. */
export interface Offered {
  readonly version: Version
  readonly stage: 'supported' | 'deprecated'
  /** Null: no date is set. */
  readonly expiry: Instant | null
}

/** In ascending order, `indices` at most. */
export function offeredIn(table: VersionTable, at: Instant, indices: readonly number[] = table.ascending): Offered[] {
  const stages = table.stagesAt(at)
  return indices.flatMap((index): Offered[] => {
    const [stage, source] = [stages[index], table.sources[index]]
    if (source === undefined || (stage !== 'supported' && stage !== 'deprecated')) return []
    return [{ version: table.at(index), stage, expiry: expiryOf(source) }]
  })
}

/** The highest that is supported, else the highest. */
export function bestOffered(offered: readonly Offered[]): Offered | undefined {
  return offered.findLast(({ stage }) => stage === 'supported') ?? offered.at(-1)
}

/** E.g. `deprecated now, until 30 Jun 2027`. */
export function lifeText({ stage, expiry }: Offered, { shoot }: Pick<KnownProspect, 'shoot'>): string {
  return `${stage} now, ${expiry === null ? 'no expiry set' : `until ${dayOf(expiry, shoot)}`}`
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
  const isNext = (one: Version) => one.major === version.major && one.minor === plus(version.minor, 1)
  const indices = table.ascending.filter((index) => isNext(table.at(index)))
  if (indices.length === 0) return { kind: 'none' }
  if (offeredIn(table, at, indices).length > 0) return { kind: 'offered' }
  const minor = `${version.major}.${plus(version.minor, 1)}`
  const stages = table.stagesAt(at)
  if (indices.every((index) => stages[index] === 'expired')) return { kind: 'expired', minor }
  const from = table.boundaries.find((boundary) => boundary >= at && offeredIn(table, boundary + 1, indices).length > 0)
  return { kind: 'not-yet', minor, from: from ?? null }
}
