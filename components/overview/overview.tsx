'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMoment, usePinned, useZone } from '@/lib/browser/clock'
import { isPinnedList, useMyProjects, usePinnedProjects } from '@/lib/browser/pinned-projects'
import { NOT_MINE } from '@/lib/browser/preferences'
import { mayBeUnread, noClusterText } from '@/lib/browser/status'
import { useUrlState } from '@/lib/browser/url-state'
import { imageOfName, shortName } from '@/lib/contract/version-name'
import { EXPIRED, STUCK } from '@/lib/contract/words'
import type { Zone } from '@/lib/contract/zone'
import type { GardenAnswer } from '@/lib/questions/overview/contract'
import { overviewQueries, type ShootsParams } from '@/lib/questions/queries'
import { autoNote, expiredNote, myProjectsText, overviewHeadline, stuckNote } from '@/lib/words/overview'
import { HORIZON, profileName, READ_BEFORE_IS_SHOWN } from '@/lib/words/phrases'
import { countOf, countText, MINUTE, SECOND } from '@/lib/words/time-text'
import { shootsFiles } from '../take-away/server-file'
import { TakeAway } from '../take-away/take-away'
import { FilterChip, Segmented } from '../ui/button'
import { type AnswerDifference, clustersDiffer, datesDiffer, largestFirst } from '../ui/differences'
import { QueryError } from '../ui/error-part'
import { Figure, Figures, FigureValue } from '../ui/figures'
import { Link } from '../ui/link'
import { PageHead } from '../ui/page-head'
import { SkeletonBar, SkeletonBars } from '../ui/parts'
import { Section } from '../ui/section'
import { Today, useMomentOfToday } from '../ui/today'
import { useProjects, useShootsPage } from './addresses'
import { NextForced, Stuck } from './cluster-lists'
import { DayStrip } from './day-strip'
import { DriftSection } from './drift-section'
import { MinorsSection } from './minors-section'
import styles from './overview.module.css'

/** What needs attention on the landscape. */
export function Overview() {
  const zone = useZone()
  const moment = useMoment()
  const pinned = usePinned()
  const projects = useProjects()
  useMyProjects(projects !== undefined)
  const query = useQuery({
    ...overviewQueries.garden({ ...moment, zone, project: projects && [...projects] }),
    refetchInterval: (query) => {
      const isReading = query.state.error?.code === 'not-ready' || query.state.data?.garden.state === 'reading'
      return isReading ? 3 * SECOND : pinned === undefined && 5 * MINUTE
    },
  })
  const { data, error } = query
  // The page is whole without it: what is not there is not waited for, and before the garden was read there is nothing to tell.
  const { data: movement } = useQuery({
    ...overviewQueries.movement({ ...moment, zone, project: projects && [...projects] }),
    enabled: data?.garden.state === 'live' || data?.garden.state === 'stale',
    refetchInterval: (query) => (query.state.data?.left ? 3 * SECOND : pinned === undefined && 5 * MINUTE),
  })

  if (data === undefined && error && error.code !== 'not-ready') {
    return (
      <>
        <h1>What needs attention</h1>
        <QueryError query={query} />
      </>
    )
  }
  if (data === undefined) return <LoadingOverview />

  const { fact, tonight, warning, gap } = overviewHeadline(data.figures)
  if (data.figures.clusters === 0 && projects === undefined) {
    const isUnread = mayBeUnread(data.garden, 'clusters')
    if (data.garden.covers !== null && !isUnread) return <NoneOfYours garden={data.garden} />
    return (
      <>
        <h1>{noClusterText(data.garden)}</h1>
        <p className="lead muted">
          {isUnread ? 'Whether there are any is not known. ' : 'Nothing is forced and nothing fails. '}
          Clusters appear here as soon as there are some.
        </p>
      </>
    )
  }
  return (
    <>
      <ProjectsChip projects={projects} />
      <PageHead
        title={
          <span className={styles.title}>
            {fact}
            <ForcedTonight text={tonight} />. {warning ? <span className="bad">{warning}</span> : null} {gap}
          </span>
        }
      >
        <ProjectsSwitch projects={projects} />
        <TakeAway of={data} files={shootsFiles({})} />
      </PageHead>
      {moment.seen !== undefined && <OverviewToday answer={data} projects={projects} />}
      <GardenFigures figures={data.figures} />
      <QueryError query={query} rest={READ_BEFORE_IS_SHOWN} />
      <DayStrip
        key={data.days[0]?.date}
        days={data.days}
        months={data.months}
        zone={data.zone}
        at={data.at}
        movement={movement}
      />
      <div className={`columns ${styles.two}`}>
        {data.stuck.total === 0 ? <NextForced next={data.nextForced} /> : <Stuck stuck={data.stuck} />}
        <MinorsSection minors={data.minors} at={data.at} movement={movement} />
      </div>
      {data.stuck.total === 0 ? null : <NextForced next={data.nextForced} />}
      <DriftSection />
    </>
  )
}

/** A part of the headline: to the clusters that it counts. */
function ForcedTonight({ text }: { readonly text: string }) {
  const pageOf = useShootsPage()
  if (text === '') return null
  return (
    <>
      ,{' '}
      <Link className="link underlined" href={pageOf({ event: ['forced'], within: 'tonight' })}>
        {text}
      </Link>
    </>
  )
}

/** The page for a user who sees no cluster: others may. */
function NoneOfYours({ garden }: Pick<GardenAnswer, 'garden'>) {
  return (
    <>
      <h1>{noClusterText(garden)}</h1>
      <p className="lead muted">
        The owner of a project can make you a member of it: then its clusters appear here within a minute.
      </p>
    </>
  )
}

interface ProjectsProps {
  /** Undefined: all that there are. */
  readonly projects: readonly string[] | undefined
}

/** The switch between a user's own projects and all. */
function ProjectsSwitch({ projects }: ProjectsProps) {
  const pinned = usePinnedProjects()
  const { set } = useUrlState()
  if (pinned.length === 0 || (projects !== undefined && !isPinnedList(projects, pinned))) return null
  return (
    <Segmented<'all' | 'mine'>
      label="Projects"
      value={projects === undefined ? 'all' : 'mine'}
      options={[
        { value: 'all', text: 'All projects' },
        { value: 'mine', text: myProjectsText(pinned), title: pinned.join(', ') },
      ]}
      onChange={(value) => {
        set(value === 'all' ? { project: undefined, ...NOT_MINE } : { project: pinned, mine: undefined }, 'push')
      }}
    />
  )
}

/** What the overview leaves out is seen at once, and can be had back. */
function ProjectsChip({ projects }: ProjectsProps) {
  const pinned = usePinnedProjects()
  const { set } = useUrlState()
  if (projects === undefined || isPinnedList(projects, pinned)) return null
  return (
    <p className="bar">
      <FilterChip
        label="Project is"
        value={projects.join(', ')}
        onRemove={() => set({ project: undefined, ...NOT_MINE }, 'push')}
      />
    </p>
  )
}

interface OverviewTodayProps extends ProjectsProps {
  readonly answer: GardenAnswer
}

/** What the overview says today, beside what it said then. */
function OverviewToday({ answer, projects }: OverviewTodayProps): ReactNode {
  const zone = useZone()
  const moment = useMomentOfToday()
  const query = useQuery(overviewQueries.garden({ ...moment, zone, project: projects && [...projects] }))
  return <Today who="it" past={answer} query={query} differences={overviewDifferences} />
}

type OverviewFacts = Pick<GardenAnswer, 'figures' | 'expiries'>

/** What the overview said then and says otherwise today: its figures, and expiries that were moved. */
export function overviewDifferences(
  then: OverviewFacts,
  today: OverviewFacts,
  zone: Zone,
): readonly AnswerDifference[] {
  const [was, is] = [then.figures, today.figures]
  return largestFirst([
    clustersDiffer('Forced within 90 days', 'forced within 90 days', [was.forced.days90, is.forced.days90], 3),
    clustersDiffer('Stuck', 'that are stuck', [was.stuck.clusters, is.stuck.clusters], 3),
    clustersDiffer('On expired versions', 'on expired versions', [was.expired.clusters, is.expired.clusters], 2),
    clustersDiffer(
      'Auto-update tonight',
      'updated by themselves tonight',
      [was.autoTonight.clusters, is.autoTonight.clusters],
      0,
    ),
    clustersDiffer('Nothing is known of', 'of which nothing is known', [was.unknown.clusters, is.unknown.clusters], 2),
    clustersDiffer('Clusters', 'in all', [was.clusters, is.clusters], 0),
    ...movedExpiries(then, today, zone),
  ])
}

function movedExpiries(then: OverviewFacts, today: OverviewFacts, zone: Zone): (AnswerDifference | null)[] {
  const marks = new Map(
    then.expiries.flatMap(({ profile, marks }) =>
      marks.map((mark) => [`${profileName(profile)} ${mark.what} ${mark.version}`, mark] as const),
    ),
  )
  return today.expiries.flatMap(({ profile, marks: all }) =>
    all.map(({ what, version, at }) => {
      const name = profileName(profile)
      const before = marks.get(`${name} ${what} ${version}`)
      if (before === undefined) return null
      const text = `${name} ${shortName(imageOfName(what), version)} expires`
      return datesDiffer(before.at, at, {
        what: text,
        clause: (day) => `${text} on ${day}`,
        rank: 1,
        zone,
        none: 'no date',
      })
    }),
  )
}

const FORCED_WITHIN = [
  { days: '7', of: 'days7' },
  { days: '30', of: 'days30' },
  { days: '90', of: 'days90' },
] as const

/** The key figures; each leads to the clusters it counts. */
function GardenFigures({ figures }: { readonly figures: GardenAnswer['figures'] }) {
  const { expired, unknown, forced, stuck, autoTonight } = figures
  return (
    <Figures className={styles.figures}>
      <Figure label="Clusters on expired versions">
        <ClustersFigure what="on expired versions" count={expired.clusters} to={EXPIRED} note={expiredNote(figures)} />
        {unknown.clusters > 0 && (
          <ClustersFigure
            what="of a missing profile"
            count={unknown.clusters}
            to={{ stage: ['unknown'] }}
            note="not known: their profile is missing"
            isBad
          />
        )}
      </Figure>
      <Figure label="Clusters forced within" className={styles.wide}>
        {FORCED_WITHIN.map(({ days, of }) => (
          <ClustersFigure
            key={days}
            what={`forced within ${days} days`}
            count={forced[of]}
            to={{ event: ['forced'], within: days }}
            note={`${days} days`}
          />
        ))}
      </Figure>
      <Figure label="Stuck">
        <ClustersFigure
          what="stuck"
          count={stuck.clusters}
          to={{ ...STUCK, group: 'cause' }}
          note={stuckNote(figures)}
          isBad
        />
      </Figure>
      <Figure label="Auto-update tonight">
        <ClustersFigure
          what="with an auto-update tonight"
          count={autoTonight.clusters}
          to={{ event: ['auto'], within: 'tonight' }}
          note={autoNote(figures)}
        />
      </Figure>
    </Figures>
  )
}

interface ClustersFigureProps {
  /** The clusters that it counts, after `61 clusters`. */
  readonly what: string
  readonly count: number
  readonly to: ShootsParams
  readonly isBad?: boolean
  readonly note: string
}

function ClustersFigure({ what, count, to, isBad = false, note }: ClustersFigureProps) {
  const pageOf = useShootsPage()
  return (
    <FigureValue
      look={count === 0 ? 'zero' : isBad ? 'bad' : undefined}
      value={countText(count)}
      note={note}
      to={{ href: pageOf(to), name: `${countOf(count, 'cluster')} ${what}; ${note}` }}
    />
  )
}

const FIGURES = ['Clusters on expired versions', 'Clusters forced within', 'Stuck', 'Auto-update tonight']

/** The frame of the overview before there is an answer: heads and lines at once, flat bars where figures and rows will stand. */
function LoadingOverview() {
  return (
    <div aria-busy="true">
      <PageHead title="What needs attention" />
      <Figures className={styles.figures}>
        {FIGURES.map((name, index) => (
          <Figure key={name} label={name} className={index === 1 ? styles.wide : undefined}>
            <dd className={styles.waiting}>
              <SkeletonBar width="120px" height="20px" />
            </dd>
          </Figure>
        ))}
      </Figures>
      <Section title="Next 90 days">
        <div className={styles.emptyStrip} />
      </Section>
      <div className={`columns ${styles.two}`}>
        <Section title="Forced next">
          <SkeletonBars widths={ROWS} height="12px" />
        </Section>
        <Section title={`Clusters per minor, ${HORIZON}`}>
          <div className={styles.area}>
            <div className={styles.plot} />
          </div>
        </Section>
      </div>
    </div>
  )
}

const ROWS = ['96%', '88%', '92%', '84%', '90%', '86%', '94%', '82%', '91%', '87%'] as const
