import { DataTable } from '@/components/ui/data-table'
import { Scroll } from '@/components/ui/scroll'
import { countText } from '@/lib/client/time-text'
import type { FilmAnswer } from '@/lib/contract'
import { clustersOf, countsOn, failText, longDay, type Stop, shownMinors, stopText, stuckOn } from './days'
import styles from './film.module.css'

interface FilmTableProps {
  readonly film: FilmAnswer
  readonly stops: readonly Stop[]
  readonly day: number
}

/** The film as a table: a row per step, the one that the day belongs to marked. */
export function FilmTable({ film, stops, day }: FilmTableProps) {
  const minors = shownMinors(film)
  const rows = stops[0]?.day === 0 ? stops : [{ day: 0, flows: [], stuck: [] }, ...stops]
  const current = rows.findLast((row) => row.day <= day)?.day
  return (
    <Scroll label="Clusters from minor to minor as a table">
      <DataTable
        heads={['From', ...minors.map(({ minor }) => ({ number: minor })), { number: 'Stuck' }, 'What happens']}
      >
        <tbody>
          {rows.map((row) => {
            const counts = new Map(countsOn(film, row.day).map(({ minor, count }) => [minor, count]))
            const stuck = clustersOf(stuckOn(film, row.day))
            return (
              <tr
                key={row.day}
                className={row.day === current ? styles.current : undefined}
                aria-current={row.day === current ? 'date' : undefined}
              >
                <th scope="row" className="nowrap">
                  {longDay(film, row.day)}
                </th>
                {minors.map(({ minor }) => (
                  <td key={minor} className={counts.get(minor) === 0 ? 'num faint' : 'num'}>
                    {countText(counts.get(minor) ?? 0)}
                  </td>
                ))}
                <td className={stuck > 0 ? 'num bad' : 'num faint'}>{countText(stuck)}</td>
                <td className={styles.words}>
                  {row.flows.length + row.stuck.length === 0 ? <span className="faint">as it is today</span> : null}
                  {stopText(row, 4)} <span className="bad">{failText(row.stuck)}</span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </DataTable>
    </Scroll>
  )
}
