'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { useMoment, useZone } from '@/lib/browser/clock'
import { samePage, useLandscapes } from '@/lib/browser/landscapes'
import {
  PROFILES,
  profilePage,
  readVersionParts,
  scenarioPage,
  type VersionRef,
  versionPage,
} from '@/lib/browser/paths'
import { nearVersions } from '@/lib/browser/similar-names'
import { useUrlState } from '@/lib/browser/url-state'
import type { OfferedVersionBody } from '@/lib/contract/lifecycle'
import { imageOfName, offeredOf, shortName } from '@/lib/contract/version-name'
import { profilesQueries } from '@/lib/questions/queries'
import { profileName } from '@/lib/words/phrases'
import { countOf, countText, dayText } from '@/lib/words/time-text'
import { OtherLandscapeLines, useOtherLandscapes } from '../evidence/other-landscapes'
import { ButtonLink, buttonClass } from '../ui/button'
import { RowTable } from '../ui/data-table'
import { StageChip } from '../ui/glyph'
import { Link } from '../ui/link'
import { MissingPage, MissingProfile } from '../ui/not-found'
import { Section } from '../ui/section'
import styles from './version.module.css'

/** The page of a version that is not there: what was asked, and what is near. */
export function UnknownVersion(): ReactNode {
  const path = usePathname()
  const moment = useMoment()
  const { own } = useLandscapes()
  const wanted = readVersionParts(path.split('/').slice(2).map(decodeURIComponent))
  const query = useQuery({
    ...profilesQueries.profile(wanted?.profile ?? { kind: 'CloudProfile', name: '' }, moment),
    enabled: wanted !== undefined,
  })
  if (wanted === undefined)
    return (
      <MissingPage
        title="There is no such version"
        text="An address names a profile, then kubernetes or an image, then a version."
        near={[]}
        back={{ href: PROFILES, text: 'All profiles' }}
      />
    )
  if (query.error?.code === 'not-found')
    return <MissingProfile wanted={profileName(wanted.profile)} pageOf={profilePage} />
  const image = imageOfName(wanted.what)
  const listed = query.data === undefined ? [] : offeredOf(query.data, image)
  const names = listed.map(({ version }) => version)
  const near = nearVersions(wanted.version, names).flatMap((name) => listed.filter(({ version }) => version === name))
  const name = shortName(image, wanted.version)
  return (
    <MissingPage
      title={`${profileName(wanted.profile)} has no version ${name}${own === null ? '' : ` in ${own.name}`}`}
      text="It may have been removed, and no cluster runs it."
      elsewhere={
        <div className={`columns ${styles.halves}`}>
          {near.length > 0 && (
            <NearVersions wanted={wanted} landscape={own?.name ?? null} near={near} listed={listed.length} />
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
    </MissingPage>
  )
}

/** What other landscapes have recorded of it: it may be listed there already. Nothing where there is only this one. */
function Elsewhere({ wanted }: { readonly wanted: VersionRef }): ReactNode {
  const elsewhere = useOtherLandscapes(wanted)
  if (elsewhere.length === 0) return null
  return (
    <Section title="What other landscapes say of it" note="each as you may see it there">
      <OtherLandscapeLines elsewhere={elsewhere} of={wanted} />
    </Section>
  )
}

/** A link to the landscape from which the user came by the switch. */
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

/** The guide that adds it, where the user came from a landscape that has it. */
function AddIt({ wanted: { profile, what, version }, listed }: AddItProps): ReactNode {
  const { own } = useLandscapes()
  const { params } = useUrlState()
  if (params.get('from') === null || profile.kind !== 'CloudProfile') return null
  const minor = version.split('.').slice(0, 2).join('.')
  const scenario = listed.some((one) => one.startsWith(`${minor}.`)) ? 'patch' : 'minor'
  const image = imageOfName(what) ?? undefined
  return (
    <ButtonLink icon="plus" href={scenarioPage(scenario, { profile: profile.name, image, version })}>
      Add it{own && ` to ${own.name}`}
    </ButtonLink>
  )
}

interface NearVersionsProps {
  /** The one that is not there. */
  readonly wanted: VersionRef
  /** The name of this landscape; null: there is only this one. */
  readonly landscape: string | null
  readonly near: readonly OfferedVersionBody[]
  /** How many versions of the same the profile lists. */
  readonly listed: number
}

/** The versions that are most like one that a profile does not have. */
function NearVersions({ wanted, landscape, near, listed }: NearVersionsProps): ReactNode {
  const zone = useZone()
  const { profile, what } = wanted
  return (
    <Section
      title={landscape === null ? 'Near it' : `Near it in ${landscape}`}
      note={`${profileName(profile)}, ${near.length} of ${countText(listed)}`}
      actions={
        <Link className="link" href={profilePage(profile)}>
          All {countText(listed)}
        </Link>
      }
    >
      <RowTable className="prose" heads={['Version', 'Stage', 'Until', 'Clusters']}>
        {near.map(({ version, stage, expires, clusters, defaultForNew }) => (
          <tr key={version}>
            <th scope="row">
              <Link className="link" href={versionPage(profile, what, version)}>
                {version}
              </Link>
            </th>
            <td>
              <StageChip stage={stage} />
            </td>
            <td>{expires === null ? <span className="faint">no expiry set</span> : dayText(expires, zone)}</td>
            <td>
              {countOf(clusters, 'cluster')}
              {defaultForNew && <span className="faint">, default for new</span>}
            </td>
          </tr>
        ))}
      </RowTable>
    </Section>
  )
}
