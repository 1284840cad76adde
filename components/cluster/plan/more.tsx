'use client'

import { type ReactNode, useState } from 'react'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import type { FormProps } from './edited'
import styles from './form.module.css'
import { MoreFields, type MoreFieldsProps } from './more-fields'

interface FieldsOfProps extends MoreFieldsProps {
  readonly label: string
  /** Which of its fields are not folded away. */
  readonly isAbove: (field: string) => boolean
}

/** Fields that are rarely changed, folded away; open where one of them is changed. */
export function FieldsOf({ label, isAbove, ...fields }: FieldsOfProps): ReactNode {
  const { pool, form } = fields
  const isOfIt = (edit: PlannedEdit) => ('pool' in edit ? edit.pool : null) === pool
  const changed = form.plan.edits.filter((edit) => isOfIt(edit) && !isAbove(edit.field)).length
  const [isOpen, setOpen] = useState(changed > 0)
  return (
    <details className={styles.more} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={label}>
        More{changed > 0 ? <span className="faint">, {changed} changed</span> : null}
      </summary>
      {isOpen && <MoreFields {...fields} />}
    </details>
  )
}

/** What concerns all pools, and operations. */
export function MoreOfCluster({ refusedBy, ...form }: FormProps & Pick<FieldsOfProps, 'refusedBy'>): ReactNode {
  return (
    <FieldsOf
      label="More of the whole cluster"
      pool={null}
      isAbove={(field) => field.startsWith('spec.maintenance.') || field === 'spec.kubernetes.version'}
      choices={form.answer.offered}
      form={form}
      refusedBy={refusedBy}
    />
  )
}
