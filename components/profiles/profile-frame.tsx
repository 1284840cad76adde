import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMoment, useNow, useZone } from '@/lib/browser/clock'
import { useKeys } from '@/lib/browser/keys'
import {
  comparePage,
  historyPage,
  newClusterPage,
  PROFILES,
  profilePage,
  shootsPage,
  workbenchPage,
} from '@/lib/browser/paths'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { ShootsSearch } from '@/lib/contract/selection'
import { imageOfName, offeredLists, shortName } from '@/lib/contract/version-name'
import { FORCED, STUCK } from '@/lib/contract/words'
import type { Zone } from '@/lib/contract/zone'
import type { ProfileSummary } from '@/lib/questions/profiles/contract'
import { profilesQueries } from '@/lib/questions/queries'
import { profileName } from '@/lib/words/phrases'
import { countOf, countText, listedTime } from '@/lib/words/time-text'
import { ButtonLink, Segmented } from '../ui/button'
import { Link } from '../ui/link'
import { PageHead, Tabs } from '../ui/page-head'
import { Fact } from '../ui/section'

interface ProfileFrameProps {
  readonly profile: ProfileRefBody
  readonly tab: 'versions' | 'history' | 'new-cluster' | 'compare'
  /** The addresses of the first two tabs, if what is chosen there is to stay. */
  readonly hrefs?: { readonly versions: string; readonly history: string }
  /** What can be taken away of the tab. */
  readonly actions: ReactNode
  readonly children: ReactNode
}

/** What all tabs of a profile have: where it is, its facts in one line, the tabs. */
export function ProfileFrame({ profile, tab, hrefs, actions, children }: ProfileFrameProps): ReactNode {
  const moment = useMoment()
  const { data } = useQuery(profilesQueries.profile(profile, moment))
  const parent = data?.profile.parent ?? null
  const count = data && offeredLists(data).reduce((sum, { versions }) => sum + versions.length, 0)
  const other = parent === null ? undefined : ({ kind: 'CloudProfile', name: parent } as const)
  return (
    <>
      <PageHead
        crumbs={[
          { text: 'Profiles', href: PROFILES },
          ...(profile.kind === 'NamespacedCloudProfile' ? [{ text: profile.namespace }] : []),
        ]}
        title={profile.name}
        facts={data && <Facts profile={profile} summary={data.profile} />}
      >
        <ButtonLink href={workbenchPage(profile)}>Change it</ButtonLink>
        {actions}
      </PageHead>
      <Tabs
        label="Pages of the profile"
        tabs={[
          {
            text: 'Versions',
            href: hrefs?.versions ?? profilePage(profile),
            current: tab === 'versions',
            count,
          },
          { text: 'History', href: hrefs?.history ?? historyPage(profile), current: tab === 'history' },
          { text: 'New cluster', href: newClusterPage(profile), current: tab === 'new-cluster' },
          { text: 'Compare', href: comparePage(profile, other), current: tab === 'compare' },
        ]}
      />
      {children}
    </>
  )
}

/** The keys of the parts of a zoom, in their order. */
const ZOOM_KEYS = ['1', '2', '3', '0'] as const

interface ZoomSwitchProps<T extends string> {
  /** The zooms from the shortest to all. */
  readonly zooms: readonly T[]
  /** Undefined: none of them, as the range was chosen by hand. */
  readonly value: T | undefined
  readonly onChange: (zoom: T) => void
}

/** How much of the time a chart shows; the keys 1, 2, 3 and 0 do the same. */
export function ZoomSwitch<T extends string>({ zooms, value, onChange }: ZoomSwitchProps<T>): ReactNode {
  const keys = zooms.map((zoom, i) => ({ zoom, key: ZOOM_KEYS[i] ?? '' }))
  useKeys(Object.fromEntries(keys.map(({ zoom, key }) => [key, () => onChange(zoom)])))
  return (
    <Segmented<T | ''>
      label="Zoom"
      value={value ?? ''}
      options={keys.map(({ zoom, key }) => ({ value: zoom, text: zoom, title: `Key ${key}` }))}
      onChange={(zoom) => zoom !== '' && onChange(zoom)}
    />
  )
}

interface FactsProps {
  readonly profile: ProfileRefBody
  readonly summary: ProfileSummary
}

function Facts({ profile, summary }: FactsProps): ReactNode {
  const zone = useZone()
  const now = useNow()
  const name = profileName(profile)
  return (
    <dl className="facts">
      {profile.kind === 'NamespacedCloudProfile' && <Fact term="NamespacedCloudProfile in">{profile.namespace}</Fact>}
      {summary.parent !== null && (
        <Fact term="Builds on">
          <Link className="link" href={profilePage({ kind: 'CloudProfile', name: summary.parent })}>
            {summary.parent}
          </Link>
        </Fact>
      )}
      <Fact term="Clusters">
        <Listed count={summary.clusters} to={{ profile: [name] }} /> in {countOf(summary.projects, 'project')}
      </Fact>
      <Fact term="Forced within 90 days">
        <Listed count={summary.forced90} how="forced" to={{ ...FORCED, profile: [name] }} />
      </Fact>
      <Fact term="Stuck within 90 days">
        <Listed count={summary.stuck} how="stuck" to={{ ...STUCK, profile: [name] }} />
      </Fact>
      <Fact term="Next expiry">
        {summary.nextExpiry ? nextExpiry(summary.nextExpiry, zone, now) : 'none that hits a cluster'}
      </Fact>
      {summary.resourceVersion !== null && <Fact term="resourceVersion">{summary.resourceVersion}</Fact>}
    </dl>
  )
}

interface ListedProps {
  readonly count: number
  readonly how?: 'forced' | 'stuck'
  readonly to: ShootsSearch
}

/** How many clusters there are, as a link to the list of them. */
function Listed({ count, how, to }: ListedProps): ReactNode {
  if (count === 0) return <span className="faint">0</span>
  const name = [countOf(count, 'cluster'), how ?? []].flat().join(' ')
  return (
    <Link className={how === 'stuck' ? 'link bad' : 'link'} href={shootsPage(to)} aria-label={name}>
      {countText(count)}
    </Link>
  )
}

function nextExpiry(next: NonNullable<ProfileSummary['nextExpiry']>, zone: Zone, now: number): string {
  return `${shortName(imageOfName(next.what), next.version)} ${listedTime(next.at, zone, now)}`
}
