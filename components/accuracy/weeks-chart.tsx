import type { CSSProperties } from 'react'
import { useZone } from '@/lib/browser/clock'
import type { AccuracyAnswer } from '@/lib/questions/accuracy/contract'
import { ageText, REASON_ORDER, REASONS, rangeText } from '@/lib/words/accuracy'
import { countOf, countText, DAY, dayText, ms } from '@/lib/words/time-text'
import { Bars } from '../charts/later'
import { type Look, Swatch } from '../charts/looks'
import { chartMark } from '../ui/chart-mark'
import { Count, RowTable, Scroll } from '../ui/data-table'
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
  const known = age.knownFrom === null ? from : ms(age.knownFrom)
  const weekAt = (instant: number) => Math.max(0, Math.min(weeks.length, (instant - from) / (7 * DAY)))
  const blanks = blanksOf(answer, age, from).map((blank) => ({
    from: weekAt(blank.from),
    to: weekAt(blank.to),
    look: 'hatched' as const,
  }))
  const days = weeks.map((week) => dayText(week.from, zone, { now: at }))
  return (
    <>
      <div {...chartMark('By reason, week by week', { from, to: ms(to) })}>
        <Scroll label="What became of forecasts, week by week">
          <div className={styles.lanes} style={{ '--weeks': weeks.length } as CSSProperties}>
            <div aria-hidden="true">
              <span />
              <span className={styles.weeks}>
                {days.map((day) => (
                  <span key={day}>{day}</span>
                ))}
              </span>
              <span className="right">{rangeText(new Date(from).toISOString(), to, zone)}</span>
            </div>
            {lanes.map(({ key, name, means, sum, highest, ...lane }) => {
              // What lies before anything is known is not nothing.
              const counts = lane.counts.map((count, i) => (ms(weeks[i]?.from ?? at) + 7 * DAY <= known ? null : count))
              const texts = counts.map((count, i) => `week of ${days[i]}: ${count === null ? 'not known' : count}`)
              return (
                <div key={key}>
                  <p>
                    <b>{name}</b>
                    <span className="faint">{means}</span>
                  </p>
                  <div className={styles.lane} role="img" aria-label={`${name}, ${texts.join(', ')}`}>
                    <Bars
                      series={[LOOKS[key]]}
                      columns={counts.map((count, i) => ({
                        at: i + 0.5,
                        counts: [count],
                        figure: count === null ? '' : countText(count),
                        look: count === 0 ? 'zero' : undefined,
                      }))}
                      from={0}
                      to={weeks.length}
                      top={Math.max(1, highest) * HEADROOM}
                      width={40}
                      areas={blanks}
                    />
                  </div>
                  <b className={sum === 0 ? 'num faint' : 'num'}>{countText(sum)}</b>
                </div>
              )
            })}
          </div>
        </Scroll>
      </div>
      {blanks.length === 0 ? null : <BlankText answer={answer} age={age} />}
    </>
  )
}

/** A figure stands over the highest bar. */
const HEADROOM = 1.6

/** How what became of a forecast is drawn. */
export const LOOKS: Readonly<Record<'as-forecast' | Reason, Look>> = {
  'as-forecast': 'm-1',
  'owner-acted': 'm-4',
  'profile-edited': 'm-2',
  'gardener-failed': 'failed',
  'window-moved': 'hollow',
  'almanac-wrong': 'ink',
}

function BlankText({ answer, age }: WeeksChartProps) {
  const zone = useZone()
  const { gaps, unrecorded, at, to } = answer
  return (
    <p className="note">
      <Swatch look="hatched" />{' '}
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
    <RowTable
      scroll="What became of forecasts, week by week, as a table"
      caption="By reason, week by week"
      heads={[
        'Week of',
        { number: 'As forecast' },
        ...REASON_ORDER.map((reason) => ({ number: REASONS[reason].lane })),
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
