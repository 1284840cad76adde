import type { Zone } from '@/lib/contract/zone'
import type { PastUpdateBody } from '@/lib/questions/cluster/contract/past'
import { clockText, fullText, isoDay, ms, spanText, wallDayText } from '@/lib/words/time-text'

type Reconciliation = NonNullable<PastUpdateBody['reconciliation']>

/** How long it took, and whether it went on past the end of the window; null: it changed no version. */
export function tookText(update: PastUpdateBody, zone: Zone): string | null {
  const { reconciliation } = update
  if (update.moves.every(({ to }) => to === null)) return null
  if (reconciliation === null) return 'not recorded'
  const { from, failed, end } = reconciliation
  if (end === 'not-begun') return `had not begun by ${fullText(reconciliation.until, zone)}`
  const failure = failed === null ? '' : ` It failed first after ${lengthText(from, failed.at)}${codesText(failed)}.`
  return `${stretchText(reconciliation, zone)}${pastEndText(update, reconciliation)}.${failure}`
}

/** `21:03–21:44, 41 min`, `since 21:03, 14 min by 21:17`. */
function stretchText({ from, until, end }: Reconciliation, zone: Zone): string {
  const length = lengthText(from, until)
  const isOneDay = isoDay(from, zone) === isoDay(until, zone)
  const to = isOneDay ? clockText(until, zone) : `${wallDayText(until, zone)}, ${clockText(until, zone)}`
  switch (end) {
    case 'succeeded':
      return `${clockText(from, zone)}${isOneDay ? '–' : ' to '}${to}, ${length}`
    case 'not-recorded':
      return `at least ${length}, then not recorded`
    case 'changed':
      return `${length} without success, then it was changed again`
    default:
      return `since ${clockText(from, zone)}, ${length} by ${to}`
  }
}

/** Only where it is known; whether it ended within is not, where nothing is recorded of its end. */
function pastEndText({ step }: PastUpdateBody, { until, end }: Reconciliation): string {
  if (step === null) return ''
  const past = ms(until) - ms(step.window.end)
  if (past <= 0) return end === 'succeeded' ? ', within its window' : ''
  return `; it went on ${end === 'succeeded' ? '' : 'at least '}${spanText(past)} past the end of its window`
}

/** What it came to, in the column of a table. */
export interface Result {
  readonly text: string
  readonly isBad: boolean
  /** It is not known how it ended. */
  readonly isOpen?: boolean
}

/** Null: nothing is told of it. */
export function resultOf({ step, moves, reconciliation }: PastUpdateBody): Result | null {
  const state = step?.state ?? null
  if (state === 'Failed' || reconciliation === null || moves.every(({ to }) => to === null)) {
    return state === null ? null : { text: state, isBad: state === 'Failed' }
  }
  const { from, until, end, failed } = reconciliation
  const length = lengthText(from, until)
  if (end === 'succeeded') {
    return { text: `Succeeded after ${length}${failed === null ? '' : ', failed first'}`, isBad: false }
  }
  if (failed !== null) {
    const [code = 'Failed'] = failed.codes
    return { text: `${code} after ${lengthText(from, failed.at)}`, isBad: true }
  }
  switch (end) {
    case 'goes-on':
      return { text: `Goes on, ${length} so far`, isBad: false, isOpen: true }
    case 'not-begun':
      return { text: 'Not begun', isBad: false, isOpen: true }
    case 'changed':
      return { text: `Changed again after ${length}`, isBad: false, isOpen: true }
    case 'not-recorded':
      return { text: `At least ${length}, then not recorded`, isBad: false, isOpen: true }
  }
}

function codesText({ codes }: NonNullable<Reconciliation['failed']>): string {
  return codes.length === 0 ? '' : ` (${codes.join(', ')})`
}

function lengthText(from: string, until: string): string {
  return spanText(ms(until) - ms(from))
}
