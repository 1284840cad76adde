import { Empty } from '@/components/ui/parts'
import { Scroll } from '@/components/ui/scroll'
import { countText } from '@/lib/client/time-text'
import { DayMoves } from './day-readout'
import { type Day, dayDistance, dayName } from './days'
import styles from './overview.module.css'

/** The strip as a table: the days on which something happens. */
export function DayTable({ days }: { readonly days: readonly Day[] }) {
  const first = days[0]?.date ?? ''
  const rows = days
    .map((day, index) => ({ day, index }))
    .filter(({ day }) => day.forced > 0 || day.fails > 0 || day.auto > 0)
  if (rows.length === 0) return <Empty text="Nothing happens within 90 days." />
  return (
    <Scroll label="Next 90 days as a table" className={styles.tall}>
      <table className="dense">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">In</th>
            <th scope="col" className="num">
              Forced
            </th>
            <th scope="col" className="num">
              Nodes roll
            </th>
            <th scope="col" className="num">
              Begin to fail
            </th>
            <th scope="col" className="num">
              Auto-updates
            </th>
            <th scope="col">Most of them</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day, index }) => (
            <tr key={day.date}>
              <th scope="row">{dayName(day.date, first)}</th>
              <td className="m">{dayDistance(index)}</td>
              <Count value={day.forced} />
              <Count value={day.rolling} />
              <Count value={day.fails} isBad />
              <Count value={day.auto} />
              <td className="m">
                <DayMoves day={day} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function Count({ value, isBad = false }: { readonly value: number; readonly isBad?: boolean }) {
  return <td className={value === 0 ? 'num q' : isBad ? 'num bad' : 'num'}>{countText(value)}</td>
}
