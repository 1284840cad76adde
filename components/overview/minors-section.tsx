'use client'

import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import type { StackedStepsProps } from '@/components/charts/stacked-steps'
import { chartMark } from '@/components/take-away'
import { useMeasure, useWidth } from '@/components/timeline/use-chart-box'
import { DataTable } from '@/components/ui/data-table'
import { later } from '@/components/ui/later'
import { Link } from '@/components/ui/link'
import { Empty } from '@/components/ui/parts'
import { Scroll } from '@/components/ui/scroll'
import { useZone } from '@/lib/client/clock'
import { FILM } from '@/lib/client/paths'
import { countText, DAY, dayText, ms } from '@/lib/client/time-text'
import { type Band, bandLabels, highest, type Minors, minorBands, stepAt, stepText, thinText } from './minors'
import { monthTicks } from './month-ticks'
import styles from './overview.module.css'
import type { View } from './use-view'

// The library that draws it is large, and only loaded where a chart is.
const StackedSteps = later(() => import('@/components/charts/stacked-steps').then((part) => part.StackedSteps))

/** How far ahead is computed. */
const YEAR = 365 * DAY
/** Width of the plot before it is measured. */
const GUESSED_WIDTH = 480
/** A label with its distance from the edge, in pixels. */
const LABEL_WIDTH = 76
/** So many minors are named in the section's line. */
const SAID = 3

export interface MinorsSectionProps {
  readonly minors: Minors
  readonly at: string
  readonly view: View
}

/** Clusters per minor over the next year, in steps. */
export function MinorsSection({ minors, at, view }: MinorsSectionProps) {
  const zone = useZone()
  const [pointed, setPointed] = useState<number>()
  const plot = useRef<HTMLDivElement>(null)
  const width = useWidth(plot, GUESSED_WIDTH)
  const measure = useMeasure()
  const chart = useMemo(() => chartOf(minors, at, LABEL_WIDTH / width), [minors, at, width])
  const { bands, from, to, steps } = chart
  const step = pointed === undefined ? undefined : Math.min(pointed, steps.length - 1)
  const stepDay = (index: number) => dayText(steps[index] ?? at, zone, { now: at })
  const said = (index: number, most?: number) =>
    `${index === 0 ? 'now' : `from ${stepDay(index)}`}: ${stepText(bands, index, most)}`
  const thin = view === 'charts' ? thinText(bands, chart.labels) : ''
  const note = ['if nobody acts', thin].filter(Boolean).join('; ')

  const ticks = monthTicks({ from, to }, zone, { width, measure }, 2)

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    setPointed(stepAt(steps, from + ((event.clientX - box.left) / box.width) * (to - from)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const current = step ?? 0
    const next = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: steps.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setPointed(Math.min(Math.max(next, 0), steps.length - 1))
  }
  return (
    <section aria-labelledby="minors" {...(view === 'charts' ? chartMark('Clusters per minor', { from, to }) : {})}>
      <div className="section-head">
        <h2 id="minors">Clusters per minor, 12 months</h2>
        <span className="grow" />
        <p className="faint small cut" aria-live="polite" title={step === undefined ? note : said(step)}>
          {step === undefined || view === 'table' ? note : said(step, SAID)}
        </p>
        <Link href={FILM} className="link small">
          Film
        </Link>
      </div>
      {bands.length === 0 ? (
        <Empty text="No cluster runs a version that can be counted." />
      ) : view === 'table' ? (
        <MinorsTable bands={bands} days={steps.map((_, index) => (index === 0 ? 'now' : stepDay(index)))} />
      ) : (
        <div className={styles.area}>
          <div className={styles.scale} aria-hidden="true">
            <span style={{ bottom: '100%' }}>{countText(chart.top)}</span>
            <span style={{ bottom: '50%' }}>{countText(Math.round(chart.top / 2))}</span>
            <span style={{ bottom: 0 }}>0</span>
          </div>
          <div
            ref={plot}
            className={styles.plot}
            role="slider"
            aria-label="Clusters per minor, step by step"
            aria-valuemin={0}
            aria-valuemax={steps.length - 1}
            aria-valuenow={step ?? 0}
            aria-valuetext={said(step ?? 0)}
            tabIndex={0}
            onPointerMove={onPointerMove}
            onPointerLeave={() => setPointed(undefined)}
            onBlur={() => setPointed(undefined)}
            onKeyDown={onKeyDown}
          >
            <StackedSteps {...chart.drawing} />
            {step === undefined ? null : <span className={styles.step} style={stepBox(steps, step, from, to)} />}
          </div>
          <div className={styles.months} aria-hidden="true">
            {ticks.map((tick) => (
              <span key={tick.at} style={{ left: `${tick.percent}%` }}>
                {tick.text}
              </span>
            ))}
          </div>
        </div>
      )}
    </section>
  )
}

function chartOf(minors: Minors, at: string, labelShare: number) {
  const bands = minorBands(minors)
  const from = ms(at)
  const to = from + YEAR
  const steps = minors.at.map(ms).filter((step) => step < to)
  const top = highest(bands, steps.length)
  const labels = bandLabels(bands, { steps, from, to, labelShare })
  const drawing: StackedStepsProps = { bands, steps, from, to, top, labels }
  return { bands, from, to, steps, top, labels, drawing }
}

/** From where to where a step goes, in percent. */
function stepBox(steps: readonly number[], step: number, from: number, to: number) {
  const percent = (at: number) => ((Math.min(Math.max(at, from), to) - from) / (to - from)) * 100
  const left = percent(steps[step] ?? from)
  const next = steps[step + 1]
  return { left: `${left}%`, width: `${(next === undefined ? 100 : percent(next)) - left}%` }
}

/** The stacked area as a table: a row per step, newest minor last as in the range of versions. */
function MinorsTable({ bands, days }: { readonly bands: readonly Band[]; readonly days: readonly string[] }) {
  const columns = bands.toReversed()
  return (
    <Scroll label="Clusters per minor as a table" className={styles.tall}>
      <DataTable className="dense" heads={['From', ...columns.map(({ minor }) => ({ number: minor }))]}>
        <tbody>
          {days.map((day, step) => (
            <tr key={`${day} ${columns.map((band) => band.counts[step]).join(' ')}`}>
              <th scope="row">{day}</th>
              {columns.map((band) => (
                <td key={band.minor} className={band.counts[step] === 0 ? 'num faint' : 'num'}>
                  {countText(band.counts[step] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Scroll>
  )
}
