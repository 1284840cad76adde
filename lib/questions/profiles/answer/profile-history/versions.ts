import { lifeOf } from '@/lib/engine/edits'
import { expiryOf, stagesOf, statedStage } from '@/lib/engine/rules'
import { DAY } from '@/lib/engine/time'
import type { ExpirableVersion, Instant } from '@/lib/engine/types'
import { isDeepEqual } from '@/lib/garden/deep-equal'
import type { ProfileEntry } from '@/lib/garden/garden'
import type { ObjectState } from '@/lib/history'
import type { StatedStage } from './differences'

/** A version as it was recorded. */
export interface RecordedVersion {
  /** `Kubernetes` or an image's name. */
  readonly what: string
  readonly version: string
  /** As it is listed now; null: not any more. */
  readonly listed: ExpirableVersion | null
  /** Oldest first. Between two nothing is known where it changed unseen. */
  readonly spans: readonly RecordedSpan[]
  readonly dates: readonly RecordedDate[]
  readonly removed: { readonly seen: Instant; readonly after: Instant | null } | null
}

export interface RecordedSpan {
  readonly stage: StatedStage
  readonly from: Instant | null
  readonly to: Instant | null
}

/** At which it was to expire (null: at none), and since when; null: since before anything was recorded. */
export interface RecordedDate {
  readonly expires: Instant | null
  readonly since: Instant | null
}

/** How long a version said the same of its life. */
interface Stretch {
  readonly listed: ExpirableVersion
  readonly from: Instant
  /** Whether it was so when recording began. */
  readonly isFirst: boolean
  to: Instant | null
}

interface Open {
  readonly what: string
  readonly version: string
  readonly stretches: Stretch[]
  removed: RecordedVersion['removed']
}

/** All versions that a profile was ever seen to list. */
export function versionsIn(states: readonly ObjectState<ProfileEntry>[]): readonly RecordedVersion[] {
  const known = new Map<string, Open>()
  for (const { seen, after, value } of states) {
    const listedNow = new Set<string>()
    for (const { what, listed } of value === null ? [] : listedIn(value)) {
      const { version } = listed
      const key = `${what} ${version}`
      listedNow.add(key)
      const open = known.get(key) ?? { what, version, stretches: [], removed: null }
      known.set(key, open)
      const last = open.stretches.at(-1)
      if (last !== undefined && last.to === null && isDeepEqual(lifeOf(last.listed), lifeOf(listed))) continue
      if (last?.to === null) last.to = after ?? seen
      open.stretches.push({ listed, from: seen, isFirst: after === null, to: null })
      open.removed = null
    }
    for (const [key, open] of known) {
      const last = open.stretches.at(-1)
      if (listedNow.has(key) || last === undefined || last.to !== null) continue
      last.to = after ?? seen
      open.removed = { seen, after: after ?? null }
    }
  }
  return [...known.values()].map(recordedOf)
}

/** How often a date was moved to another one, and how many days later in all; null: never. */
export function movesOf(dates: readonly RecordedDate[]): { readonly times: number; readonly days: number } | null {
  let times = 0
  let sum = 0
  for (const [i, { expires }] of dates.entries()) {
    const was = dates[i - 1]?.expires ?? null
    if (was === null || expires === null) continue
    times++
    sum += expires - was
  }
  return times === 0 ? null : { times, days: Math.round(sum / DAY) }
}

function listedIn({ profile }: ProfileEntry): { readonly what: string; readonly listed: ExpirableVersion }[] {
  return [
    ...profile.kubernetes.map((listed) => ({ what: 'Kubernetes', listed })),
    ...profile.machineImages.flatMap(({ name, versions }) => versions.map((listed) => ({ what: name, listed }))),
  ]
}

function recordedOf({ what, version, stretches, removed }: Open): RecordedVersion {
  const spans: RecordedSpan[] = []
  const dates: RecordedDate[] = []
  for (const { listed, from, to, isFirst } of stretches) {
    for (const span of stagesOf(listed)) {
      const begin = span.from === null ? from : Math.max(from, span.from)
      const end = span.to === null ? to : to === null ? span.to : Math.min(to, span.to)
      if (end !== null && end <= begin) continue
      const stage = statedStage(listed, span.stage)
      const previous = spans.at(-1)
      if (previous?.stage === stage && previous.to === begin) spans[spans.length - 1] = { ...previous, to: end }
      else spans.push({ stage, from: begin, to: end })
    }
    const expires = expiryOf(listed)
    if (dates.length === 0 || dates.at(-1)?.expires !== expires) dates.push({ expires, since: isFirst ? null : from })
  }
  const last = stretches.at(-1)
  return { what, version, listed: last?.to === null ? last.listed : null, spans, dates, removed }
}
