'use client'

import { type ReactNode, useMemo, useState } from 'react'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { draftLoadText } from '@/lib/words/draft'
import { countText, DAY } from '@/lib/words/time-text'
import { Swatch } from '../charts/count-looks'
import { DayRange } from '../charts/day-range'
import { LazySteps } from '../charts/lazy-charts'
import { chartMark } from '../ui/chart-mark'
import { Legend } from '../ui/parts'
import { Section } from '../ui/section'
import styles from './draft.module.css'

/** The words of the highest day stand above it. */
const HEADROOM = 1.2

/** How many nodes roll on each day, before and after. */
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
          <DayRange
            first={0}
            last={last}
            value={day}
            text={shown && draftLoadText(shown)}
            onChange={setChosen}
            onPoint={setPointed}
          >
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
          </DayRange>
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
