import type { MaintenanceAnswer, MaintenanceTask } from '@/lib/questions/cluster/contract/maintenance'
import { effectsOfTasks } from '@/lib/words/next-maintenance'
import type { EffectLine } from '@/lib/words/steps'
import { EffectCell } from '../../outlook/effect-cell'
import { DataTable } from '../../ui/data-table'
import { Icon } from '../../ui/icon'
import { Scroll } from '../../ui/scroll'
import styles from './maintenance.module.css'

/** What runs in a maintenance, in Gardener's order; and that all of it is refused, in Gardener's words. */
export function TaskTable({ answer }: { readonly answer: MaintenanceAnswer }) {
  const { tasks, outcome, failureReason } = answer
  const effects = effectsOfTasks(tasks)
  return (
    <Scroll label="Parts of the maintenance">
      <DataTable
        className={styles.tasks}
        heads={[{ hidden: 'Order' }, 'What', 'From → to', 'Reason Gardener will give', 'Effect']}
      >
        <tbody>
          {tasks.map((task, i) => (
            <Task key={`${task.what} ${task.note}`} task={task} order={i + 1} effects={effects[i] ?? []} />
          ))}
          {outcome === 'refused' && failureReason !== null ? (
            <tr className={styles.refused}>
              <td>
                <Icon name="stop" />
              </td>
              <th scope="row" className="bad">
                <b>All of it is refused</b>
              </th>
              <td colSpan={3}>
                <span className="mono">{failureReason}</span>
              </td>
            </tr>
          ) : null}
        </tbody>
      </DataTable>
    </Scroll>
  )
}

interface TaskProps {
  readonly task: MaintenanceTask
  readonly order: number
  readonly effects: readonly EffectLine[]
}

function Task({ task, order, effects }: TaskProps) {
  const { what, from, to, stays, note, reason, text, kind, state } = task
  const isOfCredentials = kind === 'rotation' || (kind === 'operation' && note.startsWith('rotate-'))
  return (
    <tr data-state={state}>
      <td className="faint">{order}</td>
      <th scope="row">{what}</th>
      <td className={styles.move}>
        {from === null ? (
          <span className={kind === 'setting' || kind === 'operation' || kind === 'rotation' ? 'mono' : 'faint'}>
            {note}
          </span>
        ) : (
          <>
            {from}
            <span className="arrow">→</span>
            {to === null ? <span className="bad">{stays ? 'stays' : 'no later version'}</span> : <b>{to}</b>}
          </>
        )}
      </td>
      <td className={styles.reason}>
        {reason === null ? null : <span>{reason}</span>}
        {text === '' ? null : <span className="faint">{text}</span>}
      </td>
      <td className={styles.effect}>
        {effects.map((effect) => (
          <span key={effect.text}>
            {isOfCredentials && effect.kind === 'none' && state === 'runs' ? <Icon name="key" /> : null}
            <EffectCell effect={effect} />
          </span>
        ))}
      </td>
    </tr>
  )
}
