'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { useMoment, useZone } from '@/lib/browser/clock'
import { samePage, useLandscapes } from '@/lib/browser/landscapes'
import { nearVersions } from '@/lib/browser/near'
import { PROFILES, profilePage, scenarioPage } from '@/lib/browser/paths'
import { useUrlState } from '@/lib/browser/url-state'
import { readVersionParts, type VersionRef } from '@/lib/browser/version-address'
import { imageOf, shortName } from '@/lib/contract/version-name'
import { profilesQueries } from '@/lib/questions/profiles/queries'
import { profileName } from '@/lib/words/phrases'
import { ElsewhereLines, useElsewhere } from '../evidence/elsewhere'
import { ButtonLink, buttonClass } from '../ui/button'
import { MissingProfile, NotFound } from '../ui/not-found'
import { Section } from '../ui/section'
import { NearVersions } from './near-versions'
import styles from './version.module.css'

/** The page of a version that is not there: what was asked, and what is near. */
export function UnknownVersion(): ReactNode {
  const path = usePathname()
  const moment = useMoment()
  const { own } = useLandscapes()
  const zone = useZone()
  const wanted = readVersionParts(path.split('/').slice(2).map(decodeURIComponent))
  const query = useQuery({
    ...profilesQueries.profile(wanted?.profile ?? { kind: 'CloudProfile', name: '' }, moment),
    enabled: wanted !== undefined,
  })
  const { kubernetes = [], images = [] } = query.data ?? {}
  const listed =
    (wanted?.what === 'Kubernetes' ? kubernetes : images.find(({ name }) => name === wanted?.what)?.versions) ?? []
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
  const names = listed.map(({ version }) => version)
  const near = nearVersions(wanted.version, names).flatMap((name) => listed.filter(({ version }) => version === name))
  const name = shortName(imageOf(wanted.what), wanted.version)
  return (
    <NotFound
      title={`${profileName(wanted.profile)} has no version ${name}${own === null ? '' : ` in ${own.name}`}`}
      text="It may have been removed, and no cluster runs it."
      elsewhere={
        <div className={styles.halves}>
          {near.length > 0 && (
            <NearVersions
              wanted={wanted}
              landscape={own?.name ?? null}
              near={near}
              listed={listed.length}
              zone={zone}
            />
          )}
          <Elsewhere wanted={wanted} />
        </div>
      }
      back={
        query.data === undefined
          ? { href: PROFILES, text: 'All profiles' }
          : { href: profilePage(wanted.profile), text: `Versions of ${profileName(wanted.profile)}` }
      }
    >
      <BackToLandscape />
      <AddIt wanted={wanted} listed={names} />
    </NotFound>
  )
}

/** What other landscapes have recorded of it: it may be listed there already. Nothing where there is only this one. */
function Elsewhere({ wanted }: { readonly wanted: VersionRef }): ReactNode {
  const elsewhere = useElsewhere(wanted)
  if (elsewhere.length === 0) return null
  return (
    <Section title="What other landscapes say of it" note="each as you may see it there">
      <ElsewhereLines elsewhere={elsewhere} of={wanted} />
    </Section>
  )
}

/** To the landscape that the reader came from, by the switch. */
function BackToLandscape(): ReactNode {
  const { all } = useLandscapes()
  const { params } = useUrlState()
  const path = usePathname()
  const from = all.find(({ name }) => name === params.get('from'))
  if (from === undefined) return null
  return (
    <a className={buttonClass()} href={samePage(from, path, params)}>
      Back to {from.name}
    </a>
  )
}

interface AddItProps {
  readonly wanted: VersionRef
  /** The versions of the same that the profile lists. */
  readonly listed: readonly string[]
}

/** The guide that adds it, where somebody came from a landscape that has it. */
function AddIt({ wanted: { profile, what, version }, listed }: AddItProps): ReactNode {
  const { own } = useLandscapes()
  const { params } = useUrlState()
  if (params.get('from') === null || profile.kind !== 'CloudProfile') return null
  const minor = version.split('.').slice(0, 2).join('.')
  const scenario = listed.some((one) => one.startsWith(`${minor}.`)) ? 'patch' : 'minor'
  const image = imageOf(what) ?? undefined
  return (
    <ButtonLink icon="plus" href={scenarioPage(scenario, { profile: profile.name, image, version })}>
      Add it{own && ` to ${own.name}`}
    </ButtonLink>
  )
}
