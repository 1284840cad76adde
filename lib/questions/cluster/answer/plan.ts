import 'server-only'
import { onWire } from '@/lib/contract/dates'
import type { NightsAnswer } from '@/lib/contract/plan'
import type { FreezeDays } from '@/lib/contract/status'
import { addTo } from '@/lib/engine/grouped'
import { type ForecastEvent, isLate, isNoticed } from '@/lib/engine/outlook'
import { firstDay, offsetOf, scheduleOf, windowOf, windowOn } from '@/lib/engine/rules'
import { DAY, HOUR, MINUTE } from '@/lib/engine/time'
import type { AnswerTo } from '@/lib/http/answer'
import { clusterEvent } from '@/lib/landscape/event'
import { theFreezes } from '@/lib/landscape/freezes'
import { evidenceOf, type Landscape } from '@/lib/landscape/landscape'
import { shootAt } from '@/lib/landscape/lookup'
import { type Member, nodeBounds } from '@/lib/landscape/roster'
import { clusterWindow } from '@/lib/landscape/window'
import type { nightsRoute, planRoute } from '../contract'
import { planView } from './plan/view'

export const answerPlan: AnswerTo<typeof planRoute> = async ({ path, body }, { garden, identity }) => {
  const { landscape, position } = await shootAt(garden, path, body.at)
  return planView({ garden, identity }, landscape, position, body)
}

export const answerNights: AnswerTo<typeof nightsRoute> = async ({ path, query }, { garden }) => {
  const { landscape, position } = await shootAt(garden, path, query.at)
  return nightsView(landscape, position, theFreezes())
}

/** How many nights are looked at, at least and at most. */
const LEAST = 14
const MOST = 60
/** How many other clusters are named. */
const NAMED = 5

/**
 * The nights in which a user could do an update by hand, until the one in which it is forced or fails: what the cluster itself does
 * then, which other clusters of its project are busy, and whether it is a day of a freeze.
 */
export function nightsView(landscape: Landscape, position: number, days: readonly FreezeDays[]): NightsAnswer {
  const member = landscape.roster.members.at(position)
  if (member === undefined) throw new RangeError(`no shoot at ${position}`)
  const { shoot } = member
  const schedule = scheduleOf(windowOf(shoot), 'latestStart')
  const events = landscape.forecasts.at(position)?.events ?? []
  const late = events.find(isLate)
  const first = firstDay(schedule, landscape.at)
  const last = Math.min(first + MOST - 1, Math.max(first + LEAST - 1, late?.day ?? first + MOST - 1))
  const ahead = offsetOf(shoot.window)
  const others = busyOthers(landscape, member, windowOn(schedule, first).begin)
  return onWire({
    ...evidenceOf(landscape),
    forced: late === undefined ? null : onWire(late.window.begin),
    kind: late?.kind ?? null,
    nights: Array.from({ length: last - first + 1 }, (_, i) => {
      const window = windowOn(schedule, first + i)
      const event = eventOn(events, first + i)
      const isAgain = event !== undefined && event.day < first + i
      const busy = others.get(i) ?? []
      const day = new Date(window.begin + ahead * MINUTE).toISOString().slice(0, 10)
      const isFrozen = days.some(({ from, to }) => from <= day && day <= to)
      return {
        window: clusterWindow(window, shoot.window),
        isWeekend: [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()),
        isFrozen,
        own:
          event === undefined
            ? null
            : { ...clusterEvent(landscape, member, event), window: clusterWindow(window, shoot.window) },
        others: {
          clusters: busy.length,
          names: busy.slice(0, NAMED).map(({ shoot: other }) => other.name),
          nodes: busy.reduce((sum, { shoot: other, event: step }) => sum + nodeBounds(other, step.digest.rolls).max, 0),
        },
        isQuiet: !isFrozen && (event === undefined || isAgain) && busy.length === 0,
      }
    }),
  })
}

/** What its owner notices of a cluster in the window of a day; what fails does so again, and changes nothing, until something else happens. */
function eventOn(events: readonly ForecastEvent[], day: number): ForecastEvent | undefined {
  const last = events.findLast((event) => event.day <= day)
  return last !== undefined && isNoticed(last) && (last.day === day || last.kind === 'fails') ? last : undefined
}

/** Other clusters of the project that do something, by the night that is nearest to it. */
function busyOthers(landscape: Landscape, { project, shoot }: Member, begin: number) {
  const nights = new Map<number, { readonly shoot: Member['shoot']; readonly event: ForecastEvent }[]>()
  for (const [position, other] of landscape.roster.members.entries()) {
    if (other.project !== project || other.shoot === shoot) continue
    for (const event of landscape.forecasts.at(position)?.events ?? []) {
      if (!isNoticed(event)) continue
      const night = Math.floor((event.window.begin - begin + 12 * HOUR) / DAY)
      if (night < 0 || night >= MOST) continue
      addTo(nights, night, { shoot: other.shoot, event })
    }
  }
  return nights
}
