import { countOf, countText } from '@/lib/words/time-text'
import { beginningToFail, type Day, dayDistance, dayName } from './days'

export interface DayReadoutProps {
  readonly day: Day
  readonly index: number
  /** The first day of the strip: years are printed when they are not its year. */
  readonly first: string
}

/** `Tue 15 Dec, in 24 days: 53 forced, 24 with nodes rolling. aws 1.33.6 → 1.33.7 29, …` */
export function DayReadout({ day, index, first }: DayReadoutProps) {
  return (
    <>
      <b>{dayName(day.date, first)}</b>, {dayDistance(index)}: <DayFacts day={day} />
      {day.top.length > 0 ? '. ' : null}
      <DayMoves day={day} />
    </>
  )
}

function DayFacts({ day }: { readonly day: Day }) {
  const isQuiet = day.forced === 0 && day.fails === 0
  return (
    <>
      {isQuiet ? 'nothing forced' : null}
      {day.forced > 0 ? <b>{countText(day.forced)} forced</b> : null}
      {day.rolling > 0 ? `, ${day.rolling === day.forced ? 'all' : countText(day.rolling)} with nodes rolling` : null}
      {day.fails > 0 ? (
        <>
          {day.forced > 0 ? ', ' : null}
          <b className="bad">{beginningToFail(day.fails)}</b>
        </>
      ) : null}
      {isQuiet && day.auto > 0 ? `, ${countOf(day.auto, 'auto-update')}` : null}
    </>
  )
}

/** The most frequent moves of a day, each with its clusters. */
export function DayMoves({ day }: { readonly day: Day }) {
  return day.top.map((move, index) => (
    <span key={`${move.kind} ${move.profile} ${move.what} ${move.from} ${move.to}`}>
      {index > 0 ? ', ' : null}
      {move.profile} {move.what === 'Kubernetes' ? '' : `${move.what} `}
      {move.from}
      {move.to === null || move.kind === 'fails' ? (
        <span className="bad"> fails</span>
      ) : (
        <>
          <span className="arrow">→</span>
          {move.to}
        </>
      )}{' '}
      <b>{countText(move.clusters)}</b>
    </span>
  ))
}
