'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { type ReactNode, useMemo } from 'react'
import { NotFound } from '@/components/ui/not-found'
import { useAt } from '@/lib/client/clock'
import { PROFILES, profilePage } from '@/lib/client/paths'
import { profileName, queries } from '@/lib/client/queries'
import { nearNames } from './near'

/** The page of a profile that is not there: what was asked, and what is near. */
export function UnknownProfile(): ReactNode {
  const path = usePathname()
  const at = useAt()
  const wanted = decodeURIComponent(path.slice(PROFILES.length + 1))
  const { data } = useQuery(queries.profiles({ at }))
  const near = useMemo(() => {
    const refs = new Map(data?.items.map((item) => [profileName(item.ref), item.ref]))
    return nearNames(wanted, [...refs.keys()]).flatMap((name) => {
      const ref = refs.get(name)
      return ref ? [{ href: profilePage(ref), text: name }] : []
    })
  }, [data, wanted])
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
