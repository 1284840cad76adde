import type { Zone } from '@/lib/contract/zone'
import { dayText } from '@/lib/words/time-text'
import { useMoment } from './clock'

/** What the line of the present is called in a chart. On a page of the past it is a day: what is said there of "today" is of today. */
export function useNowWord(word: 'now' | 'today', zone: Zone): string {
  const { at, seen } = useMoment()
  return seen === undefined ? word : dayText(at ?? seen, zone, { now: at ?? seen })
}
