'use client'

import { useQuery } from '@tanstack/react-query'
import { useMoment } from '@/lib/browser/clock'
import type { ShootAnswer } from '@/lib/contract/clusters'
import type { ForecastStepBody } from '@/lib/contract/steps'
import { clusterQueries } from '@/lib/questions/queries'
import { fieldCauseText, worstCase } from '@/lib/words/steps'
import { RowTable } from '../ui/data-table'
import { EffectText } from '../ui/effect'
import { Answered } from '../ui/error-part'
import { Icon } from '../ui/icon'
import { SkeletonBar } from '../ui/parts'
import styles from './outlook.module.css'
import { WhyDecisions } from './why-decisions'

interface WhyPanelProps {
  readonly answer: ShootAnswer
  readonly step: ForecastStepBody
  /** The instant that stands for the maintenance. */
  readonly asked: string
}

/** For one maintenance: why each part gets its version, rule by rule, then what that does to nodes and spec. */
export function WhyPanel({ answer, step, asked }: WhyPanelProps) {
  const { namespace, name } = answer.shoot
  const query = useQuery(clusterQueries.why({ namespace, name }, { ...useMoment(), window: asked }))
  return (
    <div className={`stack ${styles.panel}`}>
      <Answered query={query} waiting={<SkeletonBar width="60%" />}>
        {(why) => <WhyDecisions answer={why} />}
      </Answered>
      <StepImpact answer={answer} step={step} isDone={query.data?.past === true} />
    </div>
  )
}

interface StepImpactProps {
  readonly answer: ShootAnswer
  readonly step: ForecastStepBody
  /** Whether it is over, and it is not known what its fields held. */
  readonly isDone: boolean
}

/** What a maintenance does: per pool the effect on nodes, the field that causes it and how long it may take; what the spec loses. */
function StepImpact({ answer, step, isDone }: StepImpactProps) {
  const { effects, dropped, controlPlane, unsupported } = step
  const isTouched = controlPlane === 'restart' || effects.some(({ effect }) => effect !== 'none')
  return (
    <>
      {isTouched ? <Effects answer={answer} step={step} /> : null}
      {dropped.length === 0 ? null : <Dropped step={step} isDone={isDone} />}
      {unsupported.map((text) => (
        <p key={text} className="muted small">
          {text}
        </p>
      ))}
    </>
  )
}

function Effects({ answer, step }: Omit<StepImpactProps, 'isDone'>) {
  return (
    <section aria-label="What it does to nodes">
      <h3>What it does to nodes</h3>
      <RowTable
        scroll="Effects"
        className={`dense ${styles.impact}`}
        heads={['Part', 'Effect', 'Because of', 'Worst case']}
      >
        {step.controlPlane === 'restart' ? (
          <tr>
            <th scope="row">Control plane</th>
            <td>
              <Icon name="controlPlane" /> API server and controllers restart
            </td>
            <td>
              <code>{fieldCauseText(step.controlPlaneBecause)}</code>
            </td>
            <td className="faint">not known</td>
          </tr>
        ) : null}
        {step.effects.map(({ pool, effect, nodes, because }) => {
          const replaced = effect === 'rolling' || effect === 'inPlace'
          const rollout = replaced ? answer.rollouts.find((one) => one.pool === pool) : undefined
          return (
            <tr key={pool}>
              <th scope="row">Pool {pool}</th>
              <td>
                <EffectText effect={effect} nodes={nodes} />
              </td>
              <td>
                <code>{fieldCauseText(because)}</code>
              </td>
              <td title={rollout?.formula}>
                {rollout === undefined ? null : (
                  <>
                    {worstCase(rollout)} <code className="faint">{rollout.figure}</code>
                  </>
                )}
              </td>
            </tr>
          )
        })}
      </RowTable>
    </section>
  )
}

/** Fields that end with the minor; Gardener removes or migrates them in the same maintenance. */
function Dropped({ step, isDone }: { readonly step: ForecastStepBody; readonly isDone: boolean }) {
  return (
    <section aria-label="What the spec loses">
      <h3>What the spec loses</h3>
      <RowTable
        scroll="Fields"
        className={`dense ${styles.impact}`}
        heads={['Field', 'From', 'To', isDone ? 'Gardener says' : 'Gardener will write']}
      >
        {step.dropped.map(({ path, from, to, reason }) => (
          <tr key={path}>
            <th scope="row">
              <code>{path}</code>
            </th>
            <td>
              {from === null ? <span className="faint">{isDone ? 'not known' : 'not set'}</span> : <code>{from}</code>}
            </td>
            <td>{to === null ? <b>gone</b> : <code>{to}</code>}</td>
            <td className={styles.words}>
              {reason ?? <span className="faint">nothing: the API server no longer keeps it</span>}
            </td>
          </tr>
        ))}
      </RowTable>
    </section>
  )
}
