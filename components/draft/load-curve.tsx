'use client'

import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { loadText } from '@/lib/words/draft'
import { countText, DAY } from '@/lib/words/time-text'
import { Axis } from '../timeline/parts'
import { fittedTicks } from '../timeline/ticks'
import { useMeasure, useWidth } from '../timeline/use-chart-box'
import { chartMark } from '../ui/chart-mark'
import { Legend } from '../ui/parts'
import styles from './draft.module.css'

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, PageDown: 30, PageUp: -30 }

/** How many nodes roll on each day, before and after. One stop for the keyboard: arrows go from day to day. */
export function LoadCurve({ answer }: { readonly answer: WhatIfAnswer }): ReactNode {
  const { load } = answer
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box, 800)
  const measure = useMeasure()
  const paths = useMemo(() => loadPaths(load), [load])
  const from = Date.parse(`${load[0]?.date ?? answer.at.slice(0, 10)}T00:00:00Z`)
  const to = from + Math.max(1, load.length) * DAY
  const ticks = useMemo(() => fittedTicks({ from, to }, width, measure), [from, to, width, measure])
  const [chosen, setChosen] = useState<number>()
  const [pointed, setPointed] = useState<number>()
  const day = Math.min(pointed ?? chosen ?? mostChangedDay(load), load.length - 1)
  const shown = load[day]

  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setChosen(Math.min(Math.max((chosen ?? mostChangedDay(load)) + by, 0), load.length - 1))
  }
  const dayAt = (event: PointerEvent<HTMLElement>) => {
    const { left, width: wide } = event.currentTarget.getBoundingClientRect()
    return Math.min(Math.max(Math.floor(((event.clientX - left) / wide) * load.length), 0), load.length - 1)
  }
  return (
    <section aria-labelledby={id} className={styles.load} {...chartMark('Nodes that roll per day', { from, to })}>
      <div className="section-head">
        <h2 id={id}>Nodes that roll per day</h2>
        <Legend
          items={[
            { sign: <i className={styles.keyBefore} />, text: 'before' },
            { sign: <i className={styles.keyAfter} />, text: 'after' },
          ]}
        />
        <p className={`note cut ${styles.readout}`} aria-live="polite">
          {shown && loadText(shown)}
        </p>
      </div>
      {paths.most === 0 ? (
        <p className="note">No node rolls, before or after.</p>
      ) : (
        <>
          <div
            ref={box}
            className={styles.curve}
            role="slider"
            tabIndex={0}
            aria-label="Day"
            aria-valuemin={0}
            aria-valuemax={load.length - 1}
            aria-valuenow={day}
            aria-valuetext={shown && loadText(shown)}
            onKeyDown={onKeyDown}
            onPointerMove={(event) => setPointed(dayAt(event))}
            onPointerLeave={() => setPointed(undefined)}
            onClick={() => setChosen(pointed)}
          >
            <svg viewBox={`0 0 ${load.length} 100`} preserveAspectRatio="none" aria-hidden="true">
              <path className={styles.after} d={`${paths.after}Z`} />
              <path className={styles.before} d={paths.before} />
            </svg>
            <span className={styles.mostNodes}>{countText(paths.most)}</span>
            <span
              className={styles.day}
              style={{ left: `${(day / load.length) * 100}%`, width: `${100 / load.length}%` }}
            />
          </div>
          <div className={styles.loadAxis}>
            <Axis ticks={ticks} initials />
          </div>
        </>
      )}
    </section>
  )
}

/**
 * Nodes that roll per day, before and after, as paths of SVG: one unit wide per day, 100 high, steps and not slopes. `most`: the
 * largest number of nodes of a day, which is 100 high.
 */
interface LoadPaths {
  readonly most: number
  readonly before: string
  readonly after: string
}

export function loadPaths(days: readonly WhatIfAnswer['load'][number][]): LoadPaths {
  const most = Math.max(0, ...days.flatMap(({ before, after }) => [before.nodes.max, after.nodes.max]))
  const height = (nodes: number) => (most === 0 ? 0 : Math.round((nodes / most) * 1000) / 10)
  return {
    most,
    before: steps(days.map(({ before }) => height(before.nodes.max))),
    after: steps(days.map(({ after }) => height(after.nodes.max))),
  }
}

/** From the ground to the ground. */
function steps(heights: readonly number[]): string {
  const parts = ['M0 100']
  let level = 0
  for (const [day, height] of heights.entries()) {
    if (height === level) continue
    parts.push(`H${day}V${Math.round((100 - height) * 10) / 10}`)
    level = height
  }
  return `${parts.join('')}H${heights.length}V100`
}

/** The day whose load changes most; the first when nothing changes. */
function mostChangedDay(days: readonly WhatIfAnswer['load'][number][]): number {
  const shift = ({ before, after }: WhatIfAnswer['load'][number]) => Math.abs(after.nodes.max - before.nodes.max)
  return days.reduce((best, day, i) => (shift(day) > shift(days[best] ?? day) ? i : best), 0)
}
