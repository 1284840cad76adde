import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { Zone } from '@/lib/contract/zone'
import type { NewClusterAnswer } from '@/lib/questions/profiles/contract/new-cluster'
import {
  inactiveText,
  kubernetesWhy,
  type NewClusterSpan,
  spanOn,
  type WrittenKubernetes,
} from '@/lib/words/new-cluster'
import { DAY, dayText, ms, msOrNull } from '@/lib/words/time-text'
import type { LaneRow } from '../../timeline/lane'
import { Lanes } from '../../timeline/lanes'
import type { LaneSpan } from '../../timeline/layout'
import { css, percentAt, type TimeRange } from '../../timeline/range'
import styles from './new-cluster.module.css'
import { Got } from './tables'

interface StripProps {
  readonly answer: NewClusterAnswer
  readonly rows: readonly WrittenKubernetes[]
  readonly range: TimeRange
  /** Days on which an answer changes, as days of the range. */
  readonly days: readonly number[]
  /** The chosen day, counted from the begin of the range; 0 stands for now. */
  readonly day: number
  readonly date: number
  readonly dateText: string
  readonly zone: Zone
  readonly onDay: (day: number) => void
}

interface StripRow extends LaneRow {
  readonly row: WrittenKubernetes
}

/** What each way to write a Kubernetes version gives on every day of the year, and on the chosen one in words. */
export function Strip(props: StripProps): ReactNode {
  const { answer, rows, range, days, date, dateText, zone } = props
  const place = Math.min(100, percentAt(range, date))
  const line = <span aria-hidden className={styles.line} style={{ left: css(place) }} />
  return (
    <Lanes<StripRow>
      name="Kubernetes versions to write, and what they give"
      kind="table"
      rows={rows.map((row) => ({
        id: row.asked ?? '',
        isFirst: row.form !== 'full',
        segments: stretches(row.spans, range).map((span) => ({
          ...span,
          name: nameOf(row, span, zone),
          ...(span.look === 'expired' && { words: refusedText(span, range, zone) }),
        })),
        row,
      }))}
      left={[
        {
          key: 'write',
          head: 'You write',
          width: 132,
          isName: true,
          cell: ({ row }) => (
            <>
              {row.asked === null ? <i>left empty</i> : <b>{row.asked}</b>}{' '}
              <small className="faint tiny">{row.form}</small>
            </>
          ),
        },
        {
          key: 'get',
          head: `You get, ${dateText}`,
          width: 176,
          phone: 'end',
          cell: ({ row }) => <Got span={spanOn(row.spans, date)} />,
        },
      ]}
      right={[
        {
          key: 'why',
          head: 'Why, or the API server’s words',
          width: '30%',
          phone: 'below',
          cell: ({ row }) => <Why row={row} answer={answer} date={date} zone={zone} />,
        },
      ]}
      range={range}
      now={range.from - 1}
      phone="bars"
      tails="middle"
      className={styles.strip}
      axis={() => (
        <>
          {days.map((one) => (
            <span
              key={one}
              aria-hidden
              className={styles.change}
              style={{ left: css(percentAt(range, range.from + one * DAY)) }}
            />
          ))}
          <Day {...props} last={Math.round((range.to - range.from) / DAY)} />
          {line}
          <span
            aria-hidden
            className={styles.dayLabel}
            style={{ left: css(place) }}
            data-near={place > 85 ? 'end' : place < 5 ? 'start' : undefined}
          >
            {dateText}
          </span>
        </>
      )}
      under={() => line}
      draw={() => line}
    />
  )
}

interface WhyProps extends Pick<StripProps, 'answer' | 'date' | 'zone'> {
  readonly row: WrittenKubernetes
}

function Why({ row, answer, date, zone }: WhyProps): ReactNode {
  const span = spanOn(row.spans, date)
  const refusal = span?.refusal === null || span === undefined ? undefined : answer.refusals[span.refusal]
  if (refusal === undefined) return kubernetesWhy(row, date, zone)
  return (
    <>
      {inactiveText(span, zone)}
      <blockquote className={`note ${styles.quote}`}>{refusal.text}</blockquote>
    </>
  )
}

/** The text on the line of a refusal, after its word: from when on. */
function refusedText({ from }: LaneSpan, range: TimeRange, zone: Zone): string {
  return from === null || from <= range.from ? 'refused' : `refused from ${dayText(from, zone, { now: range.from })}`
}

/** Refusals that follow each other in other words are one stretch. */
function stretches(spans: readonly NewClusterSpan[], range: TimeRange): readonly LaneSpan[] {
  const merged: LaneSpan[] = []
  for (const span of spans.map((one) => spanOf(one, range))) {
    const last = merged.at(-1)
    if (last?.look === span.look && last.label === span.label) merged[merged.length - 1] = { ...last, to: span.to }
    else merged.push(span)
  }
  return merged
}

/** A refusal is drawn like what has expired, and goes on beyond the year. */
function spanOf({ from, to, got }: NewClusterSpan, range: TimeRange): LaneSpan {
  const end = msOrNull(to)
  return {
    look: got?.stage ?? 'expired',
    label: got?.version ?? '',
    from: ms(from),
    to: got === null ? (end ?? range.to + DAY) : end,
  }
}

function nameOf(row: WrittenKubernetes, { label, from, to }: LaneSpan, zone: Zone): string {
  const begin = from === null ? '' : ` from ${dayText(from, zone)}`
  return `${row.asked ?? 'left empty'}: ${label || 'refused'}${begin}${to === null ? '' : ` to ${dayText(to, zone)}`}`
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
      value={day}
      aria-label="Day"
      aria-valuetext={dateText}
      title="Arrows go to the next day on which an answer changes, with Shift a day"
      onKeyDown={press}
      onChange={(event) => go(Number(event.target.value))}
    />
  )
}
