'use client'

import type { ReactNode } from 'react'
import type { PlanAnswer } from '@/lib/contract/plan'
import { alikeParts } from '@/lib/words/plan'
import { clockText, durationText, HOUR, momentText, ms } from '@/lib/words/time-text'
import { isThisEvening, windowClock } from '@/lib/words/when'
import type { LaneRow } from '../../timeline/lane'
import { type LaneColumn, Lanes } from '../../timeline/lanes'
import { type ChartBox, pixelAt } from '../../timeline/layout'
import { rangeStyle } from '../../timeline/range'
import { useEachPool } from '../../ui/button'
import { chartMark } from '../../ui/chart-mark'
import { Section } from '../../ui/section'
import styles from './plan.module.css'

/** Between a bar and its text. */
const GAP = 8

interface BarRow extends LaneRow {
  readonly title: string
  readonly end: number
  /** Whether it is not known how long it takes. */
  readonly isOpen: boolean
  readonly text: string
}

/** How long every part takes at worst, against the window. */
export function WorstCase({ answer, now }: { readonly answer: PlanAnswer; readonly now: number }): ReactNode {
  const { parts, begins, rollOut, shoot, controlPlane } = answer
  const drained = parts.filter(({ rollout }) => rollout !== null)
  const { rows: shown, button } = useEachPool((isEach) => alikeParts(drained, isEach))
  const zone = shoot.nextWindow.offset
  const start = ms(begins)
  const ends = parts.map(({ until, rollout }) => (until === null ? start + (rollout === null ? 0 : HOUR) : ms(until)))
  const last = Math.max(...ends, rollOut === null ? start + HOUR : ms(rollOut.end))
  const from = rollOut === null ? start - HOUR / 2 : ms(rollOut.begin) - HOUR / 2
  const range = { from, to: last + (last - from) * 0.22 }
  if (drained.length === 0) return null
  const night = rollOut !== null && isThisEvening(rollOut, now) ? 'Tonight' : momentText(begins, zone, now)
  const endText = (until: string) =>
    ms(until) - start < 12 * HOUR ? clockText(until, zone) : momentText(until, zone, now)
  const rows = shown.map(
    ({ title, part: { pool, until, rollout } }): BarRow => ({
      id: pool ?? '',
      isFirst: true,
      title,
      end: until === null ? start + HOUR : ms(until),
      isOpen: until === null,
      text:
        until === null || rollout?.milliseconds == null
          ? `${rollout?.figure}, as somebody selects nodes`
          : `${durationText(rollout.milliseconds)}, until ${endText(until)}`,
    }),
  )
  const plane: BarRow = {
    id: 'control-plane',
    isFirst: true,
    title: 'Control plane',
    end: start,
    isOpen: false,
    text: 'minutes',
  }
  return (
    <Section
      aria-label="Worst case"
      className={styles.section}
      {...chartMark('Worst case', range, zone)}
      title={`${night}, if every drain takes its limit`}
      note={`begun at ${clockText(begins, zone)}${rollOut === null ? '' : ', the latest moment at which Gardener begins'}; ${zone}`}
    >
      <Lanes<BarRow>
        name="How long each part takes at worst"
        kind="table"
        rows={controlPlane === 'restart' ? [plane, ...rows] : rows}
        left={[TITLE]}
        range={range}
        now={from}
        nowText=""
        zone={zone}
        under={() =>
          rollOut && (
            <i className={styles.window} style={rangeStyle(range, { from: ms(rollOut.begin), to: ms(rollOut.end) })} />
          )
        }
        draw={(row, box) => <Bar row={row} start={start} box={box} />}
      />
      {button}
      <p className="small muted">
        {rollOut === null ? (
          'It begins as soon as the patch is sent, whatever the window.'
        ) : (
          <>
            <span className={styles.windowSign} aria-hidden="true" /> The window, {windowClock(rollOut)}. Gardener
            begins within it, and does not stop when it ends.
          </>
        )}
      </p>
    </Section>
  )
}

const TITLE: LaneColumn<BarRow> = {
  key: 'title',
  head: { hidden: 'Part' },
  width: 196,
  isName: true,
  phone: 'wide',
  title: ({ title }) => title,
  cell: ({ title }) => <b>{title}</b>,
}

function Bar({ row, start, box }: { readonly row: BarRow; readonly start: number; readonly box: ChartBox }) {
  const size = box.measure(row.text, 11)
  const end = pixelAt(box, row.end)
  const isBeside = end + GAP + size <= box.width
  // Without room beside it, the text stands in the bar.
  const place = isBeside ? end + GAP : Math.min(pixelAt(box, start) + GAP, Math.max(0, box.width - size))
  return (
    <>
      <span
        className={styles.worst}
        data-open={row.isOpen || undefined}
        style={rangeStyle(box.range, { from: start, to: row.end })}
      />
      <span className={styles.worstText} data-inside={!isBeside || undefined} style={{ left: `${place}px` }}>
        {row.text}
      </span>
    </>
  )
}
