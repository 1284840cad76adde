'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { type ReactNode, useMemo } from 'react'
import { useMoment } from '@/lib/browser/clock'
import { nearVersions } from '@/lib/browser/near'
import { PROFILES, profilePage, versionPage } from '@/lib/browser/paths'
import { profilesQueries } from '@/lib/questions/profiles/queries'
import { profileName } from '@/lib/words/phrases'
import { MissingProfile, NotFound } from '../ui/not-found'
import { readVersionParts } from './address'

/** The page of a version that is not there: what was asked, and what is near. */
export function UnknownVersion(): ReactNode {
  const path = usePathname()
  const moment = useMoment()
  const wanted = readVersionParts(path.split('/').slice(2).map(decodeURIComponent))
  const query = useQuery({
    ...profilesQueries.profile(wanted?.profile ?? { kind: 'CloudProfile', name: '' }, moment),
    enabled: wanted !== undefined,
  })
  const near = useMemo(() => {
    if (wanted === undefined || query.data === undefined) return []
    const { kubernetes, images } = query.data
    const versions =
      wanted.what === 'Kubernetes' ? kubernetes : (images.find((one) => one.name === wanted.what)?.versions ?? [])
    const texts = versions.map(({ version }) => version)
    return nearVersions(wanted.version, texts).map((text) => ({
      href: versionPage(wanted.profile, wanted.what, text),
      text,
    }))
  }, [wanted, query.data])
  if (wanted === undefined)
    return (
      <NotFound
        title="There is no such version"
        text="An address names a profile, then kubernetes or an image, then a version."
        near={[]}
        back={{ href: PROFILES, text: 'All profiles' }}
      />
    )
  if (query.error?.code === 'not-found')
    return <MissingProfile wanted={profileName(wanted.profile)} pageOf={profilePage} />
  const name = wanted.what === 'Kubernetes' ? wanted.version : `${wanted.what} ${wanted.version}`
  return (
    <NotFound
      title={`${profileName(wanted.profile)} has no version ${name}`}
      text={
        near.length > 0
          ? 'It may have been removed, and no cluster runs it. Near it are:'
          : 'It may have been removed, and no cluster runs it.'
      }
      near={near}
      back={
        query.data === undefined
          ? { href: PROFILES, text: 'All profiles' }
          : { href: profilePage(wanted.profile), text: `Versions of ${profileName(wanted.profile)}` }
      }
    />
  )
}
