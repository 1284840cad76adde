'use client'

import { useQuery } from '@tanstack/react-query'
import { useParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { ClusterTimes, useMoment } from '@/lib/browser/clock'
import { projectPage, SHOOTS, shootPage } from '@/lib/browser/paths'
import type { ShootAnswer } from '@/lib/contract/shoot'
import { clusterQueries, type ShootName } from '@/lib/questions/cluster/queries'
import { shootDifferences } from '../outlook/shoot-differences'
import type { ServerFile } from '../take-away/server-file'
import { TakeAway } from '../take-away/take-away'
import { CopyLink } from '../ui/copy-link'
import { ErrorPart } from '../ui/error-part'
import { NotFound } from '../ui/not-found'
import { ObjectProblems } from '../ui/object-problems'
import { PageHead } from '../ui/page-head'
import { type Tab, Tabs } from '../ui/tabs'
import { Today, useMomentOfToday } from '../ui/today'
import { Acts } from './act/act'
import { Facts } from './facts'

interface ShootFrameProps {
  readonly shoot: ShootName
  readonly tab: ShootTab
  /** Stands in the place of the tab while the cluster is awaited. */
  readonly waiting?: ReactNode
  readonly children: (answer: ShootAnswer) => ReactNode
}

/** What all tabs of a cluster have: where it is, what it is, the tabs. */
export function ShootFrame({ shoot, tab, waiting, children }: ShootFrameProps) {
  const moment = useMoment()
  const query = useQuery(clusterQueries.shoot(shoot.namespace, shoot.name, moment))
  const { data } = query
  const project = data?.shoot.project ?? shoot.namespace.replace(/^garden-/, '')
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
        <TakeAway at={data?.at} files={shootFiles(shoot, project)} />
        {/* A plan is sent from beside its patch. */}
        {tab === 'plan' ? null : <CopyLink of={data} />}
        {data?.dashboard == null ? null : (
          <a className="link" href={data.dashboard} rel="noreferrer">
            Gardener dashboard
          </a>
        )}
      </PageHead>
      <ShootTabs shoot={shoot} tab={tab} answer={data} />
      {query.isError && data === undefined ? (
        <ErrorPart error={query.error} at={query.errorUpdatedAt} onRetry={() => void query.refetch()} />
      ) : null}
      {data && <ObjectProblems problems={data.problems} />}
      {moment.seen !== undefined && data && <ShootToday answer={data} />}
      {data === undefined ? query.isError ? null : waiting : <Acts>{children(data)}</Acts>}
    </ClusterTimes>
  )
}

/** What the server makes of a cluster: its calendar, and that of its project. */
function shootFiles(
  { namespace, name }: { readonly namespace: string; readonly name: string },
  project: string,
): readonly ServerFile[] {
  const path = `${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`
  const own = `/api/feeds/shoots/${path}.ics`
  const all = `/api/feeds/projects/${encodeURIComponent(project)}.ics`
  return [
    {
      name: 'Forced updates of this cluster',
      forms: [{ form: 'iCalendar', href: own }],
      feed: own,
      scope: { kind: 'Shoot', namespace, name },
    },
    { name: `Forced updates of ${project}`, forms: [{ form: 'iCalendar', href: all }], feed: all },
  ]
}

/** What the page of a cluster says today, beside what it said then. */
function ShootToday({ answer }: { readonly answer: ShootAnswer }): ReactNode {
  const { namespace, name } = answer.shoot
  const query = useQuery(clusterQueries.shoot(namespace, name, useMomentOfToday()))
  return <Today who="it" past={answer} query={query} differences={shootDifferences} />
}

type ShootTab = 'forecast' | 'past' | 'plan' | 'maintenance'

interface ShootTabsProps {
  readonly shoot: { readonly namespace: string; readonly name: string }
  readonly tab: ShootTab
  /** Undefined while it is awaited. */
  readonly answer: ShootAnswer | undefined
}

/** The pages of a cluster. */
function ShootTabs({ shoot, tab, answer }: ShootTabsProps) {
  const pending = answer?.pending.length ?? 0
  const tabs: Tab[] = [
    { href: shootPage(shoot), text: 'Forecast', current: tab === 'forecast' },
    { href: shootPage(shoot, 'plan'), text: 'Plan', current: tab === 'plan' },
    {
      href: shootPage(shoot, 'maintenance'),
      text: 'Maintenance',
      current: tab === 'maintenance',
      ...(pending > 0 && { count: `${pending} pending` }),
    },
    { href: shootPage(shoot, 'past'), text: 'Past', current: tab === 'past' },
  ]
  return <Tabs label="Pages of the cluster" tabs={tabs} />
}

/** The page of a cluster that is not there: what was asked, and what is near, as the server's refusal tells. */
export function UnknownShoot() {
  const { namespace = '', name = '' } = useParams<{ namespace: string; name: string }>()
  const wanted = { namespace: decodeURIComponent(namespace), name: decodeURIComponent(name) }
  const moment = useMoment()
  const { error } = useQuery(clusterQueries.shoot(wanted.namespace, wanted.name, moment))
  const near = (error?.near ?? []).flatMap((one) => {
    const [ns, cluster] = one.split('/', 2)
    return ns && cluster ? [{ href: shootPage({ namespace: ns, name: cluster }), text: `${ns} / ${cluster}` }] : []
  })
  return (
    <NotFound
      title={`There is no cluster ${wanted.namespace} / ${wanted.name}`}
      text={`It may have been deleted or renamed, or you may not see its project.${near.length > 0 ? ' Near it are:' : ''}`}
      near={near}
      back={{ href: SHOOTS, text: 'All clusters' }}
    />
  )
}
