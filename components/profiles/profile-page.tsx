'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { type ReactNode, useMemo, useRef } from 'react'
import type { ShownMoment } from '@/lib/browser/at'
import { useMoment, useNow, useZone } from '@/lib/browser/clock'
import { useKeys } from '@/lib/browser/keys'
import type { ProfileRefBody } from '@/lib/contract/common'
import { imageOfName, offeredLists, offeredOf } from '@/lib/contract/version-name'
import type { ProfileAnswer } from '@/lib/questions/profiles/contract'
import { profilesQueries } from '@/lib/questions/queries'
import { profileName, profilePath } from '@/lib/words/phrases'
import { noVersionText } from '@/lib/words/profiles'
import { DAY } from '@/lib/words/time-text'
import { KUBERNETES } from '@/lib/words/wording'
import { feedFile, rowsFile, type ServerFile } from '../take-away/server-file'
import { TakeAway } from '../take-away/take-away'
import { lookSigns } from '../timeline/parts'
import { profileDifferences } from '../timeline/profile-differences'
import { type Zoom, zooms } from '../timeline/range'
import { datesOfRows, foundRows, looksOf, type VersionRow, versionRows } from '../timeline/rows'
import { ViewSwitch } from '../ui/button'
import { QueryError } from '../ui/error-part'
import { Icon } from '../ui/icon'
import { Tabs } from '../ui/page-head'
import { Empty, Legend, ObjectProblems } from '../ui/parts'
import { Fact } from '../ui/section'
import { Today, useChanged, useMomentOfToday } from '../ui/today'
import { imageColumns, kubernetesColumns, ownDates, setByColumn } from './fact-columns'
import { HISTORY_SIGNS } from './history/history-legend'
import { ProfileFrame, ZoomSwitch } from './profile-frame'
import styles from './profiles.module.css'
import { useChartRange, useProfileView } from './use-profile-view'
import { VersionsChart } from './versions-chart'
import { VersionsTable } from './versions-table'
import { type HistorySpan, rangePatch, SPANS } from './view-state'

const SelectedVersion = dynamic(() => import('./version-panel').then((part) => part.SelectedVersion))
const ProfileHistory = dynamic(() => import('./history/profile-history').then((part) => part.ProfileHistory))

/** One profile: which versions it offers until when, and who is on them. */
function ProfilePage({ profile }: { readonly profile: ProfileRefBody }): ReactNode {
  const moment = useMoment()
  const zone = useZone()
  const now = useNow()
  const state = useProfileView()
  const { view, what: tab, selected, hrefWith, show, select } = state
  const query = useQuery(profilesQueries.profile(profile, moment))
  const answer = query.data
  const own = useOwnDates(answer, moment)
  const name = profileName(profile)

  const image = answer?.images.find((one) => one.name === tab)
  const isKubernetes = tab === KUBERNETES
  const all = useMemo(() => answer && rowsOf(answer, tab), [answer, tab])
  const rows = all && foundRows(all, view.find)
  const dates = useMemo(() => datesOfRows(all ?? []), [all])
  const chart = useChartRange(state, dates, now)

  const field = useRef<HTMLInputElement>(null)
  const isTable = view.shown === 'table'
  const isHistory = view.shown === 'history'

  useKeys({
    h: () => show({ shown: isHistory ? 'timeline' : 'history' }),
    f: () => field.current?.focus(),
    // The history has keys of its own.
    ...(!isHistory && {
      '[': () => chart.step(-1),
      ']': () => chart.step(1),
      n: chart.toNow,
      ...(selected !== undefined && { Escape: () => select(undefined) }),
    }),
  })

  const isNamespaced = profile.kind === 'NamespacedCloudProfile'
  const base = isKubernetes ? kubernetesColumns : imageColumns
  const columns = isNamespaced ? [...base.slice(0, 2), setByColumn, ...base.slice(2)] : base
  const title = `${tab} versions of ${name}`
  const isUnknownTab = answer !== undefined && !isKubernetes && !image

  return (
    <ProfileFrame
      profile={profile}
      tab={isHistory ? 'history' : 'versions'}
      hrefs={{ versions: hrefWith({ shown: 'timeline' }), history: hrefWith({ shown: 'history' }) }}
      actions={
        <TakeAway
          of={answer}
          files={profileFiles(profile)}
          patch={view.shown === 'timeline' ? rangePatch(chart.range, zone) : undefined}
        />
      }
    >
      <Tabs
        label="Kubernetes and machine images"
        tabs={tabsOf(answer, tab).map((one) => ({
          ...one,
          href: hrefWith({ tab: one.text, select: undefined, find: '' }),
        }))}
      />
      {answer && <ObjectProblems problems={answer.problems} />}
      {answer?.idle.map((text) => (
        <p key={text} className="note">
          <Icon name="warning" /> {text}
        </p>
      ))}
      {moment.seen !== undefined && answer && <ProfileToday answer={answer} />}
      {image && <StrategyLine strategy={image.updateStrategy} />}
      <div className={`bar ${styles.tools}`}>
        {isHistory ? null : <ViewSwitch />}
        {!isTable && (
          <div className={styles.legend}>
            <Legend
              items={[...lookSigns([...looksOf(all ?? []), 'expiry']), ...(isHistory ? HISTORY_SIGNS : [])]}
              note={!isHistory && 'Faded end: date not known'}
            />
          </div>
        )}
        <span className="grow" />
        {(all && all.length >= MANY) || view.find !== '' ? (
          <input
            ref={field}
            type="search"
            className={styles.find}
            placeholder="Find version"
            aria-label="Find version"
            defaultValue={view.find}
            onChange={(event) => show({ find: event.target.value })}
            key={tab}
          />
        ) : null}
        {isHistory && <ZoomSwitch<HistorySpan> zooms={SPANS} value={view.span} onChange={(span) => show({ span })} />}
        {view.shown === 'timeline' && <ZoomSwitch<Zoom> zooms={zooms} value={chart.zoom} onChange={chart.zoomTo} />}
      </div>
      {isUnknownTab && !isHistory ? (
        <Empty text={`${name} offers no machine image ${tab}.`} />
      ) : query.isError && !answer ? (
        <QueryError query={query} />
      ) : isHistory ? (
        <ProfileHistory profile={profile} />
      ) : isTable ? (
        <VersionsTable name={title} rows={rows ?? []} />
      ) : (
        <VersionsChart
          name={title}
          rows={rows}
          minorHead={all?.every((row) => !row.minor.includes('.')) ? 'Major' : 'Minor'}
          columns={columns}
          chart={chart}
          own={own}
          parent={answer?.profile.parent ?? null}
          emptyText={view.find !== '' && rows?.length === 0 ? noVersionText(view.find) : emptyText(all, tab)}
        />
      )}
      {selected !== undefined && !isHistory && <SelectedVersion profile={profile} version={selected} rows={all} />}
    </ProfileFrame>
  )
}

/** From so many versions on they can be searched. */
const MANY = 20

function rowsOf(answer: ProfileAnswer, tab: string): readonly VersionRow[] {
  return versionRows(tab, offeredOf(answer, imageOfName(tab)), answer.notListed)
}

function tabsOf(answer: ProfileAnswer | undefined, tab: string) {
  if (!answer) return [{ text: tab, current: true }]
  return offeredLists(answer).map(({ what, versions }) => ({
    text: what,
    count: versions.length,
    current: what === tab,
  }))
}

function emptyText(rows: readonly VersionRow[] | undefined, tab: string): string | undefined {
  if (!rows) return undefined
  if (rows.length === 0) return tab === KUBERNETES ? 'No Kubernetes version is offered.' : 'This image has no version.'
  if (rows.some((row) => row.expires !== null || row.stage === 'notInProfile')) return undefined
  return tab === KUBERNETES
    ? 'No Kubernetes version has an expiry date. Nothing is forced.'
    : 'No version of this image has an expiry date. Nothing is forced.'
}

/** What a namespaced profile says itself, by comparison with the profile it builds on. */
function useOwnDates(answer: ProfileAnswer | undefined, moment: ShownMoment) {
  const parent = answer?.profile.parent ?? null
  const query = useQuery({
    ...profilesQueries.profile({ kind: 'CloudProfile', name: parent ?? '' }, moment),
    enabled: parent !== null,
    staleTime: DAY,
  })
  return answer && parent !== null && query.data ? ownDates(answer, query.data) : new Map()
}

type ImageStrategy = ProfileAnswer['images'][number]['updateStrategy']

/** How far updates go under each strategy (seed 000, "Update path for machine image versions"). */
const RULES: Readonly<Record<ImageStrategy, { readonly auto: string; readonly expired: string }>> = {
  patch: {
    auto: 'the latest patch of the same minor, a supported one first',
    expired: 'the same; then the next higher minor that has a version, not always +1',
  },
  minor: {
    auto: 'the latest of the same major, a supported one first',
    expired: 'the same; then the next higher major that has a version, not always +1',
  },
  major: {
    auto: 'the latest of all, a supported one first',
    expired: 'the same; when the latest is expired too, the update fails',
  },
}

/** Says what an image's update strategy means for auto-updates and for expired versions. */
function StrategyLine({ strategy }: { readonly strategy: ImageStrategy }): ReactNode {
  const { auto, expired } = RULES[strategy]
  return (
    <dl className={`facts ${styles.strategy}`}>
      <Fact term="updateStrategy" look="bold">
        {strategy}
      </Fact>
      <Fact term="Auto:">{auto}.</Fact>
      <Fact term="Expired:">{expired}.</Fact>
    </dl>
  )
}

/** What the page of a profile says today, beside what it said then. */
function ProfileToday({ answer }: { readonly answer: ProfileAnswer }): ReactNode {
  const { ref } = answer.profile
  const query = useQuery(profilesQueries.profile(ref, useMomentOfToday()))
  const changed = useChanged(ref)
  return <Today who={profileName(ref)} past={answer} query={query} differences={profileDifferences} changed={changed} />
}

/** What the server makes of a profile: its clusters, and the calendar of their windows. */
function profileFiles(profile: ProfileRefBody): readonly ServerFile[] {
  return [
    rowsFile('Its clusters', { profile: [profileName(profile)] }),
    feedFile('Forced updates of its clusters', `/api/feeds/cloudprofiles/${profilePath(profile)}.ics`),
  ]
}

const NewClusterPage = dynamic(() => import('./new-cluster/new-cluster-page').then((part) => part.NewClusterPage))
const ComparePage = dynamic(() => import('./compare/compare-page').then((part) => part.ComparePage))

interface ProfileViewsProps {
  readonly profile: ProfileRefBody
  /** The view as the address has it: `new-cluster`, `compare`; everything else is the versions and their history. */
  readonly view: string | undefined
}

/** The tabs of a profile, each with its own script: no user waits for those of other tabs. */
export function ProfileViews({ profile, view }: ProfileViewsProps): ReactNode {
  if (view === 'new-cluster') return <NewClusterPage profile={profile} />
  if (view === 'compare') return <ComparePage profile={profile} />
  return <ProfilePage profile={profile} />
}
