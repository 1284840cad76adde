import { forecast } from '@/lib/engine/forecast'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile, Forecast, Instant, Shoot } from '@/lib/engine/types'
import { type Forecaster, horizonDays } from './fleet-index'

/** How much farther than asked a forecast looks, so that it can be used again as time goes on. */
const slack = DAY

/**
 * Forecasts, kept for as long as they hold. Time alone does not change them: until the first window in which something
 * happens is over, everything ahead stays as it was. A changed shoot or profile is another object, and computed anew.
 */
export class ForecastMemo {
  private readonly byProfile = new WeakMap<CloudProfile, WeakMap<Shoot, Forecast>>()

  /** Forecasts from `at` over at least the horizon. */
  forecaster(at: Instant): Forecaster {
    const until = at + horizonDays * DAY
    return (shoot, { profile }) => {
      let known = this.byProfile.get(profile)
      if (known === undefined) {
        known = new WeakMap()
        this.byProfile.set(profile, known)
      }
      let found = known.get(shoot)
      if (found === undefined || !holds(found, at, until)) {
        found = forecast(shoot, profile, { from: at, to: until + slack })
        known.set(shoot, found)
      }
      return found
    }
  }
}

function holds({ from, to, steps }: Forecast, at: Instant, until: Instant): boolean {
  const first = steps[0]
  return from <= at && to >= until && (first === undefined || at <= first.at)
}
