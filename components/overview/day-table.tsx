import { DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { Empty } from '@/components/ui/parts'
import { Scroll } from '@/components/ui/scroll'
import { countOf, monthText } from '@/lib/words/time-text'
import { Count } from './count'
import { DayMoves } from './day-readout'
import { type Day, dayDistance, dayFilter, dayName, type Month, monthFilter } from './days'
import styles from './overview.module.css'
import { useShootsPage } from './use-projects'

/** The strip as a table: the days on which something happens. */
export function DayTable({ days, months }: { readonly days: readonly Day[]; readonly months: readonly Month[] }) {
  const pageOf = useShootsPage()
  const first = days[0]?.date ?? ''
  const rows = days
    .map((day, index) => ({ day, index }))
    .filter(({ day }) => day.forced > 0 || day.fails > 0 || day.auto > 0)
  if (rows.length === 0) return <Empty text="Nothing happens within 90 days." />
  return (
    <Scroll label="Next 90 days as a table" className={styles.tall}>
      <DataTable
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
                <Link href={pageOf(monthFilter(month))}>{monthText(`${month.date}-01`, 'UTC', true)}</Link>
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
    </Scroll>
  )
}
