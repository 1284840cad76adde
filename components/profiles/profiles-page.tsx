'use client'

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { useMoment, useNow, useZone } from '@/lib/browser/clock'
import {
  comparePage,
  EXCEPTIONS,
  historyPage,
  newClusterPage,
  PROFILES,
  profilePage,
  selectedVersionPage,
  shootsPage,
} from '@/lib/browser/paths'
import { useUrlState } from '@/lib/browser/url-state'
import { imageOfName, shortName } from '@/lib/contract/version-name'
import { FORCED, STUCK } from '@/lib/contract/words'
import type { ListedProfile, ProfilesAnswer } from '@/lib/questions/profiles/contract'
import { profilesQueries } from '@/lib/questions/queries'
import { plural, profileName } from '@/lib/words/phrases'
import { expiringText, isDeadEnd, nextExpirySentence, profileExpiryText } from '@/lib/words/profiles'
import { STUCK_OR_WILL_BE } from '@/lib/words/teams'
import { countOf, countText, DAY, dayText, fullText, listedTime, MINUTE, ms } from '@/lib/words/time-text'
import { SentenceText } from '../outlook/texts'
import { TakeAway } from '../take-away/take-away'
import type { LaneRow } from '../timeline/lane'
import { type LaneColumn, Lanes } from '../timeline/lanes'
import { Segmented, useIsTable, ViewSwitch } from '../ui/button'
import { chartMark } from '../ui/chart-mark'
import { DataTable } from '../ui/data-table'
import { QueryError } from '../ui/error-part'
import { Link } from '../ui/link'
import { NoProfile } from '../ui/not-found'
import { PageHead, Tabs } from '../ui/page-head'
import { SkeletonRows } from '../ui/parts'
import { ProfileList } from '../ui/profile-list'
import styles from './profiles.module.css'

/** What belongs to one profile, where it is not said to which. */
const WANTED = [
  { tab: 'history', text: 'Whose history do you want to see? Choose a profile.', pageOf: historyPage },
  { tab: 'new-cluster', text: 'Which profile will the new cluster use? Choose one.', pageOf: newClusterPage },
  { tab: 'compare', text: 'Which profile do you want to compare? Choose one.', pageOf: comparePage },
] as const

/** Whose profiles are listed. */
const OWNERS = [
  { value: 'all', text: 'All' },
  { value: 'garden', text: 'Of the garden' },
  { value: 'projects', text: 'Of projects' },
] as const

function isOf({ ref }: ListedProfile, of: (typeof OWNERS)[number]['value']): boolean {
  return of === 'all' || (of === 'projects') === (ref.kind === 'NamespacedCloudProfile')
}

/** All profiles, those that need attention first, with their expiries of a year. */
export function ProfilesPage(): ReactNode {
  const moment = useMoment()
  const params = useSearchParams()
  const { set } = useUrlState()
  const query = useQuery(profilesQueries.profiles(moment))
  const { data } = query
  const of = OWNERS.find(({ value }) => value === params.get('of'))?.value ?? 'all'
  const items = data && inOrder(data.items).filter((item) => isOf(item, of))
  const wanted = WANTED.find(({ tab }) => tab === params.get('for'))
  const isTable = useIsTable()
  return (
    <>
      <PageHead title="Profiles">
        {data?.items.some((item) => isOf(item, 'projects')) ? (
          <Segmented
            label="Profiles"
            value={of}
            options={OWNERS.map(({ value, text }) => ({
              value,
              text: `${text} ${countText(data.items.filter((item) => isOf(item, value)).length)}`,
            }))}
            onChange={(next) => set({ of: next === 'all' ? undefined : next })}
          />
        ) : null}
        {wanted === undefined && <ViewSwitch />}
        <TakeAway of={data} />
      </PageHead>
      <Tabs
        label="Which profiles"
        tabs={[
          { href: PROFILES, text: 'All', current: true },
          { href: EXCEPTIONS, text: 'Exceptions', current: false },
        ]}
      />
      {wanted !== undefined && <p className={`lead ${styles.lead}`}>{wanted.text}</p>}
      {query.isError && !items ? (
        <QueryError query={query} />
      ) : items?.length === 0 ? (
        <NoProfile />
      ) : items === undefined || data === undefined ? (
        <DataTable heads={['Profile', 'Clusters', 'Next expiry']}>
          <tbody aria-busy>
            <SkeletonRows rows={8} columns={['160px', '40px', '220px']} />
          </tbody>
        </DataTable>
      ) : (
        <>
          {wanted === undefined && <Headline items={items} />}
          {wanted !== undefined ? (
            <ProfileList items={items} pageOf={wanted.pageOf} />
          ) : isTable ? (
            <ExpiryTable items={items} />
          ) : (
            <ProfileLanes answer={data} items={items} />
          )}
        </>
      )}
    </>
  )
}

function Headline({ items }: { readonly items: readonly ListedProfile[] }): ReactNode {
  const sentence = nextExpirySentence(items, useZone(), useNow(DAY))
  const stuck = items.reduce((sum, item) => sum + item.stuck, 0)
  return (
    <p className={`headline ${styles.headline}`}>
      {sentence === null ? 'No expiry date hits a cluster.' : <SentenceText sentence={sentence} />}{' '}
      {stuck > 0 && (
        <Link className="bad underlined" href={shootsPage(STUCK)}>
          {countOf(stuck, 'cluster is', 'clusters are')} {STUCK_OR_WILL_BE}.
        </Link>
      )}
    </p>
  )
}

interface ProfileRow extends LaneRow {
  readonly item: ListedProfile
  /** The name and those of the profiles that count in it. */
  readonly names: readonly string[]
}

interface ProfileLanesProps {
  readonly answer: ProfilesAnswer
  readonly items: readonly ListedProfile[]
}

/** A row each, with its expiries in two lines: those of Kubernetes, and those of images. */
function ProfileLanes({ answer, items }: ProfileLanesProps): ReactNode {
  const zone = useZone()
  const now = useNow(DAY)
  const range = { from: ms(answer.at), to: ms(answer.until) }
  const rows = items.map((item): ProfileRow => {
    const name = profileName(item.ref)
    const lineOf = (isKubernetes: boolean) =>
      item.whole.expiries
        .filter(({ what }) => (what === 'Kubernetes') === isKubernetes)
        .map((expiry) => ({
          at: ms(expiry.at),
          count: expiry.clusters,
          text: isKubernetes ? expiry.version : expiringText(expiry),
          name: profileExpiryText(expiry, zone),
          isBad: isDeadEnd(expiry),
        }))
    const lines = [lineOf(true), lineOf(false)]
    const shown = item.parent === null ? lines : lines.filter(({ length }, i) => length > 0 || i === 0)
    return {
      id: name,
      isFirst: true,
      // A profile of which nothing expires needs no room for it.
      counts: shown.some(({ length }) => length > 0) ? shown : [],
      item,
      names: [name, ...answer.items.filter((one) => childOf(one, item)).map(({ ref }) => profileName(ref))],
    }
  })
  return (
    <>
      <Lanes
        name="Profiles"
        rows={rows}
        left={[NAME, CLUSTERS]}
        right={[NEXT, AHEAD]}
        range={range}
        now={now}
        least={360}
        hasRowKeys
        mark={chartMark('Expiries of profiles', range)}
      />
      <p className={`small muted ${styles.note}`}>
        Each diamond is an expiry; its size is the number of clusters that must leave the version. The upper line is
        Kubernetes, the lower one images. Red: most of them cannot leave it. Clusters of a namespaced profile count in
        its parent too. A year ahead, as far as dates are set.
      </p>
    </>
  )
}

const NAME: LaneColumn<ProfileRow> = {
  key: 'profile',
  head: 'Profile',
  width: 220,
  isName: true,
  isStop: true,
  phone: 'wide',
  title: ({ id }) => id,
  cell: ({ item }, stop) => (
    <div className={styles.name} data-child={item.parent !== null || undefined}>
      <Link href={profilePage(item.ref)} {...stop}>
        <b>{item.ref.name}</b>
      </Link>
      <span className="faint tiny">
        {item.ref.kind === 'NamespacedCloudProfile'
          ? `of ${item.ref.namespace}, on ${item.parent ?? 'a profile not known'}`
          : `${countOf(item.kubernetesVersions, 'Kubernetes version')}, ${countOf(item.images, 'image')}`}
      </span>
    </div>
  ),
}

/** A figure is the length of the list that it opens. */
function ListLink(props: {
  readonly value: number
  readonly text: string
  readonly href: string
  /** What it counts, where the text is the figure alone. */
  readonly label?: string
  readonly look?: string
}) {
  const { value, text, href, label, look = 'bold' } = props
  if (value === 0) return <span className="faint">{text}</span>
  return (
    <Link href={href} className={look || undefined} aria-label={label}>
      {text}
    </Link>
  )
}

const CLUSTERS: LaneColumn<ProfileRow> = {
  key: 'clusters',
  head: 'Clusters',
  width: 100,
  isNumber: true,
  phone: 'end',
  cell: ({ item: { whole }, names }) => (
    <>
      <ListLink
        value={whole.clusters}
        text={countText(whole.clusters)}
        label={`${countOf(whole.clusters, 'cluster')} on ${names[0]}`}
        href={shootsPage({ profile: names })}
        look=""
      />
      <span className="phone faint"> {plural(whole.clusters, 'cluster')}</span>
      {whole.namespaced > 0 && <span className="faint tiny below">in {countText(whole.namespaced + 1)} profiles</span>}
    </>
  ),
}

const NEXT: LaneColumn<ProfileRow> = {
  key: 'next',
  head: 'Next expiry',
  width: 190,
  phone: 'wide',
  cell: ({ item }) => <NextExpiry item={item} />,
}

function NextExpiry({ item: { ref, whole } }: { readonly item: ListedProfile }): ReactNode {
  const zone = useZone()
  const now = useNow(MINUTE)
  const [next] = whole.expiries
  if (next === undefined) return <span className="faint">none that hits a cluster</span>
  return (
    <span title={fullText(next.at, zone)}>
      <b>{listedTime(next.at, zone, now)}</b>
      <Link className={`below ${styles.line}`} href={selectedVersionPage(ref, next.what, next.version)}>
        {shortName(imageOfName(next.what), next.version)}
      </Link>
    </span>
  )
}

const AHEAD: LaneColumn<ProfileRow> = {
  key: 'ahead',
  head: 'Within 90 days',
  width: 104,
  phone: 'end',
  cell: ({ item: { whole }, names }) => (
    <span className={styles.ahead}>
      <ListLink
        value={whole.forced90}
        text={`${countText(whole.forced90)} forced`}
        href={shootsPage({ ...FORCED, profile: names })}
      />
      <span className="below">
        <ListLink
          value={whole.stuck}
          text={`${countText(whole.stuck)} stuck`}
          href={shootsPage({ ...STUCK, profile: names })}
          look="bad bold"
        />
      </span>
    </span>
  ),
}

/** The lanes as a table: a row for each expiry. */
function ExpiryTable({ items }: { readonly items: readonly ListedProfile[] }): ReactNode {
  const zone = useZone()
  return (
    <DataTable
      scroll="Expiries of profiles as a table"
      className="dense grouped"
      caption="Expiries of profiles"
      heads={['Profile', 'Expires', 'Version', { number: 'Clusters that must leave it' }, { number: 'That cannot' }]}
    >
      {items.map(({ ref, whole: { expiries } }) => (
        <tbody key={profileName(ref)}>
          {expiries.map((expiry, i) => (
            <tr key={`${expiry.at} ${expiringText(expiry)}`}>
              {i === 0 && (
                <th scope="rowgroup" rowSpan={expiries.length}>
                  <Link href={profilePage(ref)}>{profileName(ref)}</Link>
                </th>
              )}
              <td>{dayText(expiry.at, zone)}</td>
              <td>
                <Link href={selectedVersionPage(ref, expiry.what, expiry.version)}>{expiringText(expiry)}</Link>
              </td>
              <td className="num">{countText(expiry.clusters)}</td>
              <td className="num">{countText(expiry.fails)}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </DataTable>
  )
}

function childOf({ parent }: ListedProfile, { ref }: ListedProfile): boolean {
  return ref.kind === 'CloudProfile' && parent === ref.name
}

/** The profiles by attention, each with the namespaced profiles that build on it below it. */
function inOrder(items: readonly ListedProfile[]): readonly ListedProfile[] {
  const sorted = items.toSorted(byProfileAttention)
  const roots = sorted.filter((one) => !sorted.some((other) => childOf(one, other)))
  return roots.flatMap((root) => [root, ...sorted.filter((one) => childOf(one, root))])
}

type ProfileAttention = Pick<ListedProfile, 'ref'> & {
  readonly whole: Pick<ListedProfile['whole'], 'stuck' | 'expiries'>
}

/** What needs attention first: those with stuck clusters, then by the next expiry that hits a cluster, then by name. */
export function byProfileAttention(a: ProfileAttention, b: ProfileAttention): number {
  return (
    Number(b.whole.stuck > 0) - Number(a.whole.stuck > 0) ||
    expiryOf(a) - expiryOf(b) ||
    (profileName(a.ref) < profileName(b.ref) ? -1 : 1)
  )
}

/** Far away when nothing is set. */
function expiryOf({ whole: { expiries } }: ProfileAttention): number {
  return expiries[0] ? ms(expiries[0].at) : Number.MAX_SAFE_INTEGER
}
