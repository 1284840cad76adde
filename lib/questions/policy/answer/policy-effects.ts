import { applyEdit, applyEdits } from '@/lib/engine/edits'
import { madeOnce, sumOf } from '@/lib/engine/grouped'
import type { ForecastClass, ForecastEvent } from '@/lib/engine/outlook'
import type { DailyEvents, LookAhead, PeriodSums } from '@/lib/engine/outlook/difference'
import { mergeCourse, type PolicyProposal, proposeEdits, simulatePolicy } from '@/lib/engine/policy'
import { minorText } from '@/lib/engine/rules'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile } from '@/lib/engine/types'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { figuresOf } from '@/lib/landscape/class-sums'
import { sumsOf } from '@/lib/landscape/draft'
import type { Landscape } from '@/lib/landscape/landscape'
import { childrenOf } from '@/lib/landscape/lookup'
import { compareTexts } from '@/lib/landscape/version-text'
import { readerDays } from '@/lib/landscape/zone'
import type { PolicyEffectsAnswer } from '../contract'
import { expectedOf, type PolicyQuestion } from './policy'

type PolicyEffects = Pick<PolicyEffectsAnswer, 'clusters' | 'proposals' | 'year'>

/** How far before and after are compared, in days. */
const days = 365
/** How many proposals are looked at one by one. */
const most = 60

/**
 * What a policy means for the clusters of a profile: each of its proposals alone, and the whole year with the releases that
 * are expected.
 */
export async function policyEffectsView(
  landscape: Landscape,
  entry: ProfileEntry,
  { policy, zone, releases: asked, cadence }: Omit<PolicyQuestion, 'profile' | 'at'>,
): Promise<PolicyEffects> {
  const { at } = landscape
  const { profile } = entry
  const proposed = proposeEdits(profile, policy, at)
  const expected = expectedOf({ profile, at, zone, releases: asked, cadence })
  const simulation = simulatePolicy(profile, policy, expected, { now: at, until: landscape.until })
  const compare = comparison(landscape, entry, zone)
  const family = [entry, ...childrenOf(landscape, entry.ref.name)]
  const clusters = family.reduce((sum, { ref }) => sum + figuresOf(landscape, profileKey(ref)).clusters, 0)
  if (proposed.kind === 'unreadable' || simulation.kind === 'unreadable') return { clusters, proposals: [], year: null }
  const proposals: PolicyEffects['proposals'] = []
  for (const proposal of proposed.proposals.slice(0, most)) {
    const { value } = applyEdits(profile, proposal.edits, applyEdit)
    proposals.push(proposalEffect(proposal, await compare(value)))
  }
  const minors = new MinorsAtEnd()
  const sums = await compare(simulation.course, (shoots, events) => minors.add(shoots, events))
  return { clusters, proposals, year: yearEffect(landscape, sums, minors, zone) }
}

/** The clusters on a profile, as it is and as it would be; those on namespaced profiles that build on it are among them. */
function comparison(
  landscape: Landscape,
  { ref, profile: before }: ProfileEntry,
  zone: string,
): (after: CloudProfile, look?: LookAhead) => Promise<PeriodSums> {
  const children = childrenOf(landscape, ref.name)
  const { starts } = readerDays(zone, landscape.at, days + 1)
  return (after, look = () => {}) => {
    const profiles = new Map([[profileKey(ref), { before, after }]])
    for (const child of children) {
      const merged =
        child.overrides && after !== before ? mergeCourse(after, child.profile, child.overrides) : child.profile
      profiles.set(profileKey(child.ref), { before: child.profile, after: merged })
    }
    return sumsOf(landscape, { profiles, until: landscape.at + days * DAY, days: starts, soon: null }, look)
  }
}

function proposalEffect(
  { image, before: { version } }: PolicyProposal,
  { totals: { before, after } }: PeriodSums,
): PolicyEffects['proposals'][number] {
  return {
    image,
    version,
    forced: { before: before.forced, after: after.forced },
    fails: { before: before.fails, after: after.fails },
  }
}

function yearEffect(
  landscape: Landscape,
  { load, totals }: PeriodSums,
  minors: MinorsAtEnd,
  zone: string,
): PolicyEffects['year'] {
  const sum = (list: readonly DailyEvents[], kind: 'forced' | 'fails') => sumOf(list, (day) => day[kind])
  const both = (kind: 'forced' | 'fails') => ({ before: sum(load.before, kind), after: sum(load.after, kind) })
  return {
    forced: both('forced'),
    fails: both('fails'),
    nodes: { before: totals.before.nodes, after: totals.after.nodes },
    months: monthsOf(readerDays(zone, landscape.at, days + 1).dates, load),
    minors: minors.told(),
  }
}

function monthsOf(
  dates: readonly string[],
  { before, after }: PeriodSums['load'],
): NonNullable<PolicyEffects['year']>['months'] {
  const months = new Map<string, NonNullable<PolicyEffects['year']>['months'][number]>()
  for (const [i, date] of dates.entries()) {
    const month = date.slice(0, 7)
    const none = () => ({ before: 0, after: 0 })
    const known = madeOnce(months, month, () => ({ month, forced: none(), fails: none() }))
    for (const kind of ['forced', 'fails'] as const) {
      known[kind].before += before[i]?.[kind] ?? 0
      known[kind].after += after[i]?.[kind] ?? 0
    }
  }
  return [...months.values()]
}

/** The minors that clusters are on in the end. */
class MinorsAtEnd {
  private readonly minors = new Map<string, { before: number; after: number }>()

  add({ forecast, example, clusters }: ForecastClass, events: readonly ForecastEvent[]): void {
    const add = (side: 'before' | 'after', last: ForecastEvent | undefined) => {
      const minor = last?.digest.minor ?? minorText(example.kubernetesVersion)
      madeOnce(this.minors, minor, () => ({ before: 0, after: 0 }))[side] += clusters
    }
    add('before', forecast.events.at(-1))
    add('after', events.at(-1))
  }

  told(): NonNullable<PolicyEffects['year']>['minors'] {
    return [...this.minors].sort(([a], [b]) => compareTexts(a, b)).map(([minor, clusters]) => ({ minor, clusters }))
  }
}
