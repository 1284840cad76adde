'use client'

import type { ReactNode } from 'react'
import { workbenchPage } from '@/lib/browser/paths'
import type { DiffLine } from '@/lib/contract/apply'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import type { ScenarioAnswer } from '@/lib/questions/guides/contract'
import { confirmationOf } from '@/lib/words/confirmation'
import { signedText } from '@/lib/words/guides'
import { WITHIN_HORIZON } from '@/lib/words/phrases'
import { countOf, countText } from '@/lib/words/time-text'
import { ButtonLink } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import { DiffLines } from '../ui/diff-lines'
import { Figure, Figures, FigureValue } from '../ui/figures'
import { Icon } from '../ui/icon'
import styles from './scenarios.module.css'

export interface DraftPartProps {
  readonly answer: ScenarioAnswer
  /** The draft as `encodeDraft` makes it; null: there are no edits. */
  readonly draft: string | null
  /** What the draft changes in the manifest, and the same as a patch; null where that cannot be told. */
  readonly texts: { readonly difference: readonly DiffLine[]; readonly patch: string } | null
  /** What the draft does to clusters; null: there are no edits. */
  readonly effect: WhatIfAnswer | null
}

/** What the guide's edits change, and the one button that takes them over. */
export function DraftPart({ answer, draft, texts, effect }: DraftPartProps): ReactNode {
  const { edits, profile } = answer
  const canBeMade = isMade(effect)
  const fails = answer.steps.some(({ checks }) => checks.some(({ state }) => state === 'fails'))
  return (
    <>
      <div className="section-head">
        <h2>The draft</h2>
        <span className="faint">nothing changes until you apply it</span>
      </div>
      {canBeMade &&
        effect.refusals.slice(0, 3).map(({ field, text }) => (
          <p key={`${field} ${text}`} className={styles.refusal}>
            <Icon name="stop" /> Gardener refuses it: <span className="mono">{text}</span>
          </p>
        ))}
      {texts !== null && texts.difference.length > 0 && (
        <DiffLines label="What the draft changes" lines={texts.difference} />
      )}
      {edits.length > 0 && !canBeMade && (
        <p className={styles.refusal}>
          <Icon name="stop" /> It cannot be made: the steps say what does not hold.
        </p>
      )}
      <div className={styles.actions}>
        {draft !== null && canBeMade && (
          <ButtonLink look="primary" href={workbenchPage(profile, draft)}>
            Fill a draft with {edits.length === 1 ? 'this edit' : `these ${countOf(edits.length, 'edit')}`}
          </ButtonLink>
        )}
        {texts !== null && texts.patch !== '' && <CopyButton text={texts.patch} label="Copy YAML patch" />}
      </div>
      {fails && canBeMade && (
        <p className="small muted">A step cannot be done now: the draft shows what would be refused or missed.</p>
      )}
    </>
  )
}

/** Whether there are edits, each of which can be made. */
function isMade(effect: WhatIfAnswer | null): effect is WhatIfAnswer {
  return effect?.edits.every(({ problem }) => problem === null) === true
}

/** What the draft means for clusters, as its own page says it. */
export function EffectFigures({ effect }: Pick<DraftPartProps, 'effect'>): ReactNode {
  if (!isMade(effect)) return null
  const { profile, figures } = effect
  const { clusters, forced, fails, nodes, others } = figures
  return (
    <>
      <div className="section-head">
        <h2>Effect of the draft</h2>
        <span className="faint">computed for {countOf(clusters, 'cluster')}</span>
      </div>
      <p className={styles.sentence}>{confirmationOf(profile.name, figures, others).sentence}</p>
      <Figures className={styles.figures}>
        <Change label={`Clusters forced ${WITHIN_HORIZON}`} change={forced} />
        <Change label="Stuck" change={fails} isBadWhenMore />
        <Change label="Nodes that roll, at most" change={{ before: nodes.before.max, after: nodes.after.max }} />
      </Figures>
    </>
  )
}

interface ChangeProps {
  readonly label: string
  readonly change: { readonly before: number; readonly after: number }
  readonly isBadWhenMore?: boolean
}

function Change({ label, change: { before, after }, isBadWhenMore = false }: ChangeProps): ReactNode {
  const by = after - before
  return (
    <Figure label={label}>
      <FigureValue
        look={by === 0 ? 'zero' : isBadWhenMore && by > 0 ? 'bad' : undefined}
        value={signedText(by)}
        note={by === 0 ? `${countText(after)} as before` : `${countText(before)} → ${countText(after)}`}
      />
    </Figure>
  )
}
