'use client'

import { type ReactNode, useMemo, useRef } from 'react'
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
  MovableFlag,
  markStretch,
  NowLabel,
  NowLine,
  nowLabelAt,
  pixelAt,
  placedFlag,
  placedGhost,
  placedSegments,
  Segment,
  type TimeRange,
  useChartBox,
} from '@/components/timeline'
import { instantText } from '@/lib/client/at'
import { dayText } from '@/lib/client/time-text'
import type { DraftAction } from '@/lib/client/workbench/draft-list'
import type { EffectRow } from '@/lib/client/workbench/effect-rows'
import type { Source } from '@/lib/client/workbench/source'
import { withLife } from '@/lib/client/workbench/with-life'
import type { EditBody } from '@/lib/contract'
import styles from './effect.module.css'

const GUESSED_WIDTH = 800

interface ChartProps {
  readonly source: Source
  readonly edits: readonly EditBody[]
  readonly onAct: (action: DraftAction) => void
  readonly onPick: (version: { readonly image: string | null; readonly version: string }) => void
  readonly rows: readonly EffectRow[]
  readonly range: TimeRange
  readonly now: number
  readonly zone: string
}

/** Rows of versions over time: above each what it was; an expiry flag can be moved. */
export function EffectChart(props: ChartProps): ReactNode {
  const { rows, range, now, zone } = props
  const plot = useRef<HTMLDivElement>(null)
  const box = useChartBox(plot, range, now, GUESSED_WIDTH)
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
          <Grid range={range} now={now} ticks={ticks} />
        </div>
        <ul>
          {rows.map((row) => (
            <Row key={`${row.image}/${row.version}`} {...props} row={row} box={box} zone={zone} />
          ))}
        </ul>
        <div aria-hidden className={`${layerClass} ${styles.layer}`}>
          <NowLine range={range} now={now} rise={20} />
        </div>
      </div>
    </div>
  )
}

const KIND_WORDS = { new: 'new', changed: 'changed', removed: 'removed', suggested: 'suggested', same: '' } as const

type RowProps = ChartProps & { readonly row: EffectRow; readonly box: ReturnType<typeof useChartBox> }

function Row({ row, box, range, edits, source, onAct, onPick }: RowProps): ReactNode {
  const { image, version, name, was, expires } = row
  const spans = row.spans.map(({ stage, from, to }) => ({ look: stage, from, to, label: stage }))
  const flag = expires === null ? null : placedFlag(expires, dayText(expires, 'UTC', { now: source.at }), box)
  const taken = flag === null || expires === null ? [] : [markStretch(pixelAt(box, expires), 4)]
  const segments = placedSegments(spans, box, taken).map(asTail)
  const difference = was === null || row.kind === 'removed' ? null : differenceText(was.to, expires)
  const ghost = was === null ? null : placedGhost({ ...was, label: was.text, difference }, box)
  const isMovable = expires !== null && expires > source.at && row.kind !== 'removed'
  const move = (at: number) =>
    onAct({
      kind: 'put',
      from: 0,
      count: edits.length,
      edits: withLife(edits, image, version, { expirationDate: instantText(at) }),
      about: `flag ${name}`,
    })
  return (
    <li className={styles.row} data-kind={row.kind}>
      <div className={styles.label}>
        <button type="button" aria-label={name} title={`Edit ${name}`} onClick={() => onPick({ image, version })}>
          <b className="cut">{row.kind === 'same' ? name : version}</b>
        </button>
        {row.kind !== 'same' && (
          <span className="cut">
            {image !== null && `${image} `}
            <span data-kind={row.kind}>{KIND_WORDS[row.kind]}</span>
          </span>
        )}
      </div>
      <div className={row.kind === 'same' ? styles.sameRow : ghostRowClass}>
        {ghost && was && <Ghost ghost={ghost} name={[`${name} ${was.text}`, difference].filter(Boolean).join(', ')} />}
        {segments.map((segment) => (
          <Segment
            key={`${segment.span.look}/${segment.span.from}`}
            segment={segment}
            name={spanText(name, segment.span)}
          />
        ))}
        {flag &&
          (isMovable ? (
            <MovableFlag
              flag={flag}
              range={range}
              limits={{ from: source.at, to: range.to }}
              name={`Expiry of ${name}`}
              dayText={(at) => dayText(at, 'UTC')}
              onFlagMove={move}
            />
          ) : (
            <Flag flag={flag} title={`${name} expired ${dayText(flag.at, 'UTC')}`} />
          ))}
      </div>
    </li>
  )
}

function spanText(name: string, { look, from, to }: { look: string; from: number | null; to: number | null }): string {
  const since = from === null ? '' : `, from ${dayText(from, 'UTC')}`
  return `${name} ${look}${since}${to === null ? '' : ` to ${dayText(to, 'UTC')}`}`
}
