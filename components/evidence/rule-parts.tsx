import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'
import type { PromotionEvidenceAnswer } from '@/lib/questions/version/contract/evidence'
import { limitText, partText } from '@/lib/words/evidence'
import styles from './evidence.module.css'

type Part = NonNullable<PromotionEvidenceAnswer['rule']>['parts'][number]

interface RulePartsProps {
  readonly parts: readonly Part[]
  /** What is told below the updates that failed. */
  readonly updates?: ReactNode
}

/** Each part of a rule with its value and its limit, and whether it is met. There is no sum. */
export function RuleParts({ parts, updates }: RulePartsProps): ReactNode {
  return (
    <ul className={styles.parts}>
      {parts.map((part) => (
        <li key={part.part}>
          <Icon name={part.isMet ? 'check' : 'close'} />
          <div>
            <b>{partText(part)}</b>
            <span className="muted small">{limitText(part)}</span>
            {part.part === 'failures' && updates}
          </div>
          <span className={`small bold ${part.isMet ? styles.met : 'bad'}`}>{part.isMet ? 'met' : 'not met'}</span>
        </li>
      ))}
    </ul>
  )
}
