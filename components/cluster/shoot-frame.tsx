'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMoment } from '@/lib/browser/clock'
import { ClusterTimes } from '@/lib/browser/cluster-times'
import { projectPage, SHOOTS } from '@/lib/browser/paths'
import type { ShootAnswer } from '@/lib/questions/cluster/contract/shoot'
import { clusterQueries, type ShootName } from '@/lib/questions/cluster/queries'
import { TakeAway } from '../take-away/take-away'
import { CopyLink } from '../ui/copy-link'
import { ErrorPart } from '../ui/error-part'
import { Link } from '../ui/link'
import { ObjectProblems } from '../ui/object-problems'
import { Acts } from './act/act'
import { Facts } from './facts'
import { shootFiles } from './shoot-files'
import styles from './shoot-frame.module.css'
import { ShootToday } from './shoot-today'
import { type ShootTab, ShootTabs } from './tabs'

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
      <nav className={`crumb ${styles.crumb}`} aria-label="Where this is">
        <Link href={SHOOTS}>Clusters</Link> / <Link href={projectPage(project)}>{project}</Link> /{' '}
        <span aria-current="page">{shoot.name}</span>
      </nav>
      <div className={styles.title}>
        <h1>
          {project} / {shoot.name}
        </h1>
        {data === undefined ? null : <Facts answer={data} />}
      </div>
      <div className={styles.tabs}>
        <ShootTabs shoot={shoot} tab={tab} answer={data} />
        <div className={`bar ${styles.actions}`}>
          <TakeAway at={data?.at} files={shootFiles(shoot, project)} />
          {/* A plan is sent from beside its patch. */}
          {tab === 'plan' ? null : <CopyLink of={data} />}
          {data?.dashboard == null ? null : (
            <a className="link" href={data.dashboard} rel="noreferrer">
              Gardener dashboard
            </a>
          )}
        </div>
      </div>
      {query.isError && data === undefined ? (
        <ErrorPart error={query.error} at={query.errorUpdatedAt} onRetry={() => void query.refetch()} />
      ) : null}
      {data && <ObjectProblems problems={data.problems} />}
      {moment.seen !== undefined && data && <ShootToday answer={data} />}
      {data === undefined ? query.isError ? null : waiting : <Acts>{children(data)}</Acts>}
    </ClusterTimes>
  )
}
