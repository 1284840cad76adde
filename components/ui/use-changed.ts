import { useQuery } from '@tanstack/react-query'
import { useMoment, useZone } from '@/lib/browser/clock'
import type { ProfileRefBody } from '@/lib/contract/common'
import { profilesQueries } from '@/lib/questions/profiles/queries'
import { type Changed, changedWith } from './changed'
import type { Difference } from './differences'
import { useMomentOfToday } from './today'

/** What is recorded of a profile since the moment that is shown; nothing, before it is known. */
export function useChanged(profile: ProfileRefBody): (difference: Difference) => Changed | null {
  const zone = useZone()
  const { seen = '' } = useMoment()
  const { data } = useQuery(profilesQueries.profileHistory(profile, { ...useMomentOfToday(), zone }))
  return (difference) => (data === undefined ? null : changedWith(difference, data, seen, zone))
}
