'use client'

import type { ReactNode } from 'react'
import { onWire } from '@/lib/contract/dates'
import type { EditBody } from '@/lib/contract/edits'
import { CLASSIFICATIONS } from '@/lib/engine/kinds'
import { daysLater } from '@/lib/questions/draft/browser/dates'
import type { Source } from '@/lib/questions/draft/browser/source'
import { MomentField } from '../../ui/fields'
import styles from './forms.module.css'

type ScheduleEdit = Extract<EditBody, { kind: 'schedule' }>

interface ScheduleFormProps {
  readonly edit: ScheduleEdit
  readonly source: Source
  readonly onChange: (edit: ScheduleEdit) => void
}

/** Which stages a version passes through, and when each begins; only the first may have begun always. */
export function ScheduleForm({ edit, source, onChange }: ScheduleFormProps): ReactNode {
  const stages = edit.lifecycle ?? []
  const put = (lifecycle: ScheduleEdit['lifecycle']) => onChange({ ...edit, lifecycle })
  return (
    <div className={styles.form}>
      <div className={styles.stages}>
        {CLASSIFICATIONS.map((name) => {
          const stage = stages.find(({ classification }) => classification === name)
          const isFirst = stage !== undefined && stages[0] === stage
          const others = stages.filter((one) => one !== stage)
          const set = (startTime: string | undefined) =>
            put(inOrder([...others, { classification: name, ...(startTime !== undefined && { startTime }) }]))
          return (
            <div key={name} className={styles.stage}>
              <label className={styles.check}>
                <input
                  type="checkbox"
                  checked={stage !== undefined}
                  onChange={(event) => {
                    if (!event.target.checked) put(others)
                    else set(stages.length === 0 ? undefined : onWire(daysLater(source.at, 30 * stages.length)))
                  }}
                />
                {name}
              </label>
              {stage !== undefined &&
                (isFirst && stage.startTime === undefined ? (
                  <span className="muted small">has begun</span>
                ) : (
                  <MomentField label={`${name} begins`} value={stage.startTime ?? null} zone="UTC" onChange={set} />
                ))}
            </div>
          )
        })}
      </div>
      <p className={styles.hint}>Stages replace classification and expiry date, which Gardener will drop one day.</p>
    </div>
  )
}

function inOrder(stages: NonNullable<ScheduleEdit['lifecycle']>): NonNullable<ScheduleEdit['lifecycle']> {
  const order: readonly string[] = CLASSIFICATIONS
  const rank = (name: string) => order.indexOf(name)
  return stages.toSorted((a, b) => rank(a.classification) - rank(b.classification))
}
