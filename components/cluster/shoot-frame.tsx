'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ClusterTimes, useMoment, useZone } from '@/lib/browser/clock'
import { profilePage, projectPage, SHOOTS, shootPage } from '@/lib/browser/paths'
import type { ShootAnswer, ShootRow } from '@/lib/contract/clusters'
import { offsetMinutes } from '@/lib/contract/zone'
import type { NamespacedName } from '@/lib/engine/types'
import { clusterQueries } from '@/lib/questions/queries'
import { toDoText } from '@/lib/words/checklist'
import { profileName, usualProject } from '@/lib/words/phrases'
import { countOf, dayText, ms } from '@/lib/words/time-text'
import { clockRange } from '@/lib/words/when'
import { nodeFigure } from '@/lib/words/wording'
import { feedFile, projectFeed, type ServerFile } from '../take-away/server-file'
import { TakeAway } from '../take-away/take-away'
import { Answered } from '../ui/error-part'
import { StageChip } from '../ui/glyph'
import { lazyPart } from '../ui/lazy-part'
import { Link } from '../ui/link'
import { PageHead, type Tab, Tabs } from '../ui/page-head'
import { ObjectProblems, Tag } from '../ui/parts'
import { Fact } from '../ui/section'
import { Acts } from './act/act'

interface ShootFrameProps {
  readonly shoot: NamespacedName
  readonly tab: ShootTab
  /** Stands in the place of the tab while the cluster is awaited. */
  readonly waiting: ReactNode
  /** What else can be done with the page of the tab. */
  readonly action?: (answer: ShootAnswer) => ReactNode
  readonly children: (answer: ShootAnswer) => ReactNode
}

/** What all tabs of a cluster have: where it is, what it is, the tabs. */
export function ShootFrame({ shoot, tab, waiting, action, children }: ShootFrameProps) {
  const moment = useMoment()
  const query = useQuery(clusterQueries.shoot(shoot, moment))
  const { data } = query
  const project = data?.shoot.project ?? usualProject(shoot.namespace)
  return (
    <ClusterTimes zone={data?.shoot.nextWindow.offset}>
      <PageHead
        crumbs={[
          { text: 'Clusters', href: SHOOTS },
          { text: project, href: projectPage(project) },
        ]}
        here={shoot.name}
        title={`${project} / ${shoot.name}`}
        facts={data === undefined ? null : <Facts answer={data} />}
      >
        {/* A plan can only be made of the cluster as it is. */}
        <TakeAway of={tab === 'plan' ? data && { at: data.at } : data} files={shootFiles(shoot, project)} />
        {data && action?.(data)}
        {data?.dashboard == null ? null : (
          <a className="link" href={data.dashboard} rel="noreferrer">
            Gardener dashboard
          </a>
        )}
      </PageHead>
      <ShootTabs shoot={shoot} tab={tab} answer={data} />
      {data && <ObjectProblems problems={data.problems} />}
      {moment.seen !== undefined && data && <ShootToday answer={data} />}
      <Answered query={query} waiting={waiting}>
        {(answer) => <Acts>{children(answer)}</Acts>}
      </Answered>
    </ClusterTimes>
  )
}

/** What the server makes of a cluster: its calendar, and that of its project. */
function shootFiles({ namespace, name }: NamespacedName, project: string): readonly ServerFile[] {
  const feed = `/api/feeds/shoots/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}.ics`
  const own = feedFile('Forced updates of this cluster', feed)
  return [{ ...own, scope: { kind: 'Shoot', namespace, name } }, projectFeed(project)]
}

/** Its script is loaded when a page is seen at another clock. */
const ShootToday = lazyPart(async () => (await import('../outlook/shoot-differences')).ShootToday)

type ShootTab = 'forecast' | 'past' | 'plan' | 'maintenance'

interface ShootTabsProps {
  readonly shoot: NamespacedName
  readonly tab: ShootTab
  /** Undefined while it is awaited. */
  readonly answer: ShootAnswer | undefined
}

function ShootTabs({ shoot, tab, answer }: ShootTabsProps) {
  const pending = answer?.pending.length ?? 0
  const toDo = answer === undefined ? null : toDoText(answer.advice)
  const tabs: Tab[] = [
    { href: shootPage(shoot), text: 'Forecast', current: tab === 'forecast' },
    { href: shootPage(shoot, 'plan'), text: 'Plan', count: toDo ?? undefined, current: tab === 'plan' },
    {
      href: shootPage(shoot, 'maintenance'),
      text: 'Maintenance',
      count: pending > 0 ? `${pending} pending` : undefined,
      current: tab === 'maintenance',
    },
    { href: shootPage(shoot, 'past'), text: 'Past', current: tab === 'past' },
  ]
  return <Tabs label="Pages of the cluster" tabs={tabs} />
}

/** What the cluster is, in one line. */
function Facts({ answer }: { readonly answer: ShootAnswer }) {
  const { shoot, rollOut } = answer
  const { flags, kubernetes, pools, nodes, autoUpdate } = shoot
  return (
    <dl className="facts">
      <Fact term="Profile" className="desk">
        <Link className="link" href={profilePage(shoot.profile)}>
          {profileName(shoot.profile)}
        </Link>
        {shoot.region === null ? '' : `, ${shoot.region}`}
      </Fact>
      {shoot.purpose === null ? null : (
        <Fact term="Purpose" className="desk">
          {shoot.purpose}
        </Fact>
      )}
      <Fact term="Kubernetes">
        {kubernetes.version} <StageChip stage={kubernetes.stage} />
        {kubernetes.stage === 'unclassified' ? <Unclassified expires={kubernetes.expires} shoot={shoot} /> : null}
      </Fact>
      <Fact term="Nodes" className="desk">
        {pools.length === 0 ? 'none, workerless' : `${nodeFigure(nodes)} in ${countOf(pools.length, 'pool')}`}
      </Fact>
      <Fact term="Window">
        <WindowFact shoot={shoot} />
        {rollOut === null ? null : <span className="faint">, changes roll out in it only</span>}
      </Fact>
      <Fact term="Auto-update">
        Kubernetes {autoUpdate.kubernetes ? 'on' : 'off'}
        {flags.workerless ? '' : `, images ${autoUpdate.machineImage ? 'on' : 'off'}`}
      </Fact>
      {flags.deleting || flags.hibernated || flags.failed ? (
        <Fact term="State" look="bar">
          {flags.deleting ? <Tag>being deleted</Tag> : null}
          {flags.hibernated ? <Tag>hibernated</Tag> : null}
          {flags.failed ? <Tag>last operation failed</Tag> : null}
        </Fact>
      ) : null}
    </dl>
  )
}

/** What Gardener makes of a version that the profile does not classify. */
function Unclassified({ expires, shoot }: { readonly expires: string | null; readonly shoot: ShootRow }) {
  const until = expires === null ? '' : ` until ${dayText(expires, shoot.nextWindow.offset)}, when it expires`
  return <span className="faint">, counts as supported{until}</span>
}

const TROUBLES: Readonly<Record<NonNullable<ShootRow['windowTrouble']>, string>> = {
  unreadable: 'cannot be read, any time of the day',
  'too-short': 'too short',
  'too-long': 'too long',
}

function WindowFact({ shoot }: { readonly shoot: ShootRow }) {
  const zone = useZone()
  const { nextWindow, windowText, windowTrouble } = shoot
  const trouble = windowTrouble === null ? null : <span className="bad">{TROUBLES[windowTrouble]}</span>
  if (windowText === null) return trouble ?? 'none, any time of the day'
  const at = ms(nextWindow.begin)
  const isSame = offsetMinutes(zone, at) === offsetMinutes(nextWindow.offset, at)
  return (
    <>
      daily {windowText} {nextWindow.offset.replace('-', '−')}
      {isSame ? null : <span className="faint">, {clockRange(nextWindow, zone)} for you</span>}
      {trouble === null ? null : <>, {trouble}</>}
    </>
  )
}
