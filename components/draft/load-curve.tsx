'use client'

import { type PointerEvent, type ReactNode, useMemo, useState } from 'react'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { draftLoadText } from '@/lib/words/draft'
import { countText, DAY } from '@/lib/words/time-text'
import { Swatch } from '../charts/count-looks'
import { LazySteps } from '../charts/lazy-charts'
import { chartMark } from '../ui/chart-mark'
import { Legend } from '../ui/parts'
import { Section } from '../ui/section'
import styles from './draft.module.css'

/** The words of the highest day stand above it. */
const HEADROOM = 1.2

/** How many nodes roll on each day, before and after. One stop for the keyboard: arrows go from day to day. */
export function LoadCurve({ answer: { load, at } }: { readonly answer: WhatIfAnswer }): ReactNode {
  const days = useMemo(() => load.map(({ date }) => Date.parse(`${date}T00:00:00Z`)), [load])
  const from = days[0] ?? Date.parse(`${at.slice(0, 10)}T00:00:00Z`)
  const to = from + Math.max(1, days.length) * DAY
  const before = load.map((day) => day.before.nodes.max)
  const after = load.map((day) => day.after.nodes.max)
  const most = Math.max(0, ...before, ...after)
  const [chosen, setChosen] = useState<number>()
  const [pointed, setPointed] = useState<number>()
  const last = load.length - 1
  const day = Math.min(pointed ?? chosen ?? mostChangedDay(load), last)
  const shown = load[day]
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width: wide } = currentTarget.getBoundingClientRect()
    setPointed(Math.min(Math.max(Math.floor(((clientX - left) / wide) * load.length), 0), last))
  }
  return (
    <Section
      className={styles.load}
      {...chartMark('Nodes that roll per day', { from, to })}
      title="Nodes that roll per day"
      note={
        <Legend
          items={[
            { sign: <Swatch look="dashed" />, text: 'before' },
            { sign: <Swatch look="m-3" />, text: 'after' },
          ]}
        />
      }
      actions={
        <p className={`note cut ${styles.readout}`} aria-live="polite">
          {shown && draftLoadText(shown)}
        </p>
      }
    >
      {most === 0 ? (
        <p className="note">No node rolls, before or after.</p>
      ) : (
        <div className={styles.curve}>
          <LazySteps
            bands={[
              { name: 'after', look: 'm-3', counts: after },
              { name: 'before', look: 'dashed', counts: before },
            ]}
            isEachFromBelow
            steps={days}
            from={from}
            to={to}
            top={most * HEADROOM}
            peaks={[{ at: from, count: most, strong: countText(most) }]}
            hasAxis
          />
          <span
            className={styles.day}
            style={{ left: `${(day / load.length) * 100}%`, width: `${100 / load.length}%` }}
          />
          <input
            type="range"
            aria-label="Day"
            min={0}
            max={last}
            value={day}
            aria-valuetext={shown && draftLoadText(shown)}
            onChange={({ target }) => setChosen(Number(target.value))}
            onPointerMove={point}
            onPointerLeave={() => setPointed(undefined)}
          />
        </div>
      )}
    </Section>
  )
}

/** The day whose load changes most; the first when nothing changes. */
function mostChangedDay(days: readonly WhatIfAnswer['load'][number][]): number {
  const shift = ({ before, after }: WhatIfAnswer['load'][number]) => Math.abs(after.nodes.max - before.nodes.max)
  return days.reduce((best, day, i) => (shift(day) > shift(days[best] ?? day) ? i : best), 0)
}
