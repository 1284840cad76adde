'use client'

import type { ReactNode } from 'react'
import type { Plan } from '@/lib/questions/cluster/browser/plan'
import type { PlanAnswer } from '@/lib/questions/cluster/contract/plan'
import { type FormProps, plannedAt, wantedOf, withValue } from './edited'
import { ChoiceField, Switch, ValueField } from './fields'
import styles from './form.module.css'
import { type DailyTime, OFFSETS, readClock, readWindowTime, windowTime } from './window-time'

const AUTO = [
  ['Kubernetes auto-update', 'spec.maintenance.autoUpdate.kubernetesVersion'],
  ['Image auto-update', 'spec.maintenance.autoUpdate.machineImageVersion'],
] as const
const ENDS = ['begin', 'end'] as const
const place = (end: (typeof ENDS)[number]) => ({ pool: null, field: `spec.maintenance.timeWindow.${end}` })

/** Auto-update and the daily window. */
export function Maintenance({ answer, plan, onChange }: FormProps): ReactNode {
  const times = timesOf(answer, plan)
  const shown = AUTO.slice(0, answer.pools.length > 0 ? 2 : 1)
  const set = (next: Readonly<Record<(typeof ENDS)[number], DailyTime>>) =>
    onChange(ENDS.reduce((changed, end) => withValue(answer, changed, place(end), windowTime(next[end])), plan))
  const offset = times?.begin.offset ?? '+00:00'
  return (
    <>
      <div className={styles.fields}>
        {shown.map(([label, field]) => (
          <Switch
            key={field}
            label={label}
            isOn={wantedOf(answer, plan, { pool: null, field }) === true}
            onChange={(isOn) => onChange(withValue(answer, plan, { pool: null, field }, isOn))}
          />
        ))}
      </div>
      <div className={styles.window}>
        {ENDS.map((end) => (
          <ValueField
            key={end}
            label={end === 'begin' ? 'Window begins' : 'ends'}
            kind="text"
            value={times?.[end].clock ?? null}
            placeholder="22:00"
            isChanged={plannedAt(plan, place(end)) !== undefined}
            onChange={(text) => {
              const clock = readClock(String(text ?? ''))
              if (clock === null) return
              const base = times ?? { begin: { clock, offset }, end: { clock: later(clock), offset } }
              set({ ...base, [end]: { clock, offset } })
            }}
          />
        ))}
        <ChoiceField
          label="Zone"
          value={offset}
          groups={[
            {
              label: null,
              options: [...new Set([offset, ...OFFSETS])].map((one) => ({
                value: one,
                text: `${one}, no summer time`,
              })),
            },
          ]}
          isChanged={false}
          onChange={(next) => {
            if (times !== null) set({ begin: { ...times.begin, offset: next }, end: { ...times.end, offset: next } })
          }}
        />
      </div>
    </>
  )
}

/** Null: it has no window that can be read. */
function timesOf(answer: PlanAnswer, plan: Plan) {
  const [begin, end] = ENDS.map((one) => readWindowTime(wantedOf(answer, plan, place(one))))
  return begin === undefined || end === undefined || begin === null || end === null ? null : { begin, end }
}

function later(clock: string): string {
  const hour = (Number(clock.slice(0, 2)) + 1) % 24
  return `${String(hour).padStart(2, '0')}${clock.slice(2)}`
}
