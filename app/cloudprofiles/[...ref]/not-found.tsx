'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname, useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { MissingProfile } from '@/components/ui/not-found'
import { useMoment } from '@/lib/browser/clock'
import { comparePage, newClusterPage, PROFILES, profilePage } from '@/lib/browser/paths'
import { profilesQueries } from '@/lib/questions/queries'
import { profileName, profileOf } from '@/lib/words/phrases'

/** The page in place of one about a profile that does not exist, or of a comparison with such a profile. */
export default function UnknownOfProfile(): ReactNode {
  const wanted = decodeURIComponent(usePathname().slice(PROFILES.length + 1))
  const search = useSearchParams()
  const { data } = useQuery(profilesQueries.profiles(useMoment()))
  const first = profileOf(wanted.split('/'))
  const other = search.get('with')
  const isKnown = data?.items.some(({ ref }) => profileName(ref) === wanted) ?? false
  if (search.get('view') === 'compare' && first !== undefined && other !== null && isKnown)
    return <MissingProfile wanted={other} pageOf={(ref) => comparePage(first, ref)} />
  return <MissingProfile wanted={wanted} pageOf={search.get('view') === 'new-cluster' ? newClusterPage : profilePage} />
}
