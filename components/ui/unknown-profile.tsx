'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useMoment } from '@/lib/browser/clock'
import { nearNames } from '@/lib/browser/near'
import { PROFILES } from '@/lib/browser/paths'
import type { ProfileRefBody } from '@/lib/contract/common'
import { profilesQueries } from '@/lib/questions/profiles/queries'
import { profileName } from '@/lib/words/phrases'
import { NotFound } from './not-found'

interface MissingProfileProps {
  /** As it was asked for. */
  readonly wanted: string
  /** Where the same leads for another profile. */
  readonly pageOf: (ref: ProfileRefBody) => string
}

/** In place of a page about a profile that is not there: what was asked, and what is near. */
export function MissingProfile({ wanted, pageOf }: MissingProfileProps): ReactNode {
  const moment = useMoment()
  const { data } = useQuery(profilesQueries.profiles(moment))
  const near = useMemo(() => {
    const refs = new Map(data?.items.map((item) => [profileName(item.ref), item.ref]))
    return nearNames(wanted, [...refs.keys()]).flatMap((name) => {
      const ref = refs.get(name)
      return ref ? [{ href: pageOf(ref), text: name }] : []
    })
  }, [data, wanted, pageOf])
  return (
    <NotFound
      title={`This garden has no profile ${wanted}`}
      text={
        near.length > 0 ? 'It may have been removed or renamed. Near it are:' : 'It may have been removed or renamed.'
      }
      near={near}
      back={{ href: PROFILES, text: 'All profiles' }}
    />
  )
}
