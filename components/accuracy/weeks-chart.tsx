import type { CSSProperties } from 'react'
import { useZone } from '@/lib/browser/clock'
import type { AccuracyAnswer } from '@/lib/questions/accuracy/contract'
import { ageText, REASON_ORDER, REASONS, rangeText } from '@/lib/words/accuracy'
import { countOf, countText, DAY, dayText, ms } from '@/lib/words/time-text'
import { chartMark } from '../ui/chart-mark'
import { DataTable, Scroll } from '../ui/data-table'
import styles from './accuracy.module.css'
import type { Reason } from './question'

interface WeeksChartProps {
  readonly answer: AccuracyAnswer
  readonly age: AccuracyAnswer['ages'][number]
}

interface Lane {
  readonly key: 'as-forecast' | Reason
  readonly name: string
  readonly means: string
  readonly counts: readonly number[]
  readonly sum: number
  readonly highest: number
}

/** A lane for what was as forecast, and one for each reason, by weeks. */
export function WeeksChart({ answer, age }: WeeksChartProps) {
  const zone = useZone()
  const { weeks, to, at } = answer
  const lanes = lanesOf(answer, age)
  const from = ms(weeks[0]?.from ?? answer.from)
  const end = Math.max(ms(to), ms(weeks.at(-1)?.from ?? to) + 7 * DAY)
  const share = (instant: number) => Math.max(0, Math.min(1, (instant - from) / (end - from)))
  const blanks = blanksOf(answer, age, from)
  const known = age.knownFrom === null ? from : ms(age.knownFrom)
  return (
    <>
      <div {...chartMark('By reason, week by week', { from, to: ms(to) })}>
        <Scroll label="What became of forecasts, week by week">
          <div className={styles.lanes} style={{ '--weeks': weeks.length } as CSSProperties}>
            <div className={styles.weeks} aria-hidden="true">
              <span />
              {weeks.map((week) => (
                <span key={week.from}>{dayText(week.from, zone, { now: at })}</span>
              ))}
              <span className="right">{rangeText(new Date(from).toISOString(), to, zone)}</span>
            </div>
            {lanes.map((lane) => (
              <div key={lane.key} className={`${styles.of} ${styles.lane}`} data-reason={lane.key}>
                <p>
                  <b>{lane.name}</b>
                  <span className="faint">{lane.means}</span>
                </p>
                {weeks.map((week, i) => (
                  <Week
                    key={week.from}
                    // What lies before anything is known is not nothing.
                    count={ms(week.from) + 7 * DAY <= known ? null : (lane.counts[i] ?? 0)}
                    highest={lane.highest}
                    of={`${lane.name}, week of ${dayText(week.from, zone, { now: at })}`}
                  />
                ))}
                <b className={lane.sum === 0 ? 'num faint' : 'num'}>{countText(lane.sum)}</b>
              </div>
            ))}
            <div className={styles.blanks} aria-hidden="true">
              {blanks.map((blank) => (
                <i
                  key={blank.from}
                  className={styles.blank}
                  style={{ '--from': share(blank.from), '--to': share(blank.to) } as CSSProperties}
                />
              ))}
            </div>
          </div>
        </Scroll>
      </div>
      {blanks.length === 0 ? null : <BlankText answer={answer} age={age} />}
    </>
  )
}

interface WeekProps {
  /** Null: it is not known. */
  readonly count: number | null
  readonly highest: number
  readonly of: string
}

function Week({ count, highest, of }: WeekProps) {
  const text = count === null ? '' : countText(count)
  return (
    <span className={styles.week} role="img" aria-label={`${of}: ${text || 'not known'}`}>
      <small className={count === 0 ? 'faint' : undefined}>{text}</small>
      {count ? <i className={styles.column} style={{ '--high': count / highest } as CSSProperties} /> : null}
    </span>
  )
}

function BlankText({ answer, age }: WeeksChartProps) {
  const zone = useZone()
  const { gaps, unrecorded, at, to } = answer
  return (
    <p className={styles.note}>
      <i className={styles.hatch} />
      {age.knownFrom === null
        ? ''
        : `Before ${dayText(age.knownFrom, zone, { now: at })} no forecast of ${ageText(age.before)} is known, as nothing was recorded then. `}
      {gaps.length === 0
        ? ''
        : `${gaps.map((gap) => rangeText(gap.from, gap.until ?? to, zone)).join(', ')}: not recorded. ${countOf(unrecorded, 'maintenance')} of these days can be compared with nothing and are left out.`}
    </p>
  )
}

function lanesOf({ weeks }: AccuracyAnswer, { counts }: WeeksChartProps['age']): Lane[] {
  const highest = Math.max(...REASON_ORDER.flatMap((reason) => weeks.map((week) => week.counts.reasons[reason])), 0)
  const right = weeks.map((week) => week.counts.asForecast)
  return [
    {
      key: 'as-forecast',
      name: 'As forecast',
      means: 'own scale',
      counts: right,
      sum: counts.asForecast,
      highest: Math.max(...right, 0),
    },
    ...REASON_ORDER.map((reason) => ({
      key: reason,
      name: REASONS[reason].lane,
      means: REASONS[reason].means,
      counts: weeks.map((week) => week.counts.reasons[reason]),
      sum: counts.reasons[reason],
      highest,
    })),
  ]
}

/** Where nothing can be told: nothing was recorded, or no forecast of so many days before is known. */
function blanksOf({ gaps, to }: AccuracyAnswer, { knownFrom }: WeeksChartProps['age'], from: number) {
  return [
    ...(knownFrom === null ? [] : [{ from, to: ms(knownFrom) }]),
    ...gaps.map((gap) => ({ from: ms(gap.from), to: ms(gap.until ?? to) })),
  ]
}

/** The same as the chart, in figures. */
export function WeeksTable({ answer: { weeks, at } }: { readonly answer: AccuracyAnswer }) {
  const zone = useZone()
  return (
    <Scroll label="What became of forecasts, week by week, as a table">
      <DataTable
        caption="By reason, week by week"
        heads={[
          'Week of',
          { number: 'As forecast' },
          ...REASON_ORDER.map((reason) => ({ number: REASONS[reason].lane })),
          { number: 'All' },
        ]}
      >
        <tbody>
          {weeks.map(({ from, counts }) => (
            <tr key={from}>
              <th scope="row">{dayText(from, zone, { now: at })}</th>
              <td className="num">{countText(counts.asForecast)}</td>
              {REASON_ORDER.map((reason) => (
                <td key={reason} className={counts.reasons[reason] === 0 ? 'num faint' : 'num'}>
                  {countText(counts.reasons[reason])}
                </td>
              ))}
              <td className="num">{countText(counts.total)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Scroll>
  )
}
