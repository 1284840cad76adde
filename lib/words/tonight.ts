import { imageOfName, shortName } from '@/lib/contract/version-name'
import type { TONIGHT_STATES } from '@/lib/contract/words'
import type { Zone } from '@/lib/contract/zone'
import type { TonightAnswer } from '@/lib/questions/clusters/contract'
import { codedCauseText } from './causes'
import { orOtherNight, whatText } from './event-words'
import { plural } from './phrases'
import { clockText, countOf, countsOf, countText, durationText, MINUTE, ms, type Time } from './time-text'
import { EVENT_WORDS } from './wording'

export type TonightState = (typeof TONIGHT_STATES)[number]

/** Clusters of one profile to which the same happens, and which are as far with it. Times as answers have them. */
export type TonightRow = Omit<TonightAnswer['rows'][number], 'profile' | 'members'>

/** `1.34.6 → 1.34.7`, `gardenlinux 1877.4.0 → 1877.9.0`; of what has no version to move to, what it is. */
export function tonightMoveText(row: TonightRow): string {
  const { from, to } = row
  const what = whatText(row)
  if (from === '') return what
  const step = shortName(imageOfName(what), from)
  return to === null ? step : `${step} → ${to}`
}

/** What Gardener says of a row: why it failed, or what gardenlet reports before it begins, `1 of 3 clusters: …`; null: nothing. */
export function tonightReportText({ failureReason, reported, clusters }: TonightRow): string | null {
  if (failureReason !== null || reported === null) return failureReason
  const { clusters: of, text } = reported
  return clusters === 1 ? text : `${countText(of)} of ${countOf(clusters, 'cluster')}: ${text}`
}

/** What becomes of it, or became. `isKnown`: the garden was heard of in the last minutes. */
export function resultText(row: TonightRow, now: Time, isKnown: boolean): string {
  const { state, kind, windows, reconciling, lastDoneAt, foreseen, cause, onlyAfter } = row
  const [window] = windows
  const other = window === undefined ? '' : orOtherNight({ window, onlyAfter }, now)
  const why = cause === null ? EVENT_WORDS[kind] : codedCauseText(cause)
  switch (state) {
    case 'toCome':
    case 'willFail':
      return `${why}${other}`
    case 'failed':
      return foreseen ? `as forecast: ${why}` : why
    case 'open': {
      const known = isKnown ? '' : ', last known'
      if (reconciling) return `${workText(row)}${known}`
      if (lastDoneAt !== null) return `maintained${known}`
      return `${cause === null ? 'not begun' : why}${known}${other}`
    }
    case 'done':
      return reconciling ? workText(row) : foreseen ? 'as forecast' : 'done'
  }
}

/** `rolling, 24 %`; of several clusters `rolling, from 24 %`: the one that is least far. */
function workText({ clusters, progress, effect }: TonightRow): string {
  const what = effect === 'rolling' ? 'rolling' : 'reconciled'
  return `${what}${progress === null ? '' : `, ${clusters === 1 ? '' : 'from '}${progress} %`}`
}

/** When it comes, until when it is open, or when it was: `in 4 h`, of several windows `last in 6 h`, `until 19:30`, `by 18:52`. */
export function tonightTimeText({ state, windows, clusters, lastDoneAt }: TonightRow, now: Time, zone: Zone): string {
  const [first, last] = [windows[0], windows.at(-1)]
  if (first === undefined || last === undefined) return ''
  const ahead = ms(last.begin) - ms(now)
  switch (state) {
    case 'toCome':
    case 'willFail':
      return ahead < MINUTE
        ? 'now'
        : `${windows.length > 1 ? 'last ' : ''}in ${durationText(Math.floor(ahead / MINUTE) * MINUTE)}`
    case 'open':
      return `until ${clockText(last.end, zone)}`
    case 'failed':
    case 'done':
      return `${clusters === 1 ? '' : 'by '}${clockText(lastDoneAt ?? last.begin, zone)}`
  }
}

/** The groups of the night, and what is said of each beside its count. */
export const TONIGHT_WORDS: Readonly<Record<TonightState, string>> = {
  willFail: 'Will fail',
  open: 'Open now',
  failed: 'Failed',
  toCome: 'To come',
  done: 'Done',
}

/** `2 failing, 3 forced, 119 auto-update`; of a state of failures nothing, of what is open what its bars mean. `state` null: of all. */
export function groupText(state: TonightState | null, rows: readonly TonightRow[]): string {
  if (state === 'open') return 'filled: time that has passed, not work done'
  if (state === 'willFail' || state === 'failed') return ''
  const count = (kind: TonightRow['kind']) => rows.reduce((sum, row) => sum + (row.kind === kind ? row.clusters : 0), 0)
  const others = count('other')
  return countsOf(
    [count('fails'), 'failing'],
    [count('forced'), EVENT_WORDS.forced],
    [count('auto'), EVENT_WORDS.auto],
    [others, plural(others, EVENT_WORDS.other, 'other changes')],
  ).join(', ')
}

type TonightTimes = Pick<TonightAnswer, 'at' | 'end'>

/**
 * What the night is called: `Tonight` until it is over, and `Last night` for what stays in sight of it until noon. A night that is
 * seen from a clock of its own is told in the same way.
 */
export function nightText({ at, end }: TonightTimes): 'Tonight' | 'Last night' {
  return ms(at) < ms(end) ? 'Tonight' : 'Last night'
}

/** The sentence for a night in which nothing is to do: `No window opens tonight.`, `No window opened last night.` */
export function quietNightText(answer: TonightTimes): string {
  return nightText(answer) === 'Tonight' ? 'No window opens tonight.' : 'No window opened last night.'
}
