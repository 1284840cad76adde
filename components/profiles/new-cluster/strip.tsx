import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { Zone } from '@/lib/contract/zone'
import type { NewClusterAnswer } from '@/lib/questions/profiles/contract/new-cluster'
import { type AnswerSpan, inactiveText, kubernetesWhy, type Row, spanOn } from '@/lib/words/new-cluster'
import { DAY, dayText } from '@/lib/words/time-text'
import {
  Axis,
  type ChartBox,
  chartClass,
  css,
  fittedTicks,
  Grid,
  layerClass,
  type OffsetAt,
  percentAt,
  placedSegments,
  Segment,
  type Span,
  type TimeRange,
  useChartBox,
} from '../../timeline'
import styles from './new-cluster.module.css'
import { Got } from './tables'

interface StripProps {
  readonly answer: NewClusterAnswer
  readonly rows: readonly Row[]
  readonly range: TimeRange
  /** Days on which an answer changes, as days of the range. */
  readonly days: readonly number[]
  /** The chosen day, counted from the begin of the range; -1 stands for now. */
  readonly day: number
  readonly date: number
  readonly dateText: string
  readonly zone: Zone
  readonly offsetAt: OffsetAt
  readonly onDay: (day: number) => void
}

const GUESSED_WIDTH = 520

/** What each way to write a Kubernetes version gives on every day of the year, and on the chosen one in words. */
export function Strip(props: StripProps): ReactNode {
  const { answer, rows, range, days, day, date, dateText, zone, offsetAt } = props
  const plot = useRef<HTMLDivElement>(null)
  const box = useChartBox(plot, range, range.from, GUESSED_WIDTH)
  const ticks = useMemo(
    () => fittedTicks(range, box.width, box.measure, offsetAt),
    [range, box.width, box.measure, offsetAt],
  )
  const place = Math.min(100, percentAt(range, date))
  const left = css(place)
  return (
    <div className={`${chartClass} ${styles.strip}`}>
      <div aria-hidden className={`${layerClass} ${styles.layer}`}>
        <Grid range={range} now={range.from} ticks={ticks} />
      </div>
      <table aria-label="Kubernetes versions to write, and what they give">
        <thead>
          <tr>
            <th scope="col">You write</th>
            <th scope="col">You get, {dateText}</th>
            <th scope="col" className={styles.axis}>
              <div ref={plot} className={styles.plot}>
                <Axis ticks={ticks} initials />
                {days.map((one) => (
                  <span
                    key={one}
                    aria-hidden
                    className={styles.change}
                    style={{ left: css(percentAt(range, range.from + one * DAY)) }}
                  />
                ))}
                <Day {...props} last={Math.round((range.to - range.from) / DAY)} day={day} />
                <span aria-hidden className={styles.line} style={{ left }} />
                <span
                  aria-hidden
                  className={styles.dayLabel}
                  style={{ left }}
                  data-near={place > 85 ? 'end' : place < 5 ? 'start' : undefined}
                >
                  {dateText}
                </span>
              </div>
            </th>
            <th scope="col">Why, or the API server’s words</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const span = spanOn(row.spans, date)
            const refusal = span?.refusal === null || span === undefined ? undefined : answer.refusals[span.refusal]
            return (
              <tr key={row.asked ?? ''} data-first={row.form !== 'full' || undefined}>
                <th scope="row">
                  {row.asked === null ? <i>left empty</i> : <b>{row.asked}</b>} <small>{row.form}</small>
                </th>
                <td>
                  <Got span={span} />
                </td>
                <td className={styles.year}>
                  <span aria-hidden className={styles.line} style={{ left }} />
                  <Answers row={row} box={box} zone={zone} />
                </td>
                <td>
                  {refusal === undefined ? (
                    kubernetesWhy(row, date, zone)
                  ) : (
                    <>
                      {inactiveText(span, zone)}
                      <blockquote className={styles.quote}>{refusal.text}</blockquote>
                    </>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** The year of one way to write it. A refusal is a line, with from when on where there is room. */
function Answers({ row, box, zone }: { readonly row: Row; readonly box: ChartBox; readonly zone: Zone }): ReactNode {
  const segments = useMemo(() => placedSegments(stretches(row.spans, box.range), box), [row.spans, box])
  return (
    <div className={styles.plot}>
      {segments.map((segment) => (
        <Segment key={`${segment.span.from}`} segment={segment} name={nameOf(row, segment.span, zone)} />
      ))}
      {segments.map(({ span, left, width }) => {
        if (span.look !== 'expired') return null
        const text = left === 0 ? 'refused' : `refused from ${dayText(span.from ?? 0, zone, { now: box.range.from })}`
        const isFitting = box.measure(text, 11) + 24 <= (width / 100) * box.width
        return isFitting ? (
          <span key={`${span.from}`} aria-hidden className={styles.refused} style={{ left: css(left) }}>
            {text}
          </span>
        ) : null
      })}
    </div>
  )
}

/** Refusals that follow each other in other words are one stretch. */
function stretches(spans: readonly AnswerSpan[], range: TimeRange): readonly Span[] {
  const merged: Span[] = []
  for (const span of spans.map((one) => spanOf(one, range))) {
    const last = merged.at(-1)
    if (last?.look === span.look && last.label === span.label) merged[merged.length - 1] = { ...last, to: span.to }
    else merged.push(span)
  }
  return merged
}

/** A refusal is drawn like what has expired, and goes on beyond the year. */
function spanOf({ from, to, got }: AnswerSpan, range: TimeRange): Span {
  const end = to === null ? null : Date.parse(to)
  return {
    look: got?.stage ?? 'expired',
    label: got?.version ?? 'refused',
    from: Date.parse(from),
    to: got === null ? (end ?? range.to + DAY) : end,
  }
}

function nameOf(row: Row, { label, from, to }: Span, zone: Zone): string {
  const begin = from === null ? '' : ` from ${dayText(from, zone)}`
  return `${row.asked ?? 'left empty'}: ${label}${begin}${to === null ? '' : ` to ${dayText(to, zone)}`}`
}

/** The line that is dragged to a day. Arrows go to the next day on which an answer changes, with Shift a day. */
function Day({ days, day, last, dateText, onDay }: StripProps & { readonly last: number }): ReactNode {
  // The address changes a little later: a second press goes on from where the first one leads.
  const aim = useRef(day)
  useEffect(() => {
    aim.current = day
  }, [day])
  const go = (next: number) => {
    aim.current = next
    onDay(next)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const isBack = event.key === 'ArrowLeft'
    const from = aim.current
    if (event.shiftKey) return go(Math.min(last, Math.max(0, from + (isBack ? -1 : 1))))
    const next = isBack ? (days.findLast((one) => one < from) ?? 0) : days.find((one) => one > from)
    if (next !== undefined) go(next)
  }
  return (
    <input
      type="range"
      className={styles.day}
      min={0}
      max={last}
      step={1}
      value={Math.max(0, day)}
      aria-label="Day"
      aria-valuetext={dateText}
      title="Arrows go to the next day on which an answer changes, with Shift a day"
      onKeyDown={press}
      onChange={(event) => go(Number(event.target.value))}
    />
  )
}
