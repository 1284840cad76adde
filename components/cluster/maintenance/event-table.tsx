import type { MaintenanceAnswer } from '@/lib/questions/cluster/contract/maintenance'
import { momentText } from '@/lib/words/time-text'
import { DataTable } from '../../ui/data-table'
import { Scroll } from '../../ui/scroll'
import styles from './maintenance.module.css'

interface EventTableProps {
  readonly events: MaintenanceAnswer['events']
  /** The cluster's own. */
  readonly offset: string
  readonly now: number
}

/** The Kubernetes Events about the cluster; that there are none is another thing than that they cannot be read. */
export function EventTable({ events, offset, now }: EventTableProps) {
  if (events.kind === 'unreadable') return <p className={styles.note}>Events cannot be read. {events.reason}</p>
  if (events.events.length === 0) {
    return (
      <p className={styles.note}>
        None is there. The garden forgets events after an hour or some days, and a maintenance that is refused writes
        none.
      </p>
    )
  }
  return (
    <Scroll label="Events of the cluster">
      <DataTable className={styles.events} heads={[`When, ${offset.replace('-', '−')}`, 'Type', 'Reason', 'Message']}>
        <tbody>
          {events.events.map(({ at, type, reason, message, count, by }) => (
            <tr key={`${at} ${reason} ${message}`}>
              <td className="nowrap muted">{at === null ? 'not told' : momentText(at, offset, now)}</td>
              <td className={type === 'Warning' ? 'bad nowrap' : 'nowrap'}>{type}</td>
              <td className="nowrap" title={by ?? undefined}>
                {reason}
              </td>
              <td>
                {message}
                {count > 1 ? <span className="faint"> {count} times</span> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Scroll>
  )
}
