import { imageOfName } from '@/lib/contract/version-name'
import { countMore } from '@/lib/engine/grouped'
import {
  type ClusterRecord,
  healthOn,
  KindCounter,
  predecessorOf,
  promotedAt,
  recordOf,
} from '@/lib/engine/policy/evidence'
import { type PromotionRule, ruleParts, type SoakedElsewhere } from '@/lib/engine/promotion-rule'
import { DAY } from '@/lib/engine/time'
import type { Instant, NamedVersion, NamespacedName, Period } from '@/lib/engine/types'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import type { History, ObjectState, ShootStates } from '@/lib/history'
import { eachOf, letThrough } from '@/lib/process/event-loop'
import { nowOf } from './clock'
import type { Landscape } from './landscape'
import type { VersionSelection } from './path'
import { type Member, memberLookup } from './roster'
import { runningVersion } from './running'

/** How long before the first cluster came its health is looked at. */
const ahead = 7 * DAY

type EvidenceHistory = Pick<History, 'shootsSince' | 'statesOf' | 'since'>

/** What is recorded of the clusters of a profile that run a version, as far as the user sees them. */
export interface VersionRecord {
  /** The instant since which anything is recorded; null: nothing is. */
  readonly since: Instant | null
  /** Up to when it is told. */
  readonly known: Instant
  /** Clusters of the profile that might run it. */
  readonly among: number
  /** The clusters of which anything is recorded. */
  readonly found: readonly ClusterEvidence[]
  /** The clusters that have run it, in the order in which they came to it. */
  readonly ran: readonly ClusterEvidence[]
  /** The updates to this version, in the order in which they began. */
  readonly updates: readonly (ClusterRecord['updates'][number] & { readonly member: Member })[]
  /** When the first of them was seen on it; null: none was. */
  readonly firstAt: Instant | null
  readonly counter: ReturnType<KindCounter['counts']>
  /** The version that it would replace; null: there is none. */
  readonly predecessor: {
    readonly version: string
    /** The instant since which this version is known to be listed. What is told of the other version happened since then. */
    readonly from: Instant
    readonly others: ReplacedVersionSums
    /** When it was promoted itself; null: that was not seen. */
    readonly promoted: Instant | null
  } | null
}

/** What is recorded of the clusters that run a version, beside the one that it would replace. It takes its time, a little at once. */
export async function recordOfVersion(
  landscape: Landscape,
  { ref, profile }: ProfileEntry,
  { what, version }: VersionSelection,
  history: EvidenceHistory,
): Promise<VersionRecord> {
  const known = Math.min(nowOf(landscape.snapshot), landscape.at)
  const subject: NamedVersion = { image: imageOfName(what), version }
  const states = (await history.statesOf(ref)).filter(({ seen }) => seen <= known)
  const since = await history.since()
  const before = predecessorOf(profile, subject, known)
  const other = before === null ? null : { ...subject, version: before }
  const begin = listedSince(states, subject) ?? since ?? known
  const promoted = other && promotedAt(states, other, known)
  const first = promoted === null ? begin : Math.min(begin, (other && listedSince(states, other)) ?? begin)
  const gathered = await gather(landscape, profileKey(ref), history, {
    subject,
    other,
    from: Math.max(first - ahead, since ?? first),
    begin,
    known,
  })
  const { found, counter, among, others } = gathered
  const ran = found
    .filter(({ record }) => record.stays.length > 0)
    .sort((a, b) => arrivedAt(a.record) - arrivedAt(b.record))
  const updates = found
    .flatMap(({ member, record }) => record.updates.map((update) => ({ member, ...update })))
    .sort((a, b) => a.at - b.at)
  const firstAt = ran[0] === undefined ? null : arrivedAt(ran[0].record)
  const predecessor = other && { version: other.version, from: begin, others, promoted }
  return { since, known, among, found, ran, updates, firstAt, counter, predecessor }
}

/** How a version stands to a rule of promotions, part by part; `others`: what is known of it in other landscapes. */
export function heldTo(
  limits: PromotionRule,
  { known, ran, updates, firstAt }: VersionRecord,
  others: readonly SoakedElsewhere[] = [],
) {
  const here = {
    clusters: ran.length,
    days: firstAt === null ? 0 : (known - firstAt) / DAY,
    failures: updates.filter(({ failed }) => failed).length,
  }
  return ruleParts(limits, here, others).map((part) => ({ ...part, value: Math.round(part.value * 1000) / 1000 }))
}

export interface ClusterEvidence {
  readonly member: Member
  readonly record: ClusterRecord
}

interface WantedEvidence {
  readonly subject: NamedVersion
  /** The version that it would replace. */
  readonly other: NamedVersion | null
  /** What is read begins here. */
  readonly from: Instant
  /** What is told of the other version happened since this instant. */
  readonly begin: Instant
  readonly known: Instant
}

/** What is recorded of the clusters of a profile that the user sees today. */
async function gather({ roster }: Landscape, profile: string, history: EvidenceHistory, wanted: WantedEvidence) {
  const { subject, other, from, begin, known } = wanted
  const own: Member[] = []
  roster.members.forEach((member) => {
    if (member.profile === profile) own.push(member)
  })
  // Each is asked of what stands beside the one before: the first of all clusters, the second of those of the profile.
  const [isThere, memberAt] = [memberLookup(roster), memberLookup({ ...roster, members: ChunkedList.of(own) })]
  const isWanted = (place: NamespacedName) => isThere(place)?.profile === profile
  const found: ClusterEvidence[] = []
  const tried = new Map<Member, ClusterRecord>()
  const others = new ReplacedVersionSums()
  for await (const some of history.shootsSince(from, isWanted)) {
    for (const { states: all, ...place } of some) {
      const member = memberAt(place)
      const states = (all.at(-1)?.seen ?? 0) <= known ? all : all.filter(({ seen }) => seen <= known)
      if (member === undefined || states.length === 0) continue
      const record = recordOf(states, subject, known)
      if (record !== null) {
        found.push({ member, record })
        tried.set(member, record)
      }
      const before = other && recordOf(states, other, known)
      if (other && before) others.add(before, states, other, { from: begin, to: known })
    }
    await letThrough()
  }
  const counter = new KindCounter(subject)
  let among = 0
  await eachOf(own, (member) => {
    const { shoot } = member
    if (subject.image !== null && !shoot.workers.some(({ image }) => image?.name === subject.image)) return
    among++
    const record = tried.get(member)
    counter.add(shoot, record !== undefined && record.stays.length > 0 ? record.shoot : null)
  })
  return { found, others, counter: counter.counts(), among }
}

/** What there is of the version that would be replaced, added up. */
export class ReplacedVersionSums {
  readonly stays: Period[] = []
  isWhole = true
  clusters = 0
  updates = 0
  failed = 0
  /** Codes of the errors that failed, with how many of these updates had them. */
  readonly codes = new Map<string, number>()
  readonly healths: ReturnType<typeof healthOn>[] = []

  add(record: ClusterRecord, states: ShootStates['states'], subject: NamedVersion, within: Period): void {
    this.stays.push(...record.stays)
    if (record.arrival?.kind === 'before') this.isWhole = false
    if (record.stays.some(({ to }) => to > within.from)) {
      this.clusters++
      this.healths.push(healthOn(states, subject, within))
    }
    for (const [i, update] of record.updates.entries()) {
      if (update.at < within.from) continue
      this.updates++
      if (!update.failed) continue
      this.failed++
      const next = record.updates[i + 1]?.at ?? within.to
      const errors = record.episodes.filter((one) => one.failed && one.from >= update.at && one.from < next)
      for (const code of new Set(errors.flatMap((one) => one.errors.flatMap(({ codes }) => codes))))
        countMore(this.codes, code)
    }
  }
}

/** The first moment at which a profile was known to list a version; null: it never was. */
function listedSince(states: readonly ObjectState<ProfileEntry>[], version: NamedVersion): Instant | null {
  return states.find(({ value }) => runningVersion(value?.profile, version) !== undefined)?.seen ?? null
}

/** When a cluster came to the version. */
export function arrivedAt({ arrival }: ClusterRecord): Instant {
  return arrival?.at ?? Number.POSITIVE_INFINITY
}
