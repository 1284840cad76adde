'use client'

import type { ReactNode } from 'react'
import type { PlanAnswer } from '@/lib/contract/plan'
import type { ClusterPlan } from '@/lib/questions/cluster/browser/plan-address'
import { Checkbox } from '../../ui/button'
import { SelectField } from '../../ui/fields'
import { wantedOf, withValue } from './edited'
import { PlanField, usePlanForm } from './fields'
import styles from './plan.module.css'

const AUTO = [
  ['Kubernetes auto-update', 'spec.maintenance.autoUpdate.kubernetesVersion'],
  ['Image auto-update', 'spec.maintenance.autoUpdate.machineImageVersion'],
] as const
const ENDS = ['begin', 'end'] as const
const place = (end: (typeof ENDS)[number]) => ({ pool: null, field: `spec.maintenance.timeWindow.${end}` })

/** Auto-update and the daily window. */
export function Maintenance(): ReactNode {
  const { answer, plan, onChange } = usePlanForm()
  const times = timesOf(answer, plan)
  const shown = AUTO.slice(0, answer.pools.length > 0 ? 2 : 1)
  const set = (next: Readonly<Record<(typeof ENDS)[number], DailyTime>>) =>
    onChange(ENDS.reduce((changed, end) => withValue(answer, changed, place(end), windowTime(next[end])), plan))
  const offset = times?.begin.offset ?? '+00:00'
  return (
    <>
      <div className={styles.fields}>
        {shown.map(([label, field]) => (
          <Checkbox
            key={field}
            isSwitch
            isOn={wantedOf(answer, plan, { pool: null, field }) === true}
            onChange={(isOn) => onChange(withValue(answer, plan, { pool: null, field }, isOn))}
          >
            {label}
          </Checkbox>
        ))}
      </div>
      <div className={styles.hours}>
        {ENDS.map((end) => (
          <PlanField
            key={end}
            {...place(end)}
            label={end === 'begin' ? 'Window begins' : 'ends'}
            kind="text"
            value={times?.[end].clock ?? ''}
            placeholder="22:00"
            onChange={(text) => {
              const clock = readTimeOfDay(String(text ?? ''))
              if (clock === null) return
              const base = times ?? { begin: { clock, offset }, end: { clock: later(clock), offset } }
              set({ ...base, [end]: { clock, offset } })
            }}
          />
        ))}
        <SelectField
          label="Zone"
          value={offset}
          options={[...new Set([offset, ...OFFSETS])].map((one) => ({ value: one, text: `${one}, no summer time` }))}
          onChange={(next) => {
            if (times !== null) set({ begin: { ...times.begin, offset: next }, end: { ...times.end, offset: next } })
          }}
        />
      </div>
    </>
  )
}

/** Null: it has no window that can be read. */
function timesOf(answer: PlanAnswer, plan: ClusterPlan) {
  const [begin, end] = ENDS.map((one) => readWindowTime(wantedOf(answer, plan, place(one))))
  return begin === undefined || end === undefined || begin === null || end === null ? null : { begin, end }
}

function later(clock: string): string {
  const hour = (Number(clock.slice(0, 2)) + 1) % 24
  return `${String(hour).padStart(2, '0')}${clock.slice(2)}`
}

/** A time of the day with its distance to UTC, as the window of a cluster has it. */
interface DailyTime {
  /** `22:00` */
  readonly clock: string
  /** `+01:00` */
  readonly offset: string
}

/** Reads `220000+0100`; null if it is none. Seconds are not told. */
export function readWindowTime(text: unknown): DailyTime | null {
  const [, hour, minute, sign, hours, minutes] =
    /^([01]\d|2[0-3])([0-5]\d)[0-5]\d([+-])(\d\d)(\d\d)$/.exec(typeof text === 'string' ? text : '') ?? []
  return hour === undefined ? null : { clock: `${hour}:${minute}`, offset: `${sign}${hours}:${minutes}` }
}

/** The time as it is written in a manifest. */
export function windowTime({ clock, offset }: DailyTime): string {
  return `${clock.replace(':', '')}00${offset.replace(':', '')}`
}

/** `9:30` and `0930` as `09:30`; null: it is no time of the day. */
export function readTimeOfDay(text: string): string | null {
  const [, hour, minute] = /^(\d{1,2}):?(\d\d)$/.exec(text.trim()) ?? []
  if (hour === undefined || minute === undefined || Number(hour) > 23 || Number(minute) > 59) return null
  return `${hour.padStart(2, '0')}:${minute}`
}

/** Whole hours, and the half ones where people live. */
const OFFSETS: readonly string[] = [
  ...Array.from({ length: 12 }, (_, i) => `-${String(12 - i).padStart(2, '0')}:00`),
  ...Array.from({ length: 15 }, (_, i) => `+${String(i).padStart(2, '0')}:00`),
  '-03:30',
  '+03:30',
  '+04:30',
  '+05:30',
  '+05:45',
  '+06:30',
  '+09:30',
].sort((a, b) => Number(a.replace(':', '')) - Number(b.replace(':', '')))
