import { mergeNamespacedProfile } from '@/lib/engine/api-server'
import { FleetForecaster } from '@/lib/engine/fleet'
import { DAY, formatInstant } from '@/lib/engine/time'
import type { CloudProfile, Instant, Shoot } from '@/lib/engine/types'
import type { WhatIf } from '@/lib/engine/what-if'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { type ProfileEntry, profileKey, type Snapshot } from '@/lib/garden/garden'
import { whatIfsOf } from '@/lib/server/classes'
import { evidenceOf } from '@/lib/server/evidence'
import { buildIndex } from '@/lib/server/fleet-index'
import { Stint } from '@/lib/server/stint'
import { usageOf, versionKey } from '@/lib/server/usage'
import { changeCounts } from '@/lib/server/what-if/projects'
import type { ChangeEffectAnswer } from '../../contract/history'
import { type Change, NOTHING } from './changes'

/** So many clusters are looked at at once: other requests get through in between. */
const together = 50

/** What a change did to what was ahead: `snapshot` is the landscape as it was known just before it, at `at`. */
export async function changeEffectView(
  snapshot: Snapshot,
  at: Instant,
  entry: ProfileEntry,
  change: Change,
): Promise<ChangeEffectAnswer> {
  const profiles = pairsOf(snapshot, entry, change.value?.profile ?? NOTHING)
  const forecaster = new FleetForecaster()
  const sum = noEffect()
  for (const shoots of await alikeTogether(snapshot, profiles)) {
    await new Promise(setImmediate)
    const index = await buildIndex({ ...snapshot, shoots: ChunkedList.of(shoots) }, at, { forecaster })
    await new Promise(setImmediate)
    add(sum, whatIfsOf(index).of({ profiles, until: index.until, days: [at, index.until] }))
    for (const key of usageOf(index.roster).get(profileKey(entry.ref))?.keys() ?? []) sum.used.add(key)
  }
  return {
    ...evidenceOf({ snapshot, at }),
    change: formatInstant(change.seen),
    clusters: sum.clusters,
    changes: sum.changes,
    days: sum.days,
    nodes: sum.nodes,
    text: effectText(change, sum),
  }
}

/** The clusters on some profiles, some at a time; those of a version together, as most of what is computed for one holds for them all. */
async function alikeTogether({ shoots }: Snapshot, profiles: ReadonlyMap<string, unknown>): Promise<Shoot[][]> {
  const stint = new Stint()
  const byVersion = new Map<string, Shoot[]>()
  for (const shoot of shoots) {
    if (stint.isOver) await stint.pause()
    const profile = profileKey(shoot.profile)
    if (!profiles.has(profile)) continue
    const key = `${profile} ${shoot.kubernetesVersion}`
    const alike = byVersion.get(key)
    if (alike === undefined) byVersion.set(key, [shoot])
    else alike.push(shoot)
  }
  const all = [...byVersion.values()].flat()
  return Array.from({ length: Math.ceil(all.length / together) }, (_, i) => all.slice(i * together, (i + 1) * together))
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
interface Sum {
  clusters: number
  readonly changes: ChangeEffectAnswer['changes']
  /** By how much more clusters are updated by auto-update within a day. */
  tonight: number
  /** Of updates that come earlier or later; null: none does. */
  days: { min: number; max: number } | null
  readonly nodes: { min: number; max: number }
  /** What clusters of the profile itself ran, by `versionKey`. */
  readonly used: Set<string>
}

function noEffect(): Sum {
  return {
    clusters: 0,
    changes: changeCounts(),
    tonight: 0,
    days: null,
    nodes: { min: 0, max: 0 },
    used: new Set(),
  }
}

function add(sum: Sum, { clusters, effects, totals, changed }: WhatIf): void {
  sum.clusters += clusters
  sum.tonight += totals.after.autoTonight - totals.before.autoTonight
  for (const [effect, clusters] of Object.entries(changeCounts(effects)))
    sum.changes[effect as keyof typeof sum.changes] += clusters
  for (const { branch, comparison } of changed) {
    const { before, after, effect } = comparison
    if (before !== null && after !== null && (effect === 'earlier' || effect === 'later')) {
      const days = Math.round(Math.abs(after.event.from - before.event.from) / DAY)
      const { min, max } = sum.days ?? { min: days, max: days }
      sum.days = { min: Math.min(min, days), max: Math.max(max, days) }
    }
    for (const pool of (after ?? before)?.event.digest.rolls ?? []) {
      sum.nodes.min += branch.pools[pool]?.min ?? 0
      sum.nodes.max += branch.pools[pool]?.max ?? 0
    }
  }
}

/** `forced 41 clusters 44 days later` */
function effectText(change: Change, sum: Sum): string {
  const { days, tonight } = sum
  const { stuck, freed, forced, earlier, more, later, target, auto } = sum.changes
  const clauses = [
    stuck > 0 && `left ${count(stuck)} stuck`,
    freed > 0 && `freed ${count(freed)} that ${freed === 1 ? 'was' : 'were'} stuck`,
    forced > 0 && `forced ${forced.toLocaleString('en')} more ${forced === 1 ? 'cluster' : 'clusters'}`,
    earlier > 0 && `forced ${count(earlier)} ${distance(days)}earlier`,
    more > 0 && `forced ${count(more)} once more`,
    later > 0 &&
      (days === null
        ? `forced ${count(later)} no longer within a year`
        : `forced ${count(later)} ${distance(days)}later`),
    target > 0 && `sent ${count(target)} to another version`,
    auto > 0 &&
      (tonight > 0 ? `moved ${count(tonight)} by auto-update in 24 h` : `changed auto-updates of ${count(auto)}`),
  ].filter((clause) => clause !== false)
  return clauses.length > 0 ? clauses.join(', ') : `no cluster moved${whyNone(change, sum)}`
}

function count(clusters: number): string {
  return `${clusters.toLocaleString('en')} ${clusters === 1 ? 'cluster' : 'clusters'}`
}

function distance(days: Sum['days']): string {
  if (days === null || days.max === 0) return ''
  const range = days.max - days.min <= 1 ? `${days.max}` : `${days.min} to ${days.max}`
  return `${range} ${days.max === 1 ? 'day' : 'days'} `
}

/** As far as a rule says so; else nothing is said. */
function whyNone({ differences }: Change, { clusters, used }: Sum): string {
  if (clusters === 0) return ': none was on the profile'
  const isUsed = (image: string | null, version: string) => used.has(versionKey(image ?? 'Kubernetes', version))
  if (differences.every((one) => one.kind === 'added' && one.stage?.after === 'preview'))
    return ': a preview is never a target'
  if (differences.every((one) => 'version' in one && one.kind !== 'added' && !isUsed(one.image, one.version)))
    return `: none ran ${differences.length === 1 ? 'it' : 'them'}`
  return ''
}
