import type { ShootAnswer } from '@/lib/contract/shoot'
import type { MaintenanceAnswer } from '@/lib/questions/cluster/contract/maintenance'
import { Command } from '../../ui/command'
import { Act } from '../act/act'
import subpage from '../subpage.module.css'
import styles from './maintenance.module.css'

interface MaintenanceSideProps {
  readonly answer: ShootAnswer
  readonly maintenance: MaintenanceAnswer
}

/** Confined roll-outs, and what the owner can tell Gardener. */
export function MaintenanceSide({ answer, maintenance }: MaintenanceSideProps) {
  const { confined, commands } = maintenance
  return (
    <aside className={`${subpage.side} ${styles.side}`} aria-label="Roll-outs, commands">
      <section aria-label="Confined roll-outs">
        <div className="section-head">
          <h2>Confined roll-outs</h2>
          <span className="faint">{confined ? 'on' : 'off'}</span>
        </div>
        <p>
          {confined
            ? 'Changes of the spec wait for the window; the generation is not raised before, so the garden does not tell which wait. A change of the window itself counts after the next maintenance.'
            : 'Changes of the spec are rolled out at once, whatever the window says.'}
        </p>
      </section>
      {commands.length === 0 ? null : (
        <section aria-label="Commands">
          <h2>What you can tell Gardener</h2>
          <ul>
            {commands.map(({ title, text, command, edits }) => (
              <li key={title}>
                <Command title={title} text={command}>
                  <p>{text}</p>
                </Command>
                <Act shoot={answer.shoot} edits={edits} mayEdit={answer.mayEdit} look="quiet" small />
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  )
}
