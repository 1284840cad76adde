'use client'

import type { ReactNode } from 'react'
import { workbenchPage } from '@/lib/browser/paths'
import type { DiffLine } from '@/lib/contract/apply'
import type { ScenarioAnswer } from '@/lib/questions/guides/contract'
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
}

/** What the guide's edits change, and the one button that takes them over. */
export function DraftPart({ answer, draft, texts }: DraftPartProps): ReactNode {
  const { edits, effect, profile } = answer
  const fails = answer.steps.some(({ checks }) => checks.some(({ state }) => state === 'fails'))
  return (
    <>
      <div className="section-head">
        <h2>The draft</h2>
        <span className="faint">nothing changes until you apply it</span>
      </div>
      {effect?.refusals.slice(0, 3).map((refusal) => (
        <p key={refusal} className={styles.refusal}>
          <Icon name="stop" /> Gardener refuses it: <span className="mono">{refusal}</span>
        </p>
      ))}
      {texts !== null && texts.difference.length > 0 && (
        <DiffLines label="What the draft changes" lines={texts.difference} />
      )}
      {edits.length > 0 && effect === null && (
        <p className={styles.refusal}>
          <Icon name="stop" /> It cannot be made: the steps say what does not hold.
        </p>
      )}
      <div className={styles.actions}>
        {draft !== null && effect !== null && (
          <ButtonLink look="primary" href={workbenchPage(profile, draft)}>
            Fill a draft with {edits.length === 1 ? 'this edit' : `these ${countOf(edits.length, 'edit')}`}
          </ButtonLink>
        )}
        {texts !== null && texts.patch !== '' && <CopyButton text={texts.patch} label="Copy YAML patch" />}
      </div>
      {fails && effect !== null && (
        <p className="small muted">A step cannot be done now: the draft shows what would be refused or missed.</p>
      )}
    </>
  )
}

/** What the draft means for clusters, in a sentence and in figures. */
export function EffectFigures({ effect }: Pick<ScenarioAnswer, 'effect'>): ReactNode {
  if (effect === null) return null
  return (
    <>
      <p className={styles.sentence}>{effect.sentence}</p>
      <Figures className={styles.figures}>
        <Change label={`Clusters forced ${WITHIN_HORIZON}`} change={effect.forced} />
        <Change label="Stuck" change={effect.fails} isBadWhenMore />
        <Change label="Nodes that roll, at most" change={effect.nodes} />
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
