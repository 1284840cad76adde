import { forecast } from '@/lib/engine/course'
import { windowOf } from '@/lib/engine/rules'
import { DAY, formatInstant, MINUTE, parseInstant, SECOND, startOfDay } from '@/lib/engine/time'
import type { Runner } from './context'
import { firstDifference } from './difference'
import { profileOf, shootOf } from './run-maintain'

/** The vectors maintain five minutes after the begin of the effective window. */
const MOMENT = 5 * MINUTE

/** Everything that happens to a shoot over many days. */
export const forecasts: Runner = {
  file: 'forecast.jsonl',
  run: (vector, context) => {
    const start = parseInstant(String(vector.from))
    const days = Number(vector.days)
    if (start === null) return `from: ${vector.from} is not a time`
    const shoot = shootOf(vector)
    const onThatDay = startOfDay(start) + windowOf(shoot).begin * SECOND + MOMENT
    const from = onThatDay < start ? onThatDay + DAY : onThatDay
    const result = forecast(shoot, profileOf(vector, context), { from, to: from + (days - 1) * DAY, moment: MOMENT })
    return firstDifference(vector.expect, {
      // What is not reported and changes nothing is no step of theirs.
      steps: result.steps
        .filter(({ specChanged, state }) => specChanged || state !== null)
        .map((step) => ({
          at: formatInstant(step.at),
          ...step.versions,
          description: step.description,
          state: step.state,
          failureReason: step.failureReason,
          specChanged: step.specChanged,
          deniedByApiServer: step.denied,
          repeats: step.repeats,
        })),
      final: result.final,
    })
  },
}
