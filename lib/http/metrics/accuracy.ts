import { FORECAST_AGES } from '@/lib/contract/record'
import { DAY } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import type { Comparison } from '@/lib/landscape/record/comparison'
import { countsOf } from '@/lib/landscape/record/comparison'
import { log } from '@/lib/process/log'
import type { Sample } from './landscape'

const days = 30

export interface AccuracySamples {
  readonly maintenances: readonly Sample[]
  readonly computedAt: Instant
}

/** What became of forecasts, as far as it is computed; null: it is not yet, but from now on. */
export function accuracySamples(comparison: Comparison): AccuracySamples | null {
  const to = comparison.until()
  try {
    const { cases, left, computedAt } = comparison.known(to - days * DAY, to)
    if (left > 0 || computedAt === null) return null
    const maintenances = FORECAST_AGES.flatMap((before): Sample[] => {
      const { asForecast, reasons } = countsOf(cases.filter(({ daysBefore }) => String(daysBefore) === before))
      return Object.entries({ 'as-forecast': asForecast, ...reasons }).map(([outcome, value]) => ({
        labels: { days_before: before, outcome },
        value,
      }))
    })
    return { maintenances, computedAt }
  } catch (error) {
    // What else is measured is told all the same.
    log.error({ err: error }, 'Forecasts cannot be compared with what happened')
    return null
  }
}
