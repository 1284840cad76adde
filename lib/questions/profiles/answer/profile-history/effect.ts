import { mergeNamespacedProfile } from '@/lib/engine/api-server'
import { MemoizedProfiles } from '@/lib/engine/course'
import { Forecaster } from '@/lib/engine/outlook'
import type { WhatIf } from '@/lib/engine/outlook/difference'
import { DAY, formatInstant } from '@/lib/engine/time'
import type { CloudProfile, Instant } from '@/lib/engine/types'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { type ProfileEntry, profileKey, type Snapshot } from '@/lib/garden/garden'
import { changeFiguresOf, whatIfOf } from '@/lib/landscape/draft'
import { buildLandscape, evidenceOf } from '@/lib/landscape/landscape'
import { usersOf, versionKey } from '@/lib/landscape/usage'
import { plural, WITHIN_HORIZON } from '@/lib/words/phrases'
import { countOf } from '@/lib/words/time-text'
import type { ChangeEffectAnswer } from '../../contract/history'
import { NOTHING, type RecordedProfileChange } from './differences'

/** What a change did to what was ahead: `snapshot` is the landscape as it was known just before it, at `at`. */
export async function changeEffectView(
  snapshot: Snapshot,
  at: Instant,
  entry: ProfileEntry,
  change: RecordedProfileChange,
): Promise<ChangeEffectAnswer> {
  const profiles = pairsOf(snapshot, entry, change.value?.profile ?? NOTHING)
  const shoots = ChunkedList.of([...snapshot.shoots].filter(({ profile }) => profiles.has(profileKey(profile))))
  // A recorded change, unlike an edit, may be about machine types: it may tell apart what is alike before it.
  const forecaster = new Forecaster(new MemoizedProfiles('apart'))
  const landscape = await buildLandscape({ ...snapshot, shoots }, at, { forecaster })
  const edited = { profiles, until: landscape.until, days: [at, landscape.until], soon: { begin: at, end: at + DAY } }
  const found = await whatIfOf(landscape, edited)
  const used = [...profiles.keys()].flatMap((key) => [...usersOf(landscape, key).versions.keys()])
  const sum = sumOf(found, new Set(used))
  return {
    ...evidenceOf({ snapshot, at }),
    change: formatInstant(change.seen),
    clusters: sum.clusters,
    nodes: sum.nodes,
    text: effectText(change, sum),
  }
}

/** The profile before and after, and those that build on it. */
function pairsOf(snapshot: Snapshot, { ref, profile }: ProfileEntry, after: CloudProfile) {
  const pairs = new Map([[profileKey(ref), { before: profile, after }]])
  for (const child of ref.kind === 'CloudProfile' ? snapshot.profiles.values() : []) {
    if (child.parent !== ref.name || child.overrides === undefined) continue
    const merged = mergeNamespacedProfile(after, child.overrides)
    pairs.set(profileKey(child.ref), { before: child.profile, after: merged })
  }
  return pairs
}

/** What comes of a change, added up. */
interface ChangeEffectSum {
  readonly clusters: number
  readonly changes: ReturnType<typeof changeFiguresOf>
  /** How many more clusters are updated by auto-update within a day. */
  readonly soon: number
  /** By how many days updates come earlier or later. */
  readonly days: Readonly<Record<'earlier' | 'later', readonly number[]>>
  readonly nodes: { min: number; max: number }
  /** What clusters of the profile ran, and of those that build on it, by `versionKey`. */
  readonly used: ReadonlySet<string>
}

function sumOf({ clusters, effects, totals, changed }: WhatIf, used: ChangeEffectSum['used']): ChangeEffectSum {
  const days: Record<'earlier' | 'later', number[]> = { earlier: [], later: [] }
  const nodes = { min: 0, max: 0 }
  for (const { shoots, comparison } of changed.values()) {
    const { before, after, effect } = comparison
    if (before !== null && after !== null && (effect === 'earlier' || effect === 'later')) {
      days[effect].push(Math.round(Math.abs(after.event.from - before.event.from) / DAY))
    }
    for (const pool of (after ?? before)?.event.digest.rolls ?? []) {
      nodes.min += shoots.pools[pool]?.min ?? 0
      nodes.max += shoots.pools[pool]?.max ?? 0
    }
  }
  const soon = totals.after.autoSoon - totals.before.autoSoon
  return { clusters, changes: changeFiguresOf(effects), soon, days, nodes, used }
}

/** `41 clusters are now forced 44 days later` */
function effectText(change: RecordedProfileChange, sum: ChangeEffectSum): string {
  const { days, soon } = sum
  const { stuck, stuckSooner, stuckLater, freed, forced, earlier, later, unforced, target, auto } = sum.changes
  const clauses = [
    stuck > 0 && `${areNow(stuck)} stuck`,
    stuckSooner > 0 && `${areNow(stuckSooner)} stuck sooner`,
    stuckLater > 0 && `${areNow(stuckLater)} stuck later`,
    freed > 0 && `${areNow(freed)} no longer stuck`,
    forced > 0 && `${countOf(forced, 'more cluster')} ${plural(forced, 'is', 'are')} now forced`,
    earlier > 0 && `${areNow(earlier)} forced ${distance(days.earlier)}earlier`,
    later > 0 && `${areNow(later)} forced ${distance(days.later)}later`,
    unforced > 0 && `${areNow(unforced)} no longer forced ${WITHIN_HORIZON}`,
    target > 0 && `${count(target)} now ${plural(target, 'gets', 'get')} a different version`,
    auto > 0 &&
      (soon > 0
        ? `${count(soon)} ${plural(soon, 'auto-updates', 'auto-update')} in 24 h`
        : `auto-updates of ${count(auto)} changed`),
  ].filter((clause) => clause !== false)
  return clauses.length > 0 ? clauses.join(', ') : `no cluster moved${whyNone(change, sum)}`
}

function count(clusters: number): string {
  return countOf(clusters, 'cluster')
}

/** `2 clusters are now` */
function areNow(clusters: number): string {
  return `${count(clusters)} ${plural(clusters, 'is', 'are')} now`
}

function distance(days: readonly number[]): string {
  const most = days.reduce((a, b) => Math.max(a, b), 0)
  const least = days.reduce((a, b) => Math.min(a, b), most)
  if (most === 0) return ''
  const range = most - least <= 1 ? `${most}` : `${least} to ${most}`
  return `${range} ${plural(most, 'day')} `
}

/** Why a change has no effect, if a rule says so; else nothing. */
function whyNone({ differences }: RecordedProfileChange, { clusters, used }: ChangeEffectSum): string {
  if (clusters === 0) return ': none was on the profile'
  const isUsed = (image: string | null, version: string) => used.has(versionKey(image ?? 'Kubernetes', version))
  if (differences.every((one) => one.kind === 'added' && one.stage?.after === 'preview'))
    return ': a preview is never a target'
  if (differences.every((one) => 'version' in one && one.kind !== 'added' && !isUsed(one.image, one.version)))
    return `: none ran ${plural(differences.length, 'it', 'them')}`
  return ''
}
