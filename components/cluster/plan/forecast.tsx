'use client'

import { type ReactNode, useCallback, useRef } from 'react'
import { useUrlState } from '@/lib/browser/url-state'
import type { PlanAnswer } from '@/lib/questions/cluster/contract/plan'
import { dayText, ms } from '@/lib/words/time-text'
import { LaneLine } from '../../outlook/lane-line'
import { laneRange, offsetAtOf, ticksBeside } from '../../outlook/lanes'
import {
  Axis,
  chartClass,
  css,
  fittedTicks,
  Ghost,
  Grid,
  ghostRowClass,
  layerClass,
  NowLine,
  percentAt,
  placedGhost,
  useChartBox,
  useRoving,
} from '../../timeline'
import { chartMark, rangeMark } from '../../ui/chart-mark'
import { DataTable } from '../../ui/data-table'
import { EventGlyph } from '../../ui/glyph'
import { ViewSwitch } from '../../ui/view-switch'
import styles from './chart.module.css'
import { forecastRows, stepRows, wasSpans } from './forecast-rows'

const GUESSED_WIDTH = 780

/** What is ahead with the plan; where that differs, what it was stands above, dashed. */
export function PlanForecast({ answer, now }: { readonly answer: PlanAnswer; readonly now: number }): ReactNode {
  const { params, set } = useUrlState()
  const isTable = params.get('view') === 'table'
  const show = useCallback((asTable: boolean) => set({ view: asTable ? 'table' : undefined }), [set])
  return (
    <section aria-label="Forecast" className={styles.section} {...(isTable ? {} : chartMark('Forecast'))}>
      <div className="section-head">
        <h2>Forecast</h2>
        <span className="faint">
          {answer.patch.operations.length === 0 && answer.before === answer.after
            ? 'as it is'
            : 'with the plan; above, dashed: without it, where that differs'}
        </span>
        <span className="grow" />
        <div className={styles.legend} aria-hidden="true">
          {answer.parts.length === 0 ? null : (
            <span className={styles.sign}>
              <EventGlyph kind="done" />
              your plan
            </span>
          )}
          {(['auto', 'forced', 'fails'] as const).map((kind) => (
            <span key={kind} className={styles.sign}>
              <EventGlyph kind={kind} />
              {kind}
            </span>
          ))}
        </div>
        <ViewSwitch isTable={isTable} onChange={show} />
      </div>
      {isTable ? <ForecastTable answer={answer} /> : <ForecastChart answer={answer} now={now} />}
      {answer.stepsUntil !== null && (
        <p className="small muted">
          The cluster has many pools: what happens is told up to{' '}
          {dayText(answer.stepsUntil, answer.shoot.nextWindow.offset)}.
        </p>
      )}
    </section>
  )
}

function ForecastChart({ answer, now }: { readonly answer: PlanAnswer; readonly now: number }) {
  const zone = answer.shoot.nextWindow.offset
  const plot = useRef<HTMLDivElement>(null)
  const chart = useRef<HTMLElement>(null)
  const roving = useRoving(chart)
  const steps = [...answer.before.steps, ...answer.after.steps]
  const range = laneRange({ ...answer, steps }, now)
  const box = useChartBox(plot, range, now, GUESSED_WIDTH)
  const ticks = ticksBeside(fittedTicks(range, box.width, box.measure, offsetAtOf(zone)), box)
  const day = (at: number) => dayText(at, zone, { now })
  const layer = { left: 'var(--labels)', right: 0 }
  return (
    <figure
      ref={chart}
      className={`${chartClass} ${styles.chart}`}
      aria-label="Which versions run when, with the plan; arrows move"
      {...rangeMark(range, zone)}
      onKeyDown={roving.onKeyDown}
      onFocus={roving.onFocus}
    >
      <div className={styles.axis}>
        <div className={styles.plot} ref={plot}>
          <Axis ticks={ticks} initials />
          <span className={styles.nowLabel} style={{ left: css(percentAt(range, now)) }}>
            now
          </span>
        </div>
      </div>
      <div className={styles.lanes}>
        <div className={`${layerClass} ${styles.layer}`} style={layer}>
          <Grid range={range} now={now} ticks={ticks} />
        </div>
        {forecastRows(answer).map(({ lane, was, title, note, planned }, i) => (
          <div key={lane.id} className={styles.lane} data-row={lane.id}>
            <span className={styles.label} title={note === '' ? title : `${title}, ${note}`}>
              <b>{title}</b> <span className="faint">{note}</span>
            </span>
            <div className={was === null ? styles.plot : ghostRowClass}>
              {was === null
                ? null
                : wasSpans(was, day).map((span) => {
                    const ghost = placedGhost(span, box)
                    return ghost === null ? null : <Ghost key={span.label} ghost={ghost} name={span.label} />
                  })}
              <div className={was === null ? styles.plot : styles.below}>
                <LaneLine
                  lane={lane}
                  steps={answer.after.steps}
                  box={box}
                  zone={zone}
                  withImage={was !== null && was.what !== lane.what}
                  roving={{ isCurrent: roving.isCurrent, isFirst: i === 0 }}
                  done={planned === null ? undefined : { at: ms(answer.sentAt), text: planned }}
                />
              </div>
            </div>
          </div>
        ))}
        <div className={`${layerClass} ${styles.layer}`} style={layer}>
          <NowLine range={range} now={now} rise={22} />
        </div>
      </div>
    </figure>
  )
}

/** The same as text: every window in which something happens, without the plan and with it. */
function ForecastTable({ answer }: { readonly answer: PlanAnswer }) {
  return (
    <DataTable heads={['Window', 'Without the plan', 'With it']}>
      <tbody>
        {stepRows(answer).map(({ begin, day, without, with: then }) => (
          <tr key={begin}>
            <th scope="row" className="nowrap">
              {day}
            </th>
            <td>{without}</td>
            <td>{then}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
