'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMoment, useNow } from '@/lib/browser/clock'
import { clusterQueries, type ShootName } from '@/lib/questions/cluster/queries'
import { ErrorPart } from '../../ui/error-part'
import { SkeletonBar } from '../../ui/parts'
import { TodayLink } from '../../ui/today-link'
import { ShootFrame } from '../shoot-frame'
import { WorstCase } from './bars'
import { Dock } from './dock'
import { Effect } from './effect'
import { PlanForecast } from './forecast'
import { Form } from './form'
import { Nights } from './nights'
import styles from './plan.module.css'
import { type OpenedPlan, usePlan } from './use-plan'

interface PlanViewProps {
  readonly shoot: ShootName
  readonly opened: OpenedPlan
}

/** What an owner could change of a cluster, what that does beside what is, and the patch. */
export function PlanView({ shoot, opened }: PlanViewProps): ReactNode {
  const { seen } = useMoment()
  return (
    <ShootFrame shoot={shoot} tab="plan" waiting={<Waiting />}>
      {({ shoot: { flags }, mayEdit }) => {
        if (flags.deleting) return <Deleted />
        return seen === undefined ? <Body shoot={shoot} opened={opened} mayEdit={mayEdit} /> : <OfThePast />
      }}
    </ShootFrame>
  )
}

function Body({ shoot, opened, mayEdit }: PlanViewProps & { readonly mayEdit: boolean }) {
  const moment = useMoment()
  const now = useNow()
  const { plan, problem, change } = usePlan(opened)
  const query = useQuery({
    ...clusterQueries.plan(shoot, { ...moment, plan }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  return (
    <>
      {problem === null ? null : (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
      {query.isError ? (
        <ErrorPart error={query.error} at={query.errorUpdatedAt} onRetry={() => void query.refetch()} />
      ) : null}
      {data === undefined ? (
        query.isError ? null : (
          <Waiting />
        )
      ) : (
        <>
          <div className={styles.columns}>
            <Form answer={data} plan={plan} onChange={change} />
            <div className={styles.outcome}>
              <Effect answer={data} plan={plan} isBusy={query.isPlaceholderData} />
              <PlanForecast answer={data} now={now} />
              {data.parts.some(({ rollout }) => rollout !== null) && <WorstCase answer={data} now={now} />}
              <Nights shoot={shoot} moment={moment} plan={plan} onChange={change} />
            </div>
          </div>
          <Dock answer={data} plan={plan} now={now} mayEdit={mayEdit} isBusy={query.isPlaceholderData} />
        </>
      )}
    </>
  )
}

function Deleted() {
  return (
    <p className={styles.nothing}>
      This cluster is being deleted. The API server takes no change of its specification any more, and Gardener does not
      maintain it.
    </p>
  )
}

function OfThePast() {
  return (
    <p className={styles.nothing}>
      A plan is made of the cluster as it is today, not as it was known then. <TodayLink>Plan it today</TodayLink>
    </p>
  )
}

function Waiting() {
  return (
    <div className={styles.columns} aria-busy="true">
      {['form', 'outcome'].map((part) => (
        <div key={part} className={styles.waiting}>
          {['60%', '92%', '84%', '96%', '70%'].map((width) => (
            <SkeletonBar key={width} width={width} height="18px" />
          ))}
        </div>
      ))}
    </div>
  )
}
