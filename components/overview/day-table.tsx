import { beginningToFail, dayAgoText, dayDistance, dayName } from '@/lib/words/overview'
import { countOf, countText, monthText } from '@/lib/words/time-text'
import { Count, DataTable, RowTable } from '../ui/data-table'
import { Link } from '../ui/link'
import { Empty } from '../ui/parts'
import { useShootsPage } from './addresses'
import { dayFilter, isRecordedDay, monthFilter, type OverviewDay, type OverviewMonth, type PastMovement } from './days'
import styles from './overview.module.css'

/** The strip as a table: the days on which something happens. */
export function DayTable({
  days,
  months,
}: {
  readonly days: readonly OverviewDay[]
  readonly months: readonly OverviewMonth[]
}) {
  const pageOf = useShootsPage()
  const first = days[0]?.date ?? ''
  const rows = days
    .map((day, index) => ({ day, index }))
    .filter(({ day }) => day.forced > 0 || day.fails > 0 || day.auto > 0)
  if (rows.length === 0) return <Empty text="Nothing happens within 90 days." />
  return (
    <DataTable
      behindChart="Next 90 days as a table"
      className="dense"
      heads={[
        'Day',
        'In',
        { number: 'Forced' },
        { number: 'Nodes roll' },
        { number: 'Begin to fail' },
        { number: 'Auto-updates' },
        'Most of them',
      ]}
    >
      <tbody>
        {rows.map(({ day, index }) => (
          <tr key={day.date}>
            <th scope="row">
              <Link href={pageOf(dayFilter(day))}>{dayName(day.date, first)}</Link>
            </th>
            <td className="muted">{dayDistance(index)}</td>
            <Count value={day.forced} />
            <Count value={day.rolling} />
            <Count value={day.fails} isBad />
            <Count value={day.auto} />
            <td className="muted">
              <DayMoves day={day} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {months.map((month) => (
          <tr key={month.date}>
            <th scope="row">
              <Link href={pageOf(monthFilter(month))}>{monthText(`${month.date}-01`, true)}</Link>
            </th>
            <td className="muted">{countOf(month.clusters, 'cluster')}</td>
            <Count value={month.forced} />
            <td />
            <Count value={month.fails} isBad />
            <td colSpan={2} />
          </tr>
        ))}
      </tfoot>
    </DataTable>
  )
}

interface PastTableProps {
  readonly movement: PastMovement
  /** Today: years are printed when they are not its year. */
  readonly first: string
}

/** The strip's days before now as a table, the last first: what happened, beside what had been expected thirty days before. */
export function PastTable({ movement, first }: PastTableProps) {
  const rows = movement.days.map((day, index) => ({ day, index })).reverse()
  return (
    <>
      <h3 className={styles.pastHead}>Last 30 days, beside what had been expected 30 days before</h3>
      <RowTable
        behindChart="Last 30 days as a table"
        className="dense"
        heads={[
          'Day',
          'Ago',
          { number: 'Forced' },
          { number: 'expected forced' },
          { number: 'Nodes rolled' },
          { number: 'Began to fail' },
          { number: 'expected to fail' },
          { number: 'Auto-updates' },
          { number: 'expected auto' },
          { number: 'By hand' },
          'Most of them',
        ]}
      >
        {rows.map(({ day, index }) => (
          <tr key={day.date}>
            <th scope="row">{dayName(day.date, first)}</th>
            <td className="muted">{dayAgoText(index, movement.days.length)}</td>
            {isRecordedDay(movement, index) ? (
              <>
                <Count value={day.forced} />
                <Expected value={day.expected?.forced} />
                <Count value={day.rolling} />
                <Count value={day.fails} isBad />
                <Expected value={day.expected?.fails} />
                <Count value={day.auto} />
                <Expected value={day.expected?.auto} />
                <Count value={day.byHand} />
                <td className="muted">
                  <DayMoves day={day} />
                </td>
              </>
            ) : (
              <td colSpan={9} className="faint">
                not recorded
              </td>
            )}
          </tr>
        ))}
      </RowTable>
    </>
  )
}

/** A day of which it is not known says so. */
function Expected({ value }: { readonly value: number | undefined }) {
  return value === undefined ? (
    <td className="num faint">not known</td>
  ) : (
    <td className={value === 0 ? 'num faint' : 'num muted'}>{countText(value)}</td>
  )
}

interface DayReadoutProps {
  readonly day: OverviewDay
  readonly index: number
  /** The first day of the strip: years are printed when they are not its year. */
  readonly first: string
}

/** `Tue 15 Dec, in 24 days: 53 forced, 24 with nodes rolling. aws 1.33.6 → 1.33.7 29, …` */
export function DayReadout({ day, index, first }: DayReadoutProps) {
  const isQuiet = day.forced === 0 && day.fails === 0
  return (
    <>
      <b>{dayName(day.date, first)}</b>, {dayDistance(index)}: {isQuiet ? 'nothing forced' : null}
      {day.forced > 0 ? <b>{countText(day.forced)} forced</b> : null}
      {day.rolling > 0 ? `, ${day.rolling === day.forced ? 'all' : countText(day.rolling)} with nodes rolling` : null}
      {day.fails > 0 ? (
        <>
          {day.forced > 0 ? ', ' : null}
          <b className="bad">{beginningToFail(day.fails)}</b>
        </>
      ) : null}
      {isQuiet && day.auto > 0 ? `, ${countOf(day.auto, 'auto-update')}` : null}
      {day.top.length > 0 ? '. ' : null}
      <DayMoves day={day} />
    </>
  )
}

/** The most frequent moves of a day, each with its clusters. */
export function DayMoves({ day }: { readonly day: OverviewDay }) {
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
