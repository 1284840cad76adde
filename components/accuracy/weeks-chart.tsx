import { useZone } from '@/lib/browser/clock'
import { onWire } from '@/lib/contract/dates'
import type { AccuracyAnswer } from '@/lib/questions/accuracy/contract'
import { REASON_ORDER, REASONS, unknownForecastsText, weekCountText } from '@/lib/words/accuracy'
import { countText, DAY, dayText, ms } from '@/lib/words/time-text'
import { type CountLook, Swatch } from '../charts/count-looks'
import { LazyBars } from '../charts/lazy-charts'
import type { LaneRow } from '../timeline/lane'
import { type LaneColumn, Lanes } from '../timeline/lanes'
import { unrecorded } from '../timeline/range'
import { chartMark } from '../ui/chart-mark'
import { Count, RowTable } from '../ui/data-table'
import styles from './accuracy.module.css'
import type { AccuracyReason } from './question'

interface WeeksChartProps {
  readonly answer: AccuracyAnswer
  readonly age: AccuracyAnswer['ages'][number]
}

interface WeeklyCountRow extends LaneRow {
  readonly id: keyof typeof LOOKS
  readonly name: string
  readonly means: string
  /** One per week. */
  readonly weekly: readonly number[]
  readonly sum: number
  readonly highest: number
}

/** A lane for what was as forecast, and one for each reason, by weeks. */
export function WeeksChart({ answer, age }: WeeksChartProps) {
  const zone = useZone()
  const { weeks, at } = answer
  const from = ms(weeks[0]?.from ?? answer.from)
  const range = { from, to: from + weeks.length * WEEK }
  const known = age.knownFrom === null ? from : ms(age.knownFrom)
  // Where nothing can be told: nothing was recorded, or no forecast of so many days before is known.
  const { gaps } = answer
  const blanks = unrecorded({ since: age.knownFrom ?? onWire(from), gaps }, { from, to: ms(answer.to) })
  const days = weeks.map((week) => dayText(week.from, zone, { now: at }))
  return (
    <>
      <Lanes<WeeklyCountRow>
        name="What became of forecasts, week by week"
        kind="table"
        rows={rowsOf(answer, age)}
        left={[NAME]}
        right={[SUM]}
        range={range}
        // The past is all that there is.
        now={from - 1}
        least={weeks.length * 40}
        areas={blanks.map((blank) => ({ ...blank, look: 'unrecorded' }))}
        mark={chartMark('By reason, week by week', { from, to: ms(answer.to) })}
        className={styles.weeks}
        draw={({ id, name, weekly, highest }) => {
          // What lies before anything is known is not nothing.
          const counts = weekly.map((count, i) => (from + (i + 1) * WEEK <= known ? null : count))
          const texts = counts.map((count, i) => weekCountText(days[i] ?? '', count))
          return (
            <div className={styles.lane} role="img" aria-label={`${name}, ${texts.join(', ')}`}>
              <LazyBars
                series={[LOOKS[id]]}
                columns={counts.map((count, i) => ({
                  // In the middle of what is known of the week.
                  at: (Math.max(from + i * WEEK, known) + from + (i + 1) * WEEK) / 2,
                  counts: [count],
                  figure: count === null ? '' : countText(count),
                  look: count === 0 ? 'zero' : undefined,
                }))}
                {...range}
                top={Math.max(1, highest) * HEADROOM}
                width={40}
              />
            </div>
          )
        }}
      />
      {blanks.length === 0 ? null : <BlankText answer={answer} age={age} />}
    </>
  )
}

const WEEK = 7 * DAY

const NAME: LaneColumn<WeeklyCountRow> = {
  key: 'name',
  head: { hidden: 'Reason' },
  width: 190,
  isName: true,
  phone: 'wide',
  cell: ({ name, means }) => (
    <>
      <b>{name}</b> <span className="faint tiny below desk">{means}</span>
    </>
  ),
}

const SUM: LaneColumn<WeeklyCountRow> = {
  key: 'sum',
  head: 'In all',
  width: 60,
  isNumber: true,
  phone: 'end',
  cell: ({ sum }) => <b className={sum === 0 ? 'faint' : undefined}>{countText(sum)}</b>,
}

/** A figure stands over the highest bar. */
const HEADROOM = 1.6

/** How what became of a forecast is drawn. */
export const LOOKS: Readonly<Record<'as-forecast' | AccuracyReason, CountLook>> = {
  'as-forecast': 'm-1',
  'owner-acted': 'm-4',
  'profile-edited': 'm-2',
  'gardener-failed': 'failed',
  'window-moved': 'hollow',
  'almanac-wrong': 'ink',
}

function BlankText({ answer, age }: WeeksChartProps) {
  const zone = useZone()
  return (
    <p className="note">
      <Swatch look="hatched" /> {unknownForecastsText(answer, age, zone)}
    </p>
  )
}

function rowsOf({ weeks }: AccuracyAnswer, { counts }: WeeksChartProps['age']): WeeklyCountRow[] {
  const highest = Math.max(...REASON_ORDER.flatMap((reason) => weeks.map((week) => week.counts.reasons[reason])), 0)
  const right = weeks.map((week) => week.counts.asForecast)
  return [
    {
      id: 'as-forecast',
      isFirst: true,
      name: 'As forecast',
      means: 'own scale',
      weekly: right,
      sum: counts.asForecast,
      highest: Math.max(...right, 0),
    },
    ...REASON_ORDER.map(
      (reason): WeeklyCountRow => ({
        id: reason,
        isFirst: true,
        name: REASONS[reason].name,
        means: REASONS[reason].means,
        weekly: weeks.map((week) => week.counts.reasons[reason]),
        sum: counts.reasons[reason],
        highest,
      }),
    ),
  ]
}

/** The figures of the chart as a table. */
export function WeeksTable({ answer: { weeks, at } }: { readonly answer: AccuracyAnswer }) {
  const zone = useZone()
  return (
    <RowTable
      scroll="What became of forecasts, week by week, as a table"
      caption="By reason, week by week"
      heads={[
        'Week of',
        { number: 'As forecast' },
        ...REASON_ORDER.map((reason) => ({ number: REASONS[reason].name })),
        { number: 'All' },
      ]}
    >
      {weeks.map(({ from, counts }) => (
        <tr key={from}>
          <th scope="row">{dayText(from, zone, { now: at })}</th>
          <td className="num">{countText(counts.asForecast)}</td>
          {REASON_ORDER.map((reason) => (
            <Count key={reason} value={counts.reasons[reason]} />
          ))}
          <td className="num">{countText(counts.total)}</td>
        </tr>
      ))}
    </RowTable>
  )
}
