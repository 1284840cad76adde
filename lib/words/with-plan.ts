import type { Lane, ShootRow } from '@/lib/contract/clusters'
import type { AffectedNodes, EffectKind } from '@/lib/contract/common'
import type { ForecastStepBody } from '@/lib/contract/steps'
import { forcedParts, nextForced } from './plan'
import { countText, dayText, ms, type Time } from './time-text'
import { windowClock } from './when'

/** What is ahead without a plan and with it, beside each other. */

interface Prospect {
  readonly steps: readonly ForecastStepBody[]
  readonly lanes: readonly Pick<Lane, 'stuckFrom'>[]
}

interface Prospects {
  readonly shoot: ShootRow
  readonly before: Prospect
  readonly after: Prospect
  readonly until: string
  /** Steps in windows from this one on are not told; null: all are. */
  readonly stepsUntil: string | null
  readonly sentAt: string
  readonly rollOut: { readonly begin: string } | null
  readonly parts: readonly { readonly effect: EffectKind; readonly nodes: AffectedNodes }[]
}

interface IfNothing {
  readonly kind: 'forced' | 'fails'
  readonly text: string
}

/** `forced to Kubernetes 1.33.7 on Tue 15 Dec 22:00–23:00 +01:00, stuck from Fri 30 Apr 2027`; null: nothing is forced and nothing fails. */
export function ifNothingWords({ before, shoot }: Pick<Prospects, 'before' | 'shoot'>, now: Time): IfNothing | null {
  const zone = shoot.nextWindow.offset
  const day = (at: string) => dayText(at, zone, { now, weekday: true })
  const [forced, stuck] = [nextForced(before.steps), stuckFrom(before)]
  const parts = [
    ...(forced === undefined
      ? []
      : [`forced to ${forcedParts(forced)} on ${day(forced.window.begin)} ${windowClock(forced.window)}`]),
    ...(stuck === null ? [] : ms(stuck) <= ms(now) ? ['stuck already'] : [`stuck from ${day(stuck)}`]),
  ]
  return parts.length === 0 ? null : { kind: forced === undefined ? 'fails' : 'forced', text: parts.join(', ') }
}

/** From when on a part of it finds no version to move to; null: never, as far as dates are set. */
function stuckFrom({ lanes }: Prospect): string | null {
  const all = lanes.flatMap(({ stuckFrom: from }) => from ?? [])
  return all.toSorted((a, b) => ms(a) - ms(b))[0] ?? null
}

export interface ComparedRow {
  readonly title: string
  readonly without: string
  readonly with: string
}

/** What comes next, and how often nodes are replaced, without the plan and with it. */
export function comparedRows(answer: Prospects): readonly ComparedRow[] {
  const { before, after, shoot, until, stepsUntil } = answer
  const zone = shoot.nextWindow.offset
  const day = (at: string | null | undefined, never: string) => (at == null ? never : dayText(at, zone))
  const row = (title: string, tell: (prospect: Prospect) => string) => ({
    title,
    without: tell(before),
    with: tell(after),
  })
  const end = dayText(stepsUntil ?? until, zone)
  const [was, is] = [rollingOf(before.steps), rollingOf(after.steps, planned(answer))]
  return [
    row('Next forced', ({ steps }) => day(nextForced(steps)?.window.begin, 'none in sight')),
    row('Stuck from', (prospect) => day(stuckFrom(prospect), 'never, as far as known')),
    { title: `Node replacements until ${end}, at most`, without: countText(was.nodes), with: countText(is.nodes) },
    { title: 'Nights in which nodes are replaced', without: countText(was.nights), with: countText(is.nights) },
  ]
}

/** When the plan itself replaces nodes, and how many at most. */
function planned({ parts, rollOut, sentAt }: Prospects): readonly (readonly [begin: string, nodes: number])[] {
  const nodes = parts.reduce((sum, { effect, nodes: { max } }) => sum + (effect === 'rolling' ? max : 0), 0)
  return [[rollOut?.begin ?? sentAt, nodes]]
}

function rollingOf(steps: readonly ForecastStepBody[], more: ReturnType<typeof planned> = []) {
  const told = steps.flatMap(({ denied, effects, window }) =>
    denied
      ? []
      : effects.flatMap(({ effect, nodes }) => (effect === 'rolling' ? [[window.begin, nodes.max] as const] : [])),
  )
  const rolling = [...told, ...more].filter(([, nodes]) => nodes > 0)
  return {
    nodes: rolling.reduce((sum, [, nodes]) => sum + nodes, 0),
    nights: new Set(rolling.map(([begin]) => ms(begin))).size,
  }
}

/** What copies the patch of all that the plan has of the list. */
export function copyPlanText(planned: number): string {
  if (planned < 2) return 'Copy the patch'
  return planned === 2 ? 'Copy both patches' : `Copy all ${planned} patches`
}
