import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'
import { useZone } from '@/lib/browser/clock'
import type { PolicyOutcomeBody } from '@/lib/questions/policy/contract'
import { dutyText } from '@/lib/words/policy'
import styles from './policy.module.css'

interface DutiesProps {
  readonly duties: PolicyOutcomeBody['duties']
  readonly now: string
}

/** What the policy will never do. */
export function Duties({ duties, now }: DutiesProps): ReactNode {
  const zone = useZone()
  return (
    <>
      <div className="section-head">
        <h2 id="duties">It leaves to you</h2>
        <span className="faint">promotions, dates of the latest of a minor, additions and removals</span>
      </div>
      {duties.length === 0 ? (
        <p className={styles.note}>No preview waits to be promoted, and no minor stays without a date in this year.</p>
      ) : (
        <ul aria-labelledby="duties">
          {duties.map((duty) => {
            const [fact, meaning] = dutyText(duty, now, zone)
            return (
              <li key={`${duty.kind}/${duty.image}/${duty.version}`} className={styles.note}>
                <Icon name="warning" />
                <span>
                  <b>{fact}</b> {meaning}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
