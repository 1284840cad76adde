import { DataTable } from '@/components/ui/data-table'
import { Scroll } from '@/components/ui/scroll'
import { countText } from '@/lib/words/time-text'
import { Count } from './count'
import { DayMoves } from './day-readout'
import { dayName } from './days'
import styles from './overview.module.css'
import { agoText, isRecordedDay, type Movement } from './past-days'

interface PastTableProps {
  readonly movement: Movement
  /** Today: years are printed when they are not its year. */
  readonly first: string
}

/** The strip's days before now as a table, the last first: what happened, beside what had been expected thirty days before. */
export function PastTable({ movement, first }: PastTableProps) {
  const rows = movement.days.map((day, index) => ({ day, index })).reverse()
  return (
    <>
      <h3 className={styles.pastHead}>Last 30 days, beside what had been expected 30 days before</h3>
      <Scroll label="Last 30 days as a table" className={styles.tall}>
        <DataTable
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
          <tbody>
            {rows.map(({ day, index }) => (
              <tr key={day.date}>
                <th scope="row">{dayName(day.date, first)}</th>
                <td className="muted">{agoText(index, movement.days.length)}</td>
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
          </tbody>
        </DataTable>
      </Scroll>
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
