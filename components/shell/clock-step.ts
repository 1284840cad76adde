'use client'

import { useQueryClient } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { useMoment, useNow, usePin } from '@/lib/browser/clock'
import { onWire } from '@/lib/contract/dates'
import { profilesQueries } from '@/lib/questions/profiles/queries'
import { DAY, MINUTE } from '@/lib/words/time-text'

export type ClockStep = 'day back' | 'day on' | 'previous forced' | 'next forced'

/**
 * Moves the clock from the time that is shown: by a day, or to where a window with a forced update begins, on the page of a
 * cluster one of its own. Answers why it did not move; an empty text: it did.
 */
export function useClockStep(): (step: ClockStep) => Promise<string> {
  const pin = usePin()
  const shown = useNow(MINUTE)
  const { seen } = useMoment()
  const client = useQueryClient()
  const [, , namespace, name] = usePathname().match(/^\/(shoots)\/([^/]+)\/([^/]+)/) ?? []
  const whose = namespace === undefined || name === undefined ? {} : { namespace, name }
  return async (step) => {
    if (step === 'day back' || step === 'day on') {
      pin(onWire(shown + (step === 'day on' ? DAY : -DAY)))
      return ''
    }
    const direction = step === 'next forced' ? 'next' : 'previous'
    try {
      const query = { from: onWire(shown), seen, direction, only: 'forced', ...whose } as const
      const { update } = await client.fetchQuery(profilesQueries.nearestUpdate(query))
      if (update !== null) pin(update.at)
      else return direction === 'next' ? 'Nothing is forced after that.' : 'Nothing is forced between now and then.'
      return ''
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
}
