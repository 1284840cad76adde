'use client'

import { Fragment, type ReactNode } from 'react'
import { DataTable } from '@/components/ui/data-table'
import { Figure, Figures, FigureValue } from '@/components/ui/figures'
import { Icon, type IconName } from '@/components/ui/icon'
import { Scroll } from '@/components/ui/scroll'
import type { Plan } from '@/lib/client/plan'
import { fieldName, valueText } from '@/lib/client/planned-text'
import type { PlanAnswer, PlanPart } from '@/lib/contract'
import { presentOf, refusalText, refusedIn } from './edited'
import styles from './plan.module.css'
import { causeWords, durationText, effectWords, planFigures, whyWords } from './words'

interface EffectProps {
  readonly answer: PlanAnswer
  readonly plan: Plan
  readonly isBusy: boolean
}

/** What the plan does: figures, then a line for each part. */
export function Effect({ answer, plan, isBusy }: EffectProps): ReactNode {
  const { nodes, worst, forced } = planFigures(answer)
  const refused = refusedIn(answer, plan)
  return (
    <section aria-label="Effect" aria-busy={isBusy || undefined}>
      <div className="section-head">
        <h2>Effect</h2>
        <span className="faint">computed with the checks that Gardener makes, not sent</span>
      </div>
      <Figures className={styles.figures}>
        <Figure label="Nodes replaced">
          <FigureValue {...(nodes.value === '0' && { look: 'zero' as const })} value={nodes.value} note={nodes.note} />
        </Figure>
        <Figure label="Worst case">
          <FigureValue
            {...(worst.value === 'none' && { look: 'zero' as const })}
            value={worst.value}
            note={worst.note}
          />
        </Figure>
        <Figure label="Next forced update">
          <FigureValue value={forced.value} note={forced.note} />
        </Figure>
      </Figures>
      {answer.parts.length === 0 && refused.length === 0 ? (
        <p className={`muted ${styles.nothing}`}>
          {plan.edits.length === 0 ? 'Choose on the left what shall change.' : 'Nothing of this changes the cluster.'}
        </p>
      ) : (
        <Scroll label="Effect on each part" className={styles.table}>
          <DataTable heads={['Part', 'From → to', 'Effect', { number: 'Worst case' }, 'Why']}>
            <tbody>
              {answer.parts.map((part) => (
                <PartRow key={part.pool ?? ''} part={part} controlPlane={answer.controlPlane} />
              ))}
              {refused.map((one) => {
                const { edit } = one
                const pool = 'pool' in edit ? edit.pool : null
                return (
                  <tr key={`${pool} ${edit.field}`}>
                    <th scope="row">
                      {pool ?? 'Control plane'}, {fieldName(edit.field)}
                    </th>
                    <td>
                      {valueText(presentOf(answer, { pool, field: edit.field }))}
                      <span className="arrow">→</span>
                      <span className="bad">{valueText(edit.value)}</span>
                    </td>
                    <td className="bad">
                      <Icon name="stop" /> Not allowed
                    </td>
                    <td className="num faint">left out</td>
                    <td>{refusalText(one)}</td>
                  </tr>
                )
              })}
            </tbody>
          </DataTable>
        </Scroll>
      )}
    </section>
  )
}

const ICONS: Readonly<Record<PlanPart['effect'], IconName | null>> = {
  rolling: 'roll',
  inPlace: 'inPlace',
  kubeletRestart: 'kubelet',
  none: null,
}

function PartRow({
  part,
  controlPlane,
}: {
  readonly part: PlanPart
  readonly controlPlane: PlanAnswer['controlPlane']
}) {
  const { pool, moves, effect, rollout } = part
  const isControlPlane = pool === null
  const icon = isControlPlane ? (controlPlane === 'restart' ? ('controlPlane' as const) : null) : ICONS[effect]
  const why = whyWords(part)
  const cause = causeWords(part)
  return (
    <tr>
      <th scope="row">{pool ?? 'Control plane'}</th>
      <td>
        {moves.map(({ field, from, to }, i) => (
          <Fragment key={field}>
            {i > 0 && ', '}
            <span className={styles.move}>
              {field.endsWith('kubernetes.version') || field === 'machine.image' ? '' : `${fieldName(field)} `}
              {from === null && field === 'kubernetes.version' ? 'follows' : valueText(from)}
              <span className="arrow">→</span>
              <b>{to === null && field === 'kubernetes.version' ? 'follows' : valueText(to)}</b>
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
      <td className="num nowrap" data-duration={rollout?.milliseconds == null ? undefined : true}>
        {rollout === null
          ? isControlPlane && controlPlane === 'restart'
            ? 'minutes'
            : ''
          : rollout.milliseconds === null
            ? 'open'
            : durationText(rollout.milliseconds)}
      </td>
      <td>
        {why === null ? null : <span className={`muted ${styles.line}`}>{why}</span>}
        {cause === '' ? null : <span className={`faint ${styles.line}`}>{cause}</span>}
      </td>
    </tr>
  )
}
