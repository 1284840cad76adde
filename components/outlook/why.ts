import type { RolloutBody } from '@/lib/contract/steps'
import type { Why, WhyAnswer } from '@/lib/questions/cluster/contract/why'
import { shortPoolsText } from '@/lib/words/phrases'
import { spanText } from '@/lib/words/time-text'

/** Parts of a cluster about which the same is decided for the same reasons. */
export interface WhyGroup {
  readonly id: string
  /** `Control plane`, `gardenlinux of pools web-a and ledger`. */
  readonly parts: string
  readonly why: Why
}

/** What is updated or fails to be, and what stays as it is; each in Gardener's order, equal decisions together. */
export interface WhyGroups {
  readonly decided: readonly WhyGroup[]
  readonly kept: readonly WhyGroup[]
}

export function whyGroups({ subjects }: Pick<WhyAnswer, 'subjects'>): WhyGroups {
  const groups = new Map<string, { readonly why: Why; readonly pools: string[] }>()
  for (const why of subjects) {
    const id = JSON.stringify({ ...why, pool: why.pool === null ? null : '' })
    const group = groups.get(id) ?? { why, pools: [] }
    if (why.pool !== null) group.pools.push(why.pool)
    groups.set(id, group)
  }
  const all = [...groups].map(([id, { why, pools }]) => ({ id, why, parts: partsText(why, pools) }))
  return {
    decided: all.filter(({ why }) => why.outcome !== 'keeps'),
    kept: all.filter(({ why }) => why.outcome === 'keeps'),
  }
}

function partsText({ component, image }: Why, pools: readonly string[]): string {
  if (component === 'controlPlane') return 'Control plane'
  return `${image ?? 'Kubernetes'} of ${shortPoolsText(pools)}`
}

/** `Why 1.33.11 and not another?`, `Why does it not leave 1.31.14?`, `Why does it stay on 1.33.11?` */
export function whyQuestion({ outcome, to, current }: Why): string {
  if (outcome === 'updates' && to !== null) return `Why ${to} and not another?`
  return outcome === 'fails' ? `Why does it not leave ${current.version}?` : `Why does it stay on ${current.version}?`
}

/** The versions that are never looked at, in one line; null when there are none. */
export function belowText({ below, current }: Why): string | null {
  return below.length === 0 ? null : `${below.join(', ')}: lower than ${current.version}`
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** `14 h`, `9 h 20 min`: in hours, as long as they may be thought of. */
export function durationText(milliseconds: number): string {
  const minutes = Math.round(milliseconds / MINUTE) % 60
  if (milliseconds < HOUR || milliseconds >= 100 * HOUR) return spanText(milliseconds, 'exact')
  const hours = Math.floor(milliseconds / HOUR)
  return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`
}

/** `at most 14 h`; where a person has to select nodes, nobody can tell. */
export function worstCase({ milliseconds }: RolloutBody): string {
  return milliseconds === null ? 'as long as nodes wait to be selected' : `at most ${durationText(milliseconds)}`
}

/** The field that causes an effect, without what every path begins with. */
export function causeText(because: readonly string[]): string {
  return because.map((field) => field.replace(/^spec\./, '')).join(', ')
}
