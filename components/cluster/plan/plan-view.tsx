'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { Fragment, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useMoment, useNow } from '@/lib/browser/clock'
import { useUrlState } from '@/lib/browser/url-state'
import type { ShootAnswer } from '@/lib/contract/clusters'
import type { PlanAnswer, PlanPart } from '@/lib/contract/plan'
import type { NamespacedName } from '@/lib/engine/types'
import {
  type ClusterPlan,
  decodePlan,
  encodePlan,
  NO_PLAN,
  type PlanReading,
} from '@/lib/questions/cluster/browser/plan-address'
import { clusterQueries } from '@/lib/questions/queries'
import { checklistOf, dayItemOf } from '@/lib/words/checklist'
import { alikeParts, causeWords, effectWords, fieldName, planFigures, planValueText, whyWords } from '@/lib/words/plan'
import { durationText } from '@/lib/words/time-text'
import { ReportedLines } from '../../outlook/texts'
import { useEachPool } from '../../ui/button'
import { RowTable, Scroll } from '../../ui/data-table'
import { EFFECT_ICONS } from '../../ui/effect'
import { lateIf, QueryError } from '../../ui/error-part'
import { Figure, Figures } from '../../ui/figures'
import { Icon } from '../../ui/icon'
import { SkeletonBars } from '../../ui/parts'
import { Section } from '../../ui/section'
import { TodayLink } from '../../ui/today'
import { ShootFrame } from '../shoot-frame'
import { Checklist } from './checklist'
import { type FormProps, placeOf, presentOf, type RefusedEdit, refusalText, refusedIn } from './edited'
import { Form } from './form'
import { Nights } from './nights'
import { Patch } from './patch'
import styles from './plan.module.css'

/** Charts come after the form. */
const PlanForecast = dynamic(() => import('./forecast').then((part) => part.PlanForecast))
const WorstCase = dynamic(() => import('./bars').then((part) => part.WorstCase))

interface PlanViewProps {
  readonly shoot: NamespacedName
  readonly opened: OpenedPlan
}

/** What an owner could change of a cluster, what that does beside what is, and the patch. */
export function PlanView({ shoot, opened }: PlanViewProps): ReactNode {
  const { seen } = useMoment()
  return (
    <ShootFrame shoot={shoot} tab="plan" waiting={<Waiting />}>
      {(cluster) => {
        if (cluster.shoot.flags.deleting) return <Deleted />
        return seen === undefined ? <Body shoot={shoot} opened={opened} cluster={cluster} /> : <OfThePast />
      }}
    </ShootFrame>
  )
}

function Body({ shoot, opened, cluster }: PlanViewProps & { readonly cluster: ShootAnswer }) {
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
      <QueryError query={query} />
      {data === undefined ? (
        query.isError ? null : (
          <Waiting />
        )
      ) : (
        <>
          <Checklist cluster={cluster} answer={data} plan={plan} onChange={change} isBusy={query.isPlaceholderData}>
            <PlanForecast answer={data} now={now} />
          </Checklist>
          <div className={`columns ruled ${styles.columns}`}>
            <Form answer={data} plan={plan} onChange={change} />
            <div className="stack">
              <Effect answer={data} plan={plan} isBusy={query.isPlaceholderData} />
              {data.parts.some(({ rollout }) => rollout !== null) && <WorstCase answer={data} now={now} />}
              {/* Beside an update by hand that is planned stand its nights already. */}
              {dayItemOf(checklistOf(cluster.advice, plan.edits)) === null && (
                <Nights shoot={shoot} moment={moment} plan={plan} onChange={change} />
              )}
            </div>
          </div>
          {plan.edits.length > 0 && (
            <Patch answer={data} plan={plan} now={now} mayEdit={cluster.mayEdit} isBusy={query.isPlaceholderData} />
          )}
        </>
      )}
    </>
  )
}

function Deleted() {
  return (
    <p>
      This cluster is being deleted. The API server takes no change of its specification any more, and Gardener does not
      maintain it.
    </p>
  )
}

function OfThePast() {
  return (
    <p>
      A plan is made of the cluster as it is today, not as it was known then. <TodayLink>Plan it today</TodayLink>
    </p>
  )
}

function Waiting() {
  return (
    <div className={`columns ruled ${styles.columns}`} aria-busy="true">
      {['form', 'outcome'].map((part) => (
        <SkeletonBars key={part} widths={['60%', '92%', '84%', '96%', '70%']} height="18px" />
      ))}
    </div>
  )
}

interface EffectProps extends Omit<FormProps, 'onChange'> {
  readonly isBusy: boolean
}

/** What the plan does: figures, then a line for each part. */
function Effect({ answer, plan, isBusy }: EffectProps): ReactNode {
  const { nodes, worst } = planFigures(answer)
  const refused = refusedIn(answer, plan)
  return (
    <Section title="Effect" note="computed with the checks that Gardener makes, not sent" {...lateIf(isBusy)}>
      <Figures>
        <Figure
          label="Nodes replaced"
          look={nodes.value === '0' ? 'zero' : undefined}
          value={nodes.value}
          note={nodes.note}
        />
        <Figure
          label="Worst case"
          look={worst.value === 'none' ? 'zero' : undefined}
          value={worst.value}
          note={worst.note}
        />
      </Figures>
      {answer.parts.length === 0 && refused.length === 0 ? (
        <p className="muted">
          {plan.edits.length === 0 ? 'Choose what to change.' : 'Nothing of this changes the cluster.'}
        </p>
      ) : (
        <EffectTable answer={answer} refused={refused} />
      )}
      <ReportedLines texts={answer.reported} />
      {answer.unsupported.map((text) => (
        <p key={text} className="muted">
          {text}
        </p>
      ))}
    </Section>
  )
}

/** The plan of an address as the server has read it. */
interface OpenedPlan {
  /** The plan as `?plan=` has it; null: there is none. */
  readonly text: string | null
  readonly reading: PlanReading
}

interface PlanState {
  readonly plan: ClusterPlan
  /** Why the plan of the address cannot be read, as a sentence; null: it can. */
  readonly problem: string | null
  readonly change: (plan: ClusterPlan) => void
}

/** The plan lives in the address: what is done here is written there, and going back in the browser is followed. */
function usePlan(opened: OpenedPlan): PlanState {
  const { params, set } = useUrlState()
  const text = params.get('plan')
  const [reading, setReading] = useState(opened.reading)
  const shown = useRef(opened.text)
  /** The plan that is shown, also before it is rendered. */
  const latest = useRef(planOf(opened.reading))
  const follow = useCallback(() => {
    const text = addressedPlan()
    if (text === shown.current) return
    shown.current = text
    void decodePlan(text).then((read) => {
      if (shown.current !== text) return
      latest.current = planOf(read)
      setReading(read)
    })
  }, [])
  useEffect(() => {
    // What is rendered lags behind an address that was just written.
    if (text === addressedPlan()) follow()
  }, [text, follow])
  useEffect(() => {
    // Who goes back before the address that was just written is rendered brings back the text that was rendered before.
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [follow])
  const change = useCallback(
    (plan: ClusterPlan) => {
      const before = latest.current
      setReading({ kind: 'ok', plan })
      latest.current = plan
      void encodePlan(plan).then((packed) => {
        if (latest.current !== plan) return
        shown.current = packed ?? null
        // Another day is a step within the same plan.
        set({ plan: packed }, plan.edits === before.edits ? 'replace' : 'push')
      })
    },
    [set],
  )
  return { plan: planOf(reading), problem: reading.kind === 'ok' ? null : reading.reason, change }
}

function planOf(reading: PlanReading): ClusterPlan {
  return reading.kind === 'ok' ? reading.plan : NO_PLAN
}

function addressedPlan(): string | null {
  return new URLSearchParams(window.location.search).get('plan')
}

interface EffectTableProps {
  readonly answer: PlanAnswer
  readonly refused: readonly RefusedEdit[]
}

/** What the plan does to each part, and what of it is not allowed. */
function EffectTable({ answer, refused }: EffectTableProps): ReactNode {
  const { rows, button } = useEachPool((isEach) => alikeParts(answer.parts, isEach))
  return (
    <Scroll label="Effect on each part">
      <RowTable className="prose rows" heads={['Part', 'From → to', 'Effect', { number: 'Worst case' }, 'Why']}>
        {rows.map(({ part, title }) => (
          <PartRow key={part.pool ?? ''} part={part} title={title} controlPlane={answer.controlPlane} />
        ))}
        {refused.map((one) => {
          const { edit } = one
          const { pool, field } = placeOf(edit)
          return (
            <tr key={`${pool} ${field}`}>
              <th scope="row">
                {pool ?? 'Control plane'}, {fieldName(field)}
              </th>
              <td>
                {planValueText(presentOf(answer, { pool, field }))}
                <span className="arrow">→</span>
                <span className="bad">{planValueText(edit.value)}</span>
              </td>
              <td className="bad">
                <Icon name="stop" /> Not allowed
              </td>
              <td className="num faint">left out</td>
              <td>{refusalText(one)}</td>
            </tr>
          )
        })}
      </RowTable>
      {button}
    </Scroll>
  )
}

function PartRow({
  part,
  title,
  controlPlane,
}: {
  readonly part: PlanPart
  readonly title: string
  readonly controlPlane: PlanAnswer['controlPlane']
}) {
  const { pool, moves, effect, rollout } = part
  const isControlPlane = pool === null
  const icon = isControlPlane ? (controlPlane === 'restart' ? 'controlPlane' : null) : EFFECT_ICONS[effect]
  const why = whyWords(part)
  const cause = causeWords(part)
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>
        {moves.map(({ field, from, to }, i) => (
          <Fragment key={field}>
            {i > 0 && ', '}
            <span>
              {field.endsWith('kubernetes.version') || field === 'machine.image' ? '' : `${fieldName(field)} `}
              {from === null && field === 'kubernetes.version' ? 'follows' : planValueText(from)}
              <span className="arrow">→</span>
              <b>{to === null && field === 'kubernetes.version' ? 'follows' : planValueText(to)}</b>
            </span>
          </Fragment>
        ))}
      </td>
      <td>
        <span className={styles.effect}>
          {icon === null ? null : <Icon name={icon} />}
          {effectWords(part, controlPlane)}
        </span>
      </td>
      <td className="num nowrap" data-label={rollout?.milliseconds == null ? undefined : 'at most'}>
        {rollout === null
          ? isControlPlane && controlPlane === 'restart'
            ? 'minutes'
            : ''
          : rollout.milliseconds === null
            ? 'open'
            : durationText(rollout.milliseconds)}
      </td>
      <td>
        {why === null ? null : <span className="muted below">{why}</span>}
        {cause === '' ? null : <span className="faint below">{cause}</span>}
      </td>
    </tr>
  )
}
