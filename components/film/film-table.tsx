import { DataTable } from '@/components/ui/data-table'
import { Scroll } from '@/components/ui/scroll'
import { countText } from '@/lib/client/time-text'
import type { FilmAnswer } from '@/lib/contract'
import { countsOn, draftedText, failText, longDay, type Stop, shownMinors, stopText, stuckCount } from './days'
import styles from './film.module.css'

interface FilmTableProps {
  readonly film: FilmAnswer
  readonly stops: readonly Stop[]
  readonly day: number
}

/** The film as a table: a row per step, the one that the day belongs to marked. */
export function FilmTable({ film, stops, day }: FilmTableProps) {
  const minors = shownMinors(film)
  const rows: readonly Stop[] = [{ day: 0, flows: [], stuck: [], drafted: null }, ...stops]
  const current = rows.findLast((row) => row.day <= day)?.day
  return (
    <Scroll label="Clusters from minor to minor as a table">
      <DataTable
        heads={['From', ...minors.map(({ minor }) => ({ number: minor })), { number: 'Stuck' }, 'What happens']}
      >
        <tbody>
          {rows.map((row) => {
            const counts = countsOn(film, row.day)
            const stuck = stuckCount(film, row.day)
            return (
              <tr
                key={row.day}
                className={row.day === current ? styles.current : undefined}
                aria-current={row.day === current ? 'date' : undefined}
              >
                <th scope="row" className="nowrap">
                  {longDay(film, row.day)}
                </th>
                {counts.map(({ minor, count, drafted }) => (
                  <td key={minor} className={count === 0 ? 'num faint' : 'num'}>
                    {countText(count)}
                    <Drafted now={count} drafted={drafted.count} />
                  </td>
                ))}
                <td className={stuck.now > 0 ? 'num bad' : 'num faint'}>
                  {countText(stuck.now)}
                  <Drafted now={stuck.now} drafted={stuck.drafted} />
                </td>
                <td className={styles.words}>
                  {row.day === 0 ? (
                    <span className="faint">{film.seen === undefined ? 'as it is today' : 'as it was then'}</span>
                  ) : null}
                  {stopText(row, 4)} <span className="bad">{failText(row.stuck)}</span>{' '}
                  <span className="muted">{draftedText(film, row, 4)}</span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </DataTable>
    </Scroll>
  )
}

/** What a count is with the draft, where that is another. */
function Drafted({ now, drafted }: { readonly now: number; readonly drafted: number }) {
  return now === drafted ? null : <span className={`${styles.drafted} muted`}> draft {countText(drafted)}</span>
}
