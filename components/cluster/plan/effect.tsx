'use client'

import type { ReactNode } from 'react'
import type { Plan } from '@/lib/questions/cluster/browser/plan'
import type { PlanAnswer } from '@/lib/questions/cluster/contract/plan'
import { ReportedLines } from '../../outlook/reported'
import { Figure, Figures, FigureValue } from '../../ui/figures'
import { refusedIn } from './edited'
import { EffectTable } from './effect-table'
import styles from './plan.module.css'
import { planFigures } from './words'

interface EffectProps {
  readonly answer: PlanAnswer
  readonly plan: Plan
  readonly isBusy: boolean
}

/** What the plan does: figures, then a line for each part. */
export function Effect({ answer, plan, isBusy }: EffectProps): ReactNode {
  const { nodes, worst, forced } = planFigures(answer)
  const refused = refusedIn(answer, plan)
  return (
    <section aria-label="Effect" aria-busy={isBusy || undefined}>
      <div className="section-head">
        <h2>Effect</h2>
        <span className="faint">computed with the checks that Gardener makes, not sent</span>
      </div>
      <Figures className={styles.figures}>
        <Figure label="Nodes replaced">
          <FigureValue {...(nodes.value === '0' && { look: 'zero' as const })} value={nodes.value} note={nodes.note} />
        </Figure>
        <Figure label="Worst case">
          <FigureValue
            {...(worst.value === 'none' && { look: 'zero' as const })}
            value={worst.value}
            note={worst.note}
          />
        </Figure>
        <Figure label="Next forced update">
          <FigureValue value={forced.value} note={forced.note} />
        </Figure>
      </Figures>
      {answer.parts.length === 0 && refused.length === 0 ? (
        <p className={`muted ${styles.nothing}`}>
          {plan.edits.length === 0 ? 'Choose on the left what shall change.' : 'Nothing of this changes the cluster.'}
        </p>
      ) : (
        <EffectTable answer={answer} refused={refused} />
      )}
      <ReportedLines texts={answer.reported} />
      {answer.unsupported.map((text) => (
        <p key={text} className="muted">
          {text}
        </p>
      ))}
    </section>
  )
}
