'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { Countdown } from '@/components/ui/countdown'
import { ErrorPart } from '@/components/ui/error-part'
import { Link } from '@/components/ui/link'
import { Empty, SkeletonRows } from '@/components/ui/parts'
import { useAt, useNow, useZone } from '@/lib/client/clock'
import { profilePage, shootsPage, versionPage } from '@/lib/client/paths'
import { profileName, queries } from '@/lib/client/queries'
import { countOf, countText, DAY, dayText, fullText } from '@/lib/client/time-text'
import type { Zone } from '@/lib/client/zone'
import type { ProfileSummary } from '@/lib/contract'
import { byAttention } from './by-attention'
import styles from './profiles.module.css'

/** All profiles, those that need attention first. */
export function ProfilesPage(): ReactNode {
  const at = useAt()
  const query = useQuery(queries.profiles({ at }))
  const items = useMemo(() => query.data?.items.toSorted(byAttention), [query.data])
  return (
    <>
      <div className={styles.title}>
        <h1>Profiles</h1>
        {query.data && <span className="q s">{countOf(query.data.total, 'profile')}</span>}
      </div>
      {query.isError && !items ? (
        <ErrorPart error={query.error} at={query.errorUpdatedAt} onRetry={() => void query.refetch()} />
      ) : items?.length === 0 ? (
        <Empty text="This garden has no CloudProfile." />
      ) : (
        <ProfilesTable items={items} />
      )}
    </>
  )
}

function ProfilesTable({ items }: { readonly items: readonly ProfileSummary[] | undefined }): ReactNode {
  const zone = useZone()
  const now = useNow(DAY)
  return (
    <table className={styles.profiles}>
      <caption className="vh">Profiles</caption>
      <thead>
        <tr>
          <th scope="col">Profile</th>
          <th scope="col">Kind</th>
          <th scope="col">Kubernetes minors</th>
          <th scope="col" className="num">
            Images
          </th>
          <th scope="col" className="num">
            Clusters
          </th>
          <th scope="col" className="num">
            Projects
          </th>
          <th scope="col" className="num">
            Forced within 90 d
          </th>
          <th scope="col" className="num">
            Stuck
          </th>
          <th scope="col">Next expiry that hits a cluster</th>
        </tr>
      </thead>
      <tbody aria-busy={items === undefined}>
        {items ? (
          items.map((item) => <Row key={profileName(item.ref)} item={item} zone={zone} now={now} />)
        ) : (
          <SkeletonRows rows={8} columns={WIDTHS} />
        )}
      </tbody>
    </table>
  )
}

const WIDTHS = ['90px', '60px', '180px', '20px', '30px', '20px', '30px', '20px', '220px']

function Row({
  item,
  zone,
  now,
}: {
  readonly item: ProfileSummary
  readonly zone: Zone
  readonly now: number
}): ReactNode {
  const name = profileName(item.ref)
  return (
    <tr>
      <th scope="row" title={name}>
        <Link href={profilePage(item.ref)}>
          {item.ref.kind === 'NamespacedCloudProfile' && <span className="m">{item.ref.namespace} / </span>}
          <b>{item.ref.name}</b>
        </Link>
      </th>
      <td className={styles.kind}>
        {item.ref.kind === 'CloudProfile' ? (
          <span className="q">CloudProfile</span>
        ) : (
          <>namespaced, on {item.parent ?? 'a profile not known'}</>
        )}
      </td>
      <td className={styles.minors} title={item.minors.join(', ')}>
        {item.minors.length === 0 ? <span className="q">none</span> : item.minors.join(', ')}
      </td>
      <Figure value={item.images} label="images" />
      <td className="num" data-label={item.clusters === 1 ? 'cluster' : 'clusters'}>
        {item.clusters === 0 ? (
          <span className="q">0</span>
        ) : (
          <Link href={shootsPage({ profile: [name] })}>{countText(item.clusters)}</Link>
        )}
      </td>
      <Figure value={item.projects} label="projects" />
      <Figure value={item.forced90} label="forced in 90 d" strong />
      <Figure value={item.stuck} label="stuck" bad />
      <td className={styles.expiry}>
        <NextExpiry item={item} zone={zone} now={now} />
      </td>
    </tr>
  )
}

function Figure(props: {
  readonly value: number
  readonly label: string
  readonly strong?: boolean
  readonly bad?: boolean
}): ReactNode {
  const { value, label, strong, bad } = props
  const look = value === 0 ? 'q' : bad ? 'bad b' : strong ? 'b' : ''
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
  if (!next) return <span className="q">none set</span>
  const at = Date.parse(next.at)
  const version = next.what === 'Kubernetes' ? next.version : `${next.what} ${next.version}`
  return (
    <span className={styles.next} title={fullText(next.at, zone)}>
      <Countdown to={next.at} form="prose" />
      <span className="m">{dayText(at, zone, { now })}</span>
      <Link href={versionPage(item.ref, next.what, next.version)}>{version}</Link>
      <span className="m">{countOf(next.clusters, 'cluster')}</span>
    </span>
  )
}
