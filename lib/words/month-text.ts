import type { Zone } from '@/lib/contract/zone'
import { MONTHS } from '@/lib/engine/time'
import { partsIn, type Time } from './time-text'

/** `Dec`, or `Jan 2027` for a January and wherever the year is asked for. */
export function monthText(time: Time, zone: Zone, withYear = false): string {
  const { month, year } = partsIn(time, zone)
  return withYear || month === 0 ? `${MONTHS[month]} ${year}` : `${MONTHS[month]}`
}
