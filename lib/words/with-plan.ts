import type { PlanAnswer } from '@/lib/contract/plan'
import { forcedParts } from './plan'
import { countText, dayText, ms, type Time } from './time-text'
import { windowClock } from './when'

/** What is ahead without a plan and with it, beside each other. */

interface IfNothing {
  readonly kind: 'forced' | 'fails'
  readonly text: string
}

/** `forced to Kubernetes 1.33.7 on Tue 15 Dec 22:00–23:00 +01:00, stuck from Fri 30 Apr 2027`; null: nothing is forced and nothing fails. */
export function ifNothingWords({ before, shoot }: Pick<PlanAnswer, 'before' | 'shoot'>, now: Time): IfNothing | null {
  const { forced, stuckFrom } = before
  const day = (at: string) => dayText(at, shoot.nextWindow.offset, { now, weekday: true })
  const parts = [
    ...(forced === null
      ? []
      : [`forced to ${forcedParts(forced)} on ${day(forced.window.begin)} ${windowClock(forced.window)}`]),
    ...(stuckFrom === null ? [] : ms(stuckFrom) <= ms(now) ? ['stuck already'] : [`stuck from ${day(stuckFrom)}`]),
  ]
  return parts.length === 0 ? null : { kind: forced === null ? 'fails' : 'forced', text: parts.join(', ') }
}

export interface ComparedRow {
  readonly title: string
  readonly without: string
  readonly with: string
}

/** What comes next, and how often nodes are replaced, without the plan and with it. */
export function comparedRows({ before, after, shoot, until, stepsUntil }: PlanAnswer): readonly ComparedRow[] {
  const day = (at: string | undefined | null, never: string) =>
    at == null ? never : dayText(at, shoot.nextWindow.offset)
  const row = (title: string, tell: (prospect: PlanAnswer['before']) => string) => ({
    title,
    without: tell(before),
    with: tell(after),
  })
  return [
    row('Next forced', ({ forced }) => day(forced?.window.begin, 'none in sight')),
    row('Stuck from', ({ stuckFrom }) => day(stuckFrom, 'never, as far as known')),
    row(`Node replacements until ${day(stepsUntil ?? until, '')}, at most`, ({ rolling }) => countText(rolling.nodes)),
    row('Nights in which nodes are replaced', ({ rolling }) => countText(rolling.nights)),
  ]
}

/** What copies the patch of all that the plan has of the list. */
export function copyPlanText(planned: number): string {
  if (planned < 2) return 'Copy the patch'
  return planned === 2 ? 'Copy both patches' : `Copy all ${planned} patches`
}
