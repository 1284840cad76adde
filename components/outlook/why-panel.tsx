'use client'

import { useQuery } from '@tanstack/react-query'
import { useMoment } from '@/lib/browser/clock'
import type { ShootAnswer } from '@/lib/contract/shoot'
import type { ForecastStepBody } from '@/lib/contract/steps'
import { clusterQueries } from '@/lib/questions/cluster/queries'
import { ErrorPart } from '../ui/error-part'
import { SkeletonBar } from '../ui/parts'
import { StepImpact } from './step-impact'
import styles from './why.module.css'
import { WhyDecisions } from './why-decisions'

interface WhyPanelProps {
  readonly answer: ShootAnswer
  readonly step: ForecastStepBody
  /** The instant that stands for the maintenance. */
  readonly asked: string
}

/** Of one maintenance: for each part why it gets this version, rule by rule, then what that does to nodes and spec. */
export function WhyPanel({ answer, step, asked }: WhyPanelProps) {
  const { namespace, name } = answer.shoot
  const query = useQuery(clusterQueries.why(namespace, name, { ...useMoment(), window: asked }))
  return (
    <div className={styles.panel}>
      {query.data === undefined ? (
        query.isError ? (
          <ErrorPart error={query.error} at={query.errorUpdatedAt} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonBar width="60%" />
        )
      ) : (
        <WhyDecisions answer={query.data} />
      )}
      <StepImpact answer={answer} step={step} isDone={query.data?.past === true} />
    </div>
  )
}
