import { onWire } from '@/lib/contract/dates'
import {
  clusterCountsOverTime,
  clusterTime,
  type HealthPair,
  meansOf,
  outlierOf,
  perWeek,
  sumOf,
} from '@/lib/engine/policy/evidence'
import type { PromotionRule } from '@/lib/engine/promotion-rule'
import { DAY, SECOND } from '@/lib/engine/time'
import type { ProfileEntry } from '@/lib/garden/garden'
import { evidenceOf, type Landscape } from '@/lib/landscape/landscape'
import type { VersionSelection } from '@/lib/landscape/path'
import { arrivedAt, type ClusterEvidence, heldTo, type VersionRecord } from '@/lib/landscape/promotion-evidence'
import type { Member } from '@/lib/landscape/roster'
import { RunningVersions } from '@/lib/landscape/running'
import type { LandscapeEvidenceAnswer, PromotionEvidenceAnswer } from '../contract'

/** How many entries of each list are told. */
const most = 200

interface EvidenceQuestion {
  /** Null: there is none. */
  readonly rule: { readonly origin: 'policy' | 'asked'; readonly limits: PromotionRule } | null
  /** Whether there may be clusters that the user may not see. */
  readonly isCut: boolean
}

/** What is recorded of a version, as its page shows it. */
export function evidenceView(
  landscape: Landscape,
  { ref, profile }: ProfileEntry,
  { what, version }: VersionSelection,
  record: VersionRecord,
  { rule, isCut }: EvidenceQuestion,
): PromotionEvidenceAnswer {
  const { known, since, found, ran, updates, firstAt, counter } = record
  const stays = found.flatMap(({ record }) => [...record.stays])
  const errors = errorsOf(found)
  const said = new RunningVersions(profile, landscape.at).of(what, version)
  return {
    ...evidenceOf(landscape),
    profile: ref,
    what,
    version,
    stage: said.stage,
    expires: onWire(said.expires),
    since: onWire(since),
    known: onWire(known),
    among: record.among,
    isCut,
    clusters: { ran: ran.length, running: ran.filter(({ record }) => record.isOnIt).length },
    firstAt: onWire(firstAt),
    isWhole: !ran.some(({ record }) => record.arrival?.kind === 'before'),
    clusterDays: daysIn(clusterTime(stays, known)),
    course: clusterCountsOverTime(stays, known).map(({ at, clusters, time }) => {
      return { at: onWire(at), clusters, clusterDays: daysIn(time) }
    }),
    updates: updates.length,
    failed: updates.filter(({ failed }) => failed).length,
    order: updates.slice(-most).map(({ member, at, from, failed }) => {
      return { ...nameOf(member), at: onWire(at), from, failed }
    }),
    rule: rule && {
      origin: rule.origin,
      landscapes: [...rule.limits.landscapes],
      parts: heldTo(rule.limits, record),
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
    predecessor: record.predecessor && predecessorBody(record.predecessor),
  }
}

/** The figures of the same, without a name of a cluster: for pages of other landscapes. */
export function figuresView(
  landscape: Landscape,
  entry: ProfileEntry,
  selection: VersionSelection,
  record: VersionRecord,
): NonNullable<LandscapeEvidenceAnswer['found']> {
  const view = evidenceView(landscape, entry, selection, record, { rule: null, isCut: false })
  const { stage, expires, since, known, among, clusters, firstAt, isWhole, clusterDays, course, kinds, health } = view
  return {
    stage,
    expires,
    since,
    known,
    among,
    ...clusters,
    firstAt,
    isWhole,
    clusterDays,
    course,
    kinds,
    updates: view.updates,
    failed: view.failed,
    health: health.same,
  }
}

function predecessorBody({
  version,
  from,
  others,
  promoted,
}: NonNullable<VersionRecord['predecessor']>): PromotionEvidenceAnswer['predecessor'] {
  const { clusters, updates, failed, codes, healths, stays, isWhole } = others
  return {
    version,
    from: onWire(from),
    clusters,
    updates,
    failed,
    codes: [...codes].map(([code, updates]) => ({ code, updates })).sort((a, b) => b.updates - a.updates),
    perWeek: secondsPerWeek(sumOf(healths)),
    promoted:
      promoted === null ? null : { at: onWire(promoted), clusterDays: daysIn(clusterTime(stays, promoted)), isWhole },
  }
}

function errorsOf(found: readonly ClusterEvidence[]): PromotionEvidenceAnswer['errors'] {
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
      until: onWire(until),
      ...error,
    }))
}

function healthOf(found: readonly ClusterEvidence[]): PromotionEvidenceAnswer['health'] {
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
