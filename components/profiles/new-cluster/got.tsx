import type { ReactNode } from 'react'
import type { AnswerSpan } from '@/lib/words/new-cluster'
import { StageChip, StageGlyph } from '../../ui/glyph'
import { Icon } from '../../ui/icon'
import styles from './new-cluster.module.css'
import type { Numbered } from './refusals'

interface GotProps {
  readonly span: AnswerSpan | undefined
  /** Where refusals have numbers the stage is a sign only; `named`: with the image before the version. */
  readonly numbers?: ReadonlyMap<number, Numbered>
  readonly named?: boolean
}

/** A version with its stage, or that it is refused. */
export function Got({ span, numbers, named = false }: GotProps): ReactNode {
  if (!span?.got) {
    const number = span?.refusal == null ? undefined : numbers?.get(span.refusal)?.number
    return (
      <span className={`bad nowrap ${styles.got}`}>
        <Icon name="stop" /> refused{number !== undefined && <span className={styles.number}>{number}</span>}
      </span>
    )
  }
  const { version, stage, image } = span.got
  if (numbers === undefined)
    return (
      <span className={`nowrap ${styles.got}`}>
        <b>{version}</b> <StageChip stage={stage} />
      </span>
    )
  return (
    <span className="nowrap">
      <StageGlyph stage={stage} named /> {named && `${image} `}
      <b>{version}</b>
    </span>
  )
}
