import type { ReactNode } from 'react'
import { shootPage } from '@/lib/browser/paths'
import type { Zone } from '@/lib/contract/zone'
import type { PromotionEvidenceAnswer } from '@/lib/questions/version/contract/evidence'
import { besideText } from '@/lib/words/evidence'
import { countText, fullText, spanText } from '@/lib/words/time-text'
import styles from '../evidence/evidence.module.css'
import { EventGlyph } from '../ui/glyph'
import { Link } from '../ui/link'

interface ErrorsProps {
  readonly answer: PromotionEvidenceAnswer
  readonly zone: Zone
}

/** What went wrong, in the words of Gardener and of whoever it asked. */
export function Errors({ answer, zone }: ErrorsProps): ReactNode {
  const { errors, errorsTotal, predecessor } = answer
  return (
    <section aria-labelledby="errors">
      <div className={`section-head ${styles.wraps}`}>
        <h2 id="errors">Last errors</h2>
        <span className="faint">all since the first cluster ran it, with Gardener’s codes</span>
      </div>
      {errors.length === 0 && <p className="muted small">None is recorded.</p>}
      <ul className={styles.errors}>
        {errors.map((one) => (
          <li key={`${one.at}${one.namespace}/${one.name}`}>
            <span>{fullText(one.at, zone)}</span>
            <Link href={shootPage(one)}>
              {one.project} / <b>{one.name}</b>
            </Link>
            <div className={one.kind === 'error' ? undefined : 'bad'}>
              {one.kind !== 'error' && <EventGlyph kind="fails" />}
              {codesOf(one).map((code) => (
                <span key={code}>{code}</span>
              ))}
              {codesOf(one).length === 0 && <span className="faint">no code</span>}
            </div>
            <div className="muted">
              {one.errors.map(({ description }) => (
                <p key={description}>{description}</p>
              ))}
            </div>
            <span>{endText(one)}</span>
          </li>
        ))}
      </ul>
      {errorsTotal > errors.length && (
        <p className={styles.note}>
          The last {countText(errors.length)} of {countText(errorsTotal)}.
        </p>
      )}
      <p className={styles.note}>
        {predecessor &&
          `To ${predecessor.version} on the same days: ${besideText(predecessor.updates, predecessor.failed)}${codesText(predecessor.codes)}. `}
        An error with a code of the infrastructure or of the user is listed too: whether it counts is for you to judge.
      </p>
    </section>
  )
}

type Failure = PromotionEvidenceAnswer['errors'][number]

function codesOf({ errors }: Failure): readonly string[] {
  return [...new Set(errors.flatMap(({ codes }) => codes))]
}

function endText({ kind, at, until }: Failure): string {
  if (kind === 'denied') return 'update denied, still on the version before'
  const how = kind === 'failed' ? 'gave up' : 'tried again'
  return until === null ? `${how}, not over` : `${how}, over after ${spanText(Date.parse(until) - Date.parse(at))}`
}

function codesText(codes: NonNullable<PromotionEvidenceAnswer['predecessor']>['codes']): string {
  return codes.map(({ code, updates }) => `, ${countText(updates)} with ${code}`).join('')
}
