import { shootPage } from '@/lib/browser/paths'
import type { ShootAnswer } from '@/lib/contract/shoot'
import type { MaintenanceAnswer } from '@/lib/questions/cluster/contract/maintenance'
import { Command } from '../../ui/command'
import { Link } from '../../ui/link'
import { Tag } from '../../ui/parts'
import { Act } from '../act/act'
import subpage from '../subpage.module.css'
import { isInPlacePool } from '../tabs'
import styles from './maintenance.module.css'

interface MaintenanceSideProps {
  readonly answer: ShootAnswer
  readonly maintenance: MaintenanceAnswer
}

/** Pools that are updated in place, confined roll-outs, and what the owner can tell Gardener. */
export function MaintenanceSide({ answer, maintenance }: MaintenanceSideProps) {
  const { confined, commands } = maintenance
  return (
    <aside className={`${subpage.side} ${styles.side}`} aria-label="In place, roll-outs, commands">
      <InPlace answer={answer} />
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

/** The short form of the tab In place. */
function InPlace({ answer: { shoot, pending } }: { readonly answer: ShootAnswer }) {
  const pools = shoot.pools.filter(isInPlacePool)
  if (pools.length === 0) return null
  const waiting = pending.length === 0 ? 'none pending' : `${pending.length} pending`
  return (
    <section aria-label="Updates in place">
      <div className="section-head">
        <h2>Updates in place</h2>
        <span className="faint">{waiting}</span>
      </div>
      <ul>
        {pools.map(({ name, updateStrategy, image }) => (
          <li key={name}>
            <h3>
              {name} <Tag>{updateStrategy}</Tag>
            </h3>
            <p>
              {image === null ? '' : `On ${image.name} ${image.version}. `}
              {pending.includes(name)
                ? updateStrategy === 'ManualInPlaceUpdate'
                  ? 'Pending: its nodes wait until somebody selects them.'
                  : 'Pending: Gardener has not finished it.'
                : 'Nothing pending.'}
            </p>
          </li>
        ))}
      </ul>
      <p>
        <Link className="link" href={shootPage(shoot, 'in-place')}>
          Strategies, nodes and commands
        </Link>
      </p>
    </section>
  )
}
