'use client'

import { Fragment, type ReactNode } from 'react'
import type { PlanAnswer, PlanPart } from '@/lib/questions/cluster/contract/plan'
import { causeWords, effectWords, fieldName, valueText, whyWords } from '@/lib/words/plan'
import { durationText } from '@/lib/words/time-text'
import { DataTable } from '../../ui/data-table'
import { Icon, type IconName } from '../../ui/icon'
import { Scroll } from '../../ui/scroll'
import { presentOf, type RefusedEdit, refusalText } from './edited'
import styles from './plan.module.css'

interface EffectTableProps {
  readonly answer: PlanAnswer
  readonly refused: readonly RefusedEdit[]
}

/** What the plan does to each part, and what of it is not allowed. */
export function EffectTable({ answer, refused }: EffectTableProps): ReactNode {
  return (
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
