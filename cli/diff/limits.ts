import { plural } from '@/lib/words/phrases'
import { countOf, countText, DAY, ms } from '@/lib/words/time-text'
import { CommandFailure } from '../layout'

/** What may not be exceeded, as `--fail-on` says it. */
export type FailOnLimit =
  /** More profiles than so many that the API server would refuse. */
  | { readonly of: 'refused'; readonly most: number; readonly text: string }
  /** More clusters than so many that are newly stuck, or newly forced. */
  | { readonly of: 'stuck' | 'forced'; readonly most: number; readonly text: string }
  /** Less time than so many days until the first cluster is newly forced, or earlier. */
  | { readonly of: 'notice'; readonly days: number; readonly text: string }

export interface LimitResult {
  /** The limit as it was written: `forced>10`. */
  readonly limit: string
  readonly isOver: boolean
  /** What is counted: `78`, `102 days`. */
  readonly is: string
  /** What holds where it is not exceeded: `at most 10 are newly forced`. */
  readonly means: string
  /** What exceeds it: `78 clusters are newly forced, and the limit is 10`. */
  readonly why: string
}

const FORMS = 'Limits are refused, stuck, forced and notice, with commas between: refused,stuck,forced>10,notice<30d.'

/** Throws a `CommandFailure` for what is no limit, and where one is given twice. */
export function readLimits(text: string): readonly FailOnLimit[] {
  const limits = text
    .split(',')
    .map((part) => part.replaceAll(' ', ''))
    .filter((part) => part !== '')
    .map(limitOf)
  if (limits.length === 0) throw new CommandFailure(`--fail-on names no limit. ${FORMS}`)
  const twice = limits.find((one, i) => limits.findIndex((other) => other.of === one.of) < i)
  if (twice !== undefined) throw new CommandFailure(`--fail-on names ${twice.of} twice. ${FORMS}`)
  return limits
}

function limitOf(text: string): FailOnLimit {
  const [, of, most = '0'] = /^(refused|stuck|forced)(?:>(\d{1,7}))?$/.exec(text) ?? []
  if (of === 'refused' || of === 'stuck' || of === 'forced') return { of, most: Number(most), text }
  const [, days] = /^notice<(\d{1,4})d$/.exec(text) ?? []
  if (days !== undefined) return { of: 'notice', days: Number(days), text }
  throw new CommandFailure(`--fail-on ${text}: that is no limit. ${FORMS}`)
}

export interface DiffCounts {
  /** Clusters that are newly stuck, and newly forced. */
  readonly stuck: number
  readonly forced: number
  /** When the first cluster is newly forced, or earlier; null: none is. */
  readonly firstForced: string | null
  /** How many of the profiles that change the API server would refuse. */
  readonly refused: number
  readonly profiles: number
  readonly at: string
}

export function heldLimit(
  limit: FailOnLimit,
  { stuck, forced, firstForced, refused, profiles, at }: DiffCounts,
): LimitResult {
  switch (limit.of) {
    case 'refused': {
      const { most } = limit
      const means =
        most === 0 ? 'nothing is refused' : `at most ${countText(most)} ${plural(most, 'is', 'are')} refused`
      const why = `the API server would refuse ${countText(refused)} of ${countOf(profiles, 'profile')}`
      return held(limit, refused > most, `${countText(refused)} of ${countText(profiles)}`, means, withLimit(why, most))
    }
    case 'stuck':
      return ofClusters(limit, stuck, 'stuck')
    case 'forced':
      return ofClusters(limit, forced, 'forced')
    case 'notice': {
      const means = `at least ${countOf(limit.days, 'day')} to a new forced update`
      if (firstForced === null) return held(limit, false, 'none', means, '')
      const days = Math.max(0, Math.floor((ms(firstForced) - ms(at)) / DAY))
      const why = `a cluster is newly forced in ${countOf(days, 'day')}, and the limit is ${countText(limit.days)}`
      return held(limit, days < limit.days, countOf(days, 'day'), means, why)
    }
  }
}

function ofClusters(
  limit: FailOnLimit & { readonly most: number },
  count: number,
  how: 'stuck' | 'forced',
): LimitResult {
  const { most } = limit
  const means =
    most === 0 ? `no cluster is newly ${how}` : `at most ${countText(most)} ${plural(most, 'is', 'are')} newly ${how}`
  const why = `${countOf(count, 'cluster')} ${plural(count, 'is', 'are')} newly ${how}`
  return held(limit, count > most, countText(count), means, withLimit(why, most))
}

function withLimit(why: string, most: number): string {
  return `${why}, and the limit is ${countText(most)}`
}

function held({ text }: FailOnLimit, isOver: boolean, is: string, means: string, why: string): LimitResult {
  return { limit: text, isOver, is, means, why: isOver ? why : '' }
}
