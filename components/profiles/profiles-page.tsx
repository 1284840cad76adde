'use client'

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { type ReactNode, useMemo } from 'react'
import { useMoment, useNow, useZone } from '@/lib/browser/clock'
import { comparePage, newClusterPage, profilePage, selectedVersionPage, shootsPage } from '@/lib/browser/paths'
import { mayBeUnread } from '@/lib/browser/unread'
import { useStatus } from '@/lib/browser/use-status'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { Zone } from '@/lib/contract/zone'
import type { ProfileSummary } from '@/lib/questions/profiles/contract'
import { profilesQueries } from '@/lib/questions/profiles/queries'
import { plural, profileName } from '@/lib/words/phrases'
import { countOf, countText, DAY, dayText, fullText } from '@/lib/words/time-text'
import { TakeAway } from '../take-away/take-away'
import { CopyLink } from '../ui/copy'
import { Countdown } from '../ui/countdown'
import { DataTable } from '../ui/data-table'
import { ErrorPart } from '../ui/error-part'
import { Link } from '../ui/link'
import { PageHead } from '../ui/page-head'
import { Empty, SkeletonRows } from '../ui/parts'
import styles from './profiles.module.css'

/** What belongs to one profile, where it is not said to which. */
const WANTED = [
  { tab: 'new-cluster', text: 'Of which profile is the new cluster? Choose one.', pageOf: newClusterPage },
  { tab: 'compare', text: 'Which profile do you want to compare? Choose one.', pageOf: comparePage },
] as const

/** All profiles, those that need attention first. */
export function ProfilesPage(): ReactNode {
  const moment = useMoment()
  const params = useSearchParams()
  const query = useQuery(profilesQueries.profiles(moment))
  const items = useMemo(() => query.data?.items.toSorted(byAttention), [query.data])
  const wanted = WANTED.find(({ tab }) => tab === params.get('for'))
  return (
    <>
      <PageHead
        title="Profiles"
        facts={query.data && <span className="faint small">{countOf(query.data.total, 'profile')}</span>}
      >
        <TakeAway at={query.data?.at} />
        <CopyLink of={query.data} />
      </PageHead>
      {wanted === undefined ? null : <p className={styles.wanted}>{wanted.text}</p>}
      {query.isError && !items ? (
        <ErrorPart error={query.error} at={query.errorUpdatedAt} onRetry={() => void query.refetch()} />
      ) : items?.length === 0 ? (
        <NoProfiles />
      ) : (
        <ProfilesTable items={items} pageOf={wanted?.pageOf ?? profilePage} />
      )}
    </>
  )
}

function NoProfiles(): ReactNode {
  const { data } = useStatus()
  const isUnread = data === undefined || mayBeUnread(data.garden, 'profiles')
  return <Empty text={isUnread ? 'No profile has been read so far.' : 'This garden has no CloudProfile.'} />
}

interface ProfilesTableProps {
  readonly items: readonly ProfileSummary[] | undefined
  readonly pageOf: (ref: ProfileRefBody) => string
}

function ProfilesTable({ items, pageOf }: ProfilesTableProps): ReactNode {
  const zone = useZone()
  const now = useNow(DAY)
  return (
    <DataTable
      className={styles.profiles}
      caption="Profiles"
      heads={[
        'Profile',
        'Kind',
        'Kubernetes minors',
        { number: 'Images' },
        { number: 'Clusters' },
        { number: 'Projects' },
        { number: 'Forced within 90 d' },
        { number: 'Stuck' },
        'Next expiry that hits a cluster',
      ]}
    >
      <tbody aria-busy={items === undefined}>
        {items ? (
          items.map((item) => <Row key={profileName(item.ref)} item={item} pageOf={pageOf} zone={zone} now={now} />)
        ) : (
          <SkeletonRows rows={8} columns={WIDTHS} />
        )}
      </tbody>
    </DataTable>
  )
}

const WIDTHS = ['90px', '60px', '180px', '20px', '30px', '20px', '30px', '20px', '220px']

function Row({
  item,
  pageOf,
  zone,
  now,
}: {
  readonly item: ProfileSummary
  readonly pageOf: (ref: ProfileRefBody) => string
  readonly zone: Zone
  readonly now: number
}): ReactNode {
  const name = profileName(item.ref)
  return (
    <tr>
      <th scope="row" title={name}>
        <Link href={pageOf(item.ref)}>
          {item.ref.kind === 'NamespacedCloudProfile' && <span className="muted">{item.ref.namespace} / </span>}
          <b>{item.ref.name}</b>
        </Link>
      </th>
      <td className={styles.kind}>
        {item.ref.kind === 'CloudProfile' ? (
          <span className="faint">CloudProfile</span>
        ) : (
          <>namespaced, on {item.parent ?? 'a profile not known'}</>
        )}
      </td>
      <td className={styles.minors} title={item.minors.join(', ')}>
        {item.minors.length === 0 ? <span className="faint">none</span> : item.minors.join(', ')}
      </td>
      <NumberCell value={item.images} label="images" />
      <td className="num" data-label={plural(item.clusters, 'cluster')}>
        {item.clusters === 0 ? (
          <span className="faint">0</span>
        ) : (
          <Link
            href={shootsPage({ profile: [name] })}
            aria-label={`${countOf(item.clusters, 'cluster')} on ${item.ref.name}`}
          >
            {countText(item.clusters)}
          </Link>
        )}
      </td>
      <NumberCell value={item.projects} label="projects" />
      <NumberCell value={item.forced90} label="forced in 90 d" strong />
      <NumberCell value={item.stuck} label="stuck" bad />
      <td className={styles.expiry}>
        <NextExpiry item={item} zone={zone} now={now} />
      </td>
    </tr>
  )
}

function NumberCell(props: {
  readonly value: number
  readonly label: string
  readonly strong?: boolean
  readonly bad?: boolean
}): ReactNode {
  const { value, label, strong, bad } = props
  const look = value === 0 ? 'faint' : bad ? 'bad bold' : strong ? 'bold' : ''
  return (
    <td className={`num ${look}`} data-label={label} data-zero={value === 0 || undefined}>
      {countText(value)}
    </td>
  )
}

function NextExpiry({
  item,
  zone,
  now,
}: {
  readonly item: ProfileSummary
  readonly zone: Zone
  readonly now: number
}): ReactNode {
  const next = item.nextExpiry
  if (!next) return <span className="faint">no expiry ahead</span>
  const at = Date.parse(next.at)
  const version = next.what === 'Kubernetes' ? next.version : `${next.what} ${next.version}`
  return (
    <span className={styles.next} title={fullText(next.at, zone)}>
      <Countdown to={next.at} form="prose" />
      <span className="muted">{dayText(at, zone, { now })}</span>
      <Link href={selectedVersionPage(item.ref, next.what, next.version)}>{version}</Link>
      <span className="muted">{countOf(next.clusters, 'cluster')}</span>
    </span>
  )
}

/** What needs attention first: those with stuck clusters, then by the next expiry that hits a cluster, then by name. */
export function byAttention(a: ProfileSummary, b: ProfileSummary): number {
  return (
    Number(b.stuck > 0) - Number(a.stuck > 0) ||
    expiryOf(a) - expiryOf(b) ||
    (profileName(a.ref) < profileName(b.ref) ? -1 : 1)
  )
}

/** Far away when nothing is set. */
function expiryOf(profile: ProfileSummary): number {
  return profile.nextExpiry ? Date.parse(profile.nextExpiry.at) : Number.MAX_SAFE_INTEGER
}
