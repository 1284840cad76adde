'use client'

import type { ReactNode } from 'react'
import { useKeys } from '@/lib/browser/keys'
import { Segmented } from './button'

interface ViewSwitchProps {
  readonly isTable: boolean
  /** What the drawn view is called. */
  readonly drawn?: 'Timeline' | 'Chart'
  readonly onChange: (isTable: boolean) => void
}

/** Between a chart and the table behind it; key `t` does the same. */
export function ViewSwitch({ isTable, drawn = 'Timeline', onChange }: ViewSwitchProps): ReactNode {
  useKeys({ t: () => onChange(!isTable) })
  return (
    <Segmented<'drawn' | 'table'>
      label="View"
      value={isTable ? 'table' : 'drawn'}
      options={[
        { value: 'drawn', text: drawn },
        { value: 'table', text: 'Table', title: 'Key t' },
      ]}
      onChange={(value) => onChange(value === 'table')}
    />
  )
}
