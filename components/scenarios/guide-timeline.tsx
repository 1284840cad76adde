'use client'

import { type ReactNode, useMemo, useRef, useState } from 'react'
import {
  Axis,
  asTail,
  chartClass,
  differenceText,
  Flag,
  fittedTicks,
  Ghost,
  Grid,
  ghostRowClass,
  layerClass,
  markStretch,
  NowLabel,
  NowLine,
  nowLabelAt,
  pixelAt,
  placedFlag,
  placedGhost,
  placedSegments,
  Segment,
  useChartBox,
} from '@/components/timeline'
import { Segmented } from '@/components/ui/button'
import { later } from '@/components/ui/later'
import { useKeys } from '@/lib/client/keys'
import { dayText } from '@/lib/client/time-text'
import { effectRange } from '@/lib/client/workbench/effect-range'
import type { EffectRow } from '@/lib/client/workbench/effect-rows'
import styles from './timeline.module.css'

// Loaded when it is asked for.
const EffectTable = later(() => import('@/components/workbench/effect-table').then((part) => part.EffectTable))

/** A version over time, and which part it plays in the guide. */
export interface GuideRow extends EffectRow {
  readonly part: string
}

interface GuideTimelineProps {
  readonly rows: readonly GuideRow[]
  /** The instant that the guide is computed for. */
  readonly at: number
}

/** The versions that play a part over time: as they will be with the draft, above each what it was. */
export function GuideTimeline({ rows, at }: GuideTimelineProps): ReactNode {
  const [isTable, setTable] = useState(false)
  useKeys({ t: () => setTable((before) => !before) })
  return (
    <div className={styles.timeline}>
      <div className="sec">
        <h2>Versions</h2>
        <span className="q">with the draft; dashed: what it was</span>
        <span className="grow" />
        <Segmented<'timeline' | 'table'>
          label="View"
          value={isTable ? 'table' : 'timeline'}
          options={[
            { value: 'timeline', text: 'Timeline' },
            { value: 'table', text: 'Table', title: 'Key t' },
          ]}
          onChange={(value) => setTable(value === 'table')}
        />
      </div>
      {isTable ? <EffectTable rows={rows} /> : <Chart rows={rows} at={at} />}
    </div>
  )
}

const GUESSED_WIDTH = 420

function Chart({ rows, at }: GuideTimelineProps): ReactNode {
  const plot = useRef<HTMLDivElement>(null)
  const range = useMemo(() => effectRange(rows, at), [rows, at])
  const box = useChartBox(plot, range, at, GUESSED_WIDTH)
  const ticks = useMemo(() => fittedTicks(range, box.width, box.measure), [range, box.width, box.measure])
  return (
    <div className={`${chartClass} ${styles.chart}`}>
      <div className={styles.axis} aria-hidden>
        <div ref={plot} className={styles.plot}>
          <Axis ticks={ticks} initials />
          <NowLabel x={nowLabelAt(box, 'now')} text="now" />
        </div>
      </div>
      <div className={styles.rows}>
        <div aria-hidden className={`${layerClass} ${styles.layer}`}>
          <Grid range={range} now={at} ticks={ticks} />
        </div>
        <ul aria-label="Versions over time">
          {rows.map((row) => (
            <Row key={row.version} row={row} box={box} at={at} />
          ))}
        </ul>
        <div aria-hidden className={`${layerClass} ${styles.layer}`}>
          <NowLine range={range} now={at} rise={20} />
        </div>
      </div>
    </div>
  )
}

interface RowProps {
  readonly row: GuideRow
  readonly box: ReturnType<typeof useChartBox>
  readonly at: number
}

function Row({ row: { name, version, part, kind, spans, expires, was }, box, at }: RowProps): ReactNode {
  const flag = expires === null ? null : placedFlag(expires, dayText(expires, 'UTC', { now: at }), box)
  const taken = flag === null || expires === null ? [] : [markStretch(pixelAt(box, expires), 4)]
  const looks = spans.map(({ stage, from, to }) => ({ look: stage, from, to, label: stage }))
  const difference = was === null || kind === 'removed' ? null : differenceText(was.to, expires)
  const ghost = was === null ? null : placedGhost({ ...was, label: was.text, difference }, box)
  return (
    <li className={styles.row}>
      <div className={styles.label}>
        <b className="cut" title={name}>
          {version}
        </b>
        <span className="cut" data-kind={kind} title={part}>
          {part}
        </span>
      </div>
      <div className={was === null ? styles.sameRow : ghostRowClass}>
        {ghost && was && <Ghost ghost={ghost} name={[`${name} ${was.text}`, difference].filter(Boolean).join(', ')} />}
        {placedSegments(looks, box, taken)
          .map(asTail)
          .map((segment) => (
            <Segment
              key={`${segment.span.look}/${segment.span.from}`}
              segment={segment}
              name={spanText(name, segment.span)}
            />
          ))}
        {flag && <Flag flag={flag} title={`${name} expires ${dayText(flag.at, 'UTC')}`} />}
      </div>
    </li>
  )
}

function spanText(name: string, { look, from, to }: { look: string; from: number | null; to: number | null }): string {
  const since = from === null ? '' : `, from ${dayText(from, 'UTC')}`
  return `${name} ${look}${since}${to === null ? '' : ` to ${dayText(to, 'UTC')}`}`
}
