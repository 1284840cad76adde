import type { ReactNode } from 'react'
import { useZone } from '@/lib/browser/clock'
import type { PolicyOutcomeBody } from '@/lib/questions/policy/contract'
import { dutyText, policySentences } from '@/lib/words/policy'
import { Icon } from '../ui/icon'
import styles from './policy.module.css'

/** So many minors are drawn; the others only counted. */
const MOST = 8

/** What the policy says, in a drawing of the minors and in sentences. */
export function PolicySummary({ outcome }: { readonly outcome: PolicyOutcomeBody }): ReactNode {
  return (
    <>
      {outcome.minors && outcome.minors.length > 0 && <Minors minors={outcome.minors} />}
      <dl className={styles.what}>
        {policySentences(outcome).map(([term, sentence]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{sentence}</dd>
          </div>
        ))}
        {outcome.withStages > 0 && (
          <div>
            <dt>Left alone</dt>
            <dd>{`${outcome.withStages} versions with lifecycle stages: they schedule themselves.`}</dd>
          </div>
        )}
      </dl>
    </>
  )
}

function Minors({ minors }: { readonly minors: NonNullable<PolicyOutcomeBody['minors']> }): ReactNode {
  const shown = minors.slice(0, MOST)
  const maintained = minors.filter((one) => one.maintained)
  const previews = maintained.filter((one) => one.onlyPreviews).map(({ minor }) => minor)
  const more = minors.length - shown.length
  const note = previews.length === 0 ? '' : `, ${previews.join(' and ')} with previews only`
  return (
    <>
      <ul className={styles.minors} aria-label="Kubernetes minors">
        {shown.map(({ minor, maintained: isMaintained }) => (
          <li key={minor} data-maintained={isMaintained || undefined}>
            {minor}
            <span className="visually-hidden">{isMaintained ? ', maintained' : ', not maintained'}</span>
          </li>
        ))}
      </ul>
      <p className={styles.minorsNote}>
        <span>{`maintained: the ${maintained.length === 1 ? 'highest' : `${maintained.length} highest`}${note}`}</span>
        {maintained.length < minors.length && <span>{more > 0 ? `not, and ${more} more` : 'not'}</span>}
      </p>
    </>
  )
}

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
