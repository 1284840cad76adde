'use client'

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { useMoment } from '@/lib/browser/clock'
import { comparePage } from '@/lib/browser/paths'
import { profilesQueries } from '@/lib/questions/profiles/queries'
import { profileName } from '@/lib/words/phrases'
import { MissingProfile } from '../../ui/unknown-profile'
import { readProfile } from './address'

/** In place of a comparison with a profile that is not there. */
export function UnknownCompared(): ReactNode {
  const search = useSearchParams()
  const { data } = useQuery(profilesQueries.profiles(useMoment()))
  const [a, b] = [search.get('a'), search.get('b')]
  const isKnown = data?.items.some(({ ref }) => profileName(ref) === a) ?? false
  const first = readProfile(a)
  const other = readProfile(b)
  return isKnown && first !== undefined ? (
    <MissingProfile wanted={b ?? ''} pageOf={(ref) => comparePage(first, ref)} />
  ) : (
    <MissingProfile wanted={a ?? ''} pageOf={(ref) => comparePage(ref, other)} />
  )
}
