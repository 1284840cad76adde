import { onWire } from '@/lib/contract/dates'
import type { PromotionEvidenceAnswer } from '@/lib/contract/promotion-evidence'
import {
  type ClusterRecord,
  clusterTime,
  courseOf,
  type HealthPair,
  healthOn,
  KindCounter,
  meansOf,
  outlierOf,
  type PromotionRule,
  perWeek,
  predecessorOf,
  promotedAt,
  recordOf,
  ruleParts,
  type Subject,
  sumOf,
} from '@/lib/engine/policy/evidence'
import { DAY, SECOND } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import type { History, ObjectState, ShootStates } from '@/lib/history'
import { TimeSlice } from '@/lib/process/time-slice'
import { nowOf } from './clock'
import { evidenceOf } from './evidence'
import type { FleetIndex } from './fleet-index'
import type { Selection } from './path'
import type { Member } from './roster'
import { listedImage, listedKubernetes, RunningVersions } from './running'

/** So much of each list is told. */
const most = 200
/** So long before the first cluster came its health is looked at. */
const ahead = 7 * DAY

export interface PromotionEvidenceQuestion {
  /** Null: there is none. */
  readonly rule: { readonly origin: 'policy' | 'asked'; readonly limits: PromotionRule } | null
  /** Whether there may be clusters that whoever asks may not see. */
  readonly isCut: boolean
}

type Records = Pick<History, 'shootsSince' | 'statesOf' | 'since'>

/** What is recorded of the clusters that run a version, beside the one that it would replace. It takes its time, a little at once. */
export async function promotionEvidenceView(
  index: FleetIndex,
  { ref, profile }: ProfileEntry,
  { what, version }: Selection,
  history: Records,
  { rule, isCut }: PromotionEvidenceQuestion,
): Promise<PromotionEvidenceAnswer> {
  const known = Math.min(nowOf(index.snapshot), index.at)
  const subject: Subject = { image: what === 'Kubernetes' ? null : what, version }
  const states = (await history.statesOf(ref)).filter(({ seen }) => seen <= known)
  const since = await history.since()
  const before = predecessorOf(profile, subject, known)
  const other = before === null ? null : { ...subject, version: before }
  const begin = listedSince(states, subject) ?? since ?? known
  const promoted = other && promotedAt(states, other, known)
  const first = promoted === null ? begin : Math.min(begin, (other && listedSince(states, other)) ?? begin)
  const gathered = await gather(index, profileKey(ref), history, {
    subject,
    other,
    from: Math.max(first - ahead, since ?? first),
    begin,
    known,
  })
  const { found, counter, among } = gathered
  const stays = found.flatMap(({ record }) => [...record.stays])
  const ran = found
    .filter(({ record }) => record.stays.length > 0)
    .sort((a, b) => arrivedAt(a.record) - arrivedAt(b.record))
  const updates = found
    .flatMap(({ member, record }) => record.updates.map((update) => ({ member, ...update })))
    .sort((a, b) => a.at - b.at)
  const failed = updates.filter((one) => one.failed).length
  const firstAt = ran[0] === undefined ? null : arrivedAt(ran[0].record)
  const errors = errorsOf(found)
  return {
    ...evidenceOf(index),
    profile: ref,
    what,
    version,
    stage:
      what === 'Kubernetes'
        ? new RunningVersions(profile, index.at).kubernetes(version).stage
        : new RunningVersions(profile, index.at).image(what, version).stage,
    since: since === null ? null : onWire(since),
    known: onWire(known),
    among,
    isCut,
    clusters: { ran: ran.length, running: ran.filter(({ record }) => record.isOnIt).length },
    firstAt: firstAt === null ? null : onWire(firstAt),
    isWhole: !ran.some(({ record }) => record.arrival?.kind === 'before'),
    clusterDays: daysIn(clusterTime(stays, known)),
    course: courseOf(stays, known).map(({ at, clusters, time }) => {
      return { at: onWire(at), clusters, clusterDays: daysIn(time) }
    }),
    updates: updates.length,
    failed,
    order: updates.slice(-most).map(({ member, at, from, failed }) => {
      return { ...nameOf(member), at: onWire(at), from, failed }
    }),
    rule: rule && {
      origin: rule.origin,
      parts: ruleParts(rule.limits, {
        clusters: ran.length,
        days: firstAt === null ? 0 : (known - firstAt) / DAY,
        failures: failed,
      }).map((part) => ({ ...part, value: Math.round(part.value * 1000) / 1000 })),
    },
    kinds: [...counter.kinds],
    untried: counter.untried,
    health: healthOf(found),
    items: ran.slice(0, most).map(({ member, record }) => ({
      ...nameOf(member),
      region: member.shoot.region ?? null,
      purpose: member.shoot.purpose ?? null,
      at: onWire(arrivedAt(record)),
      arrival: record.arrival?.kind ?? 'before',
      from: record.arrival?.kind === 'updated' ? record.arrival.from : null,
      before: record.before && secondsPerWeek(record.before),
      since: secondsPerWeek(record.since),
      running: record.isOnIt,
    })),
    errors: errors.slice(0, most),
    errorsTotal: errors.length,
    predecessor: other && {
      version: other.version,
      from: onWire(begin),
      ...gathered.others.told(),
      promoted:
        promoted === null
          ? null
          : {
              at: onWire(promoted),
              clusterDays: daysIn(clusterTime(gathered.others.stays, promoted)),
              isWhole: gathered.others.isWhole,
            },
    },
  }
}

interface Found {
  readonly member: Member
  readonly record: ClusterRecord
}

interface Wanted {
  readonly subject: Subject
  /** The version that it would replace. */
  readonly other: Subject | null
  /** What is read begins here. */
  readonly from: Instant
  /** Of the other version is told what there was since then. */
  readonly begin: Instant
  readonly known: Instant
}

/** What is recorded of the clusters of a profile that whoever asks sees today. */
async function gather({ roster }: FleetIndex, profile: string, history: Records, wanted: Wanted) {
  const { subject, other, from, begin, known } = wanted
  const slice = new TimeSlice()
  const members = new Map<string, Member>()
  for (const member of roster.members) {
    if (member.profile === profile) members.set(placeOf(member.shoot), member)
    if (slice.isOver) await slice.pause()
  }
  const found: Found[] = []
  const tried = new Map<Member, ClusterRecord>()
  const others = new Others()
  for await (const { states: all, ...place } of history.shootsSince(from, (one) => members.has(placeOf(one)))) {
    const member = members.get(placeOf(place))
    const states = all.filter(({ seen }) => seen <= known)
    if (member === undefined || states.length === 0) continue
    const record = recordOf(states, subject, known)
    if (record !== null) {
      found.push({ member, record })
      tried.set(member, record)
    }
    const before = other && recordOf(states, other, known)
    if (other && before) others.add(before, states, other, { from: begin, to: known })
    if (slice.isOver) await slice.pause()
  }
  await slice.pause()
  const counter = new KindCounter(subject)
  let among = 0
  for (const member of members.values()) {
    const { shoot } = member
    if (slice.isOver) await slice.pause()
    if (subject.image !== null && !shoot.workers.some(({ image }) => image?.name === subject.image)) continue
    among++
    const record = tried.get(member)
    counter.add(shoot, record !== undefined && record.stays.length > 0 ? record.shoot : null)
  }
  await slice.pause()
  return { found, others, counter: counter.counts(), among }
}

/** What there is of the version that would be replaced, added up. */
class Others {
  readonly stays: { readonly from: Instant; readonly to: Instant }[] = []
  isWhole = true
  private clusters = 0
  private updates = 0
  private failed = 0
  private readonly codes = new Map<string, number>()
  private readonly healths: ReturnType<typeof healthOn>[] = []

  add(
    record: ClusterRecord,
    states: ShootStates['states'],
    subject: Subject,
    within: { readonly from: Instant; readonly to: Instant },
  ): void {
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
        this.codes.set(code, (this.codes.get(code) ?? 0) + 1)
    }
  }

  told() {
    return {
      clusters: this.clusters,
      updates: this.updates,
      failed: this.failed,
      codes: [...this.codes].map(([code, updates]) => ({ code, updates })).sort((a, b) => b.updates - a.updates),
      perWeek: secondsPerWeek(sumOf(this.healths)),
    }
  }
}

function errorsOf(found: readonly Found[]): PromotionEvidenceAnswer['errors'] {
  return found
    .flatMap(({ member, record: { updates, episodes } }) => [
      ...updates.flatMap(({ at, denied }) => {
        if (denied === null) return []
        return [
          {
            member,
            at,
            until: null,
            kind: 'denied' as const,
            errors: [{ description: denied, codes: [] as string[] }],
          },
        ]
      }),
      ...episodes.map(({ from, to, failed, errors }) => ({
        member,
        at: from,
        until: to,
        kind: failed ? ('failed' as const) : ('error' as const),
        errors: errors.map(({ description, codes }) => ({ description, codes: [...codes] })),
      })),
    ])
    .sort((a, b) => b.at - a.at)
    .map(({ member, at, until, ...error }) => ({
      ...nameOf(member),
      at: onWire(at),
      until: until === null ? null : onWire(until),
      ...error,
    }))
}

function healthOf(found: readonly Found[]): PromotionEvidenceAnswer['health'] {
  const both = found.flatMap(({ member, record: { before, since } }) =>
    before === null || since.observed === 0 ? [] : [{ member, before, since }],
  )
  const means = (pairs: readonly HealthPair[]) => {
    const { before = 0, since = 0 } = meansOf(pairs) ?? {}
    return { before: Math.round(before / SECOND), since: Math.round(since / SECOND) }
  }
  const place = outlierOf(both)
  const outlier = place === null ? undefined : both[place]
  return {
    same: both.length === 0 ? null : { clusters: both.length, ...means(both) },
    outlier:
      outlier === undefined ? null : { ...nameOf(outlier.member), ...means(both.filter((one) => one !== outlier)) },
  }
}

/** The first moment at which a profile was known to list a version; null: it never was. */
function listedSince(states: readonly ObjectState<ProfileEntry>[], { image, version }: Subject): Instant | null {
  const isListed = ({ value }: ObjectState<ProfileEntry>) =>
    (image === null ? listedKubernetes(value?.profile, version) : listedImage(value?.profile, image, version)) !==
    undefined
  return states.find(isListed)?.seen ?? null
}

function arrivedAt({ arrival }: ClusterRecord): Instant {
  return arrival?.at ?? Number.POSITIVE_INFINITY
}

function placeOf({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}/${name}`
}

function nameOf({ shoot: { namespace, name }, project }: Member) {
  return { namespace, name, project }
}

function daysIn(time: number): number {
  return Math.round((time / DAY) * 10) / 10
}

function secondsPerWeek(health: Parameters<typeof perWeek>[0]): number | null {
  const time = perWeek(health)
  return time === null ? null : Math.round(time / SECOND)
}
