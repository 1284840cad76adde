import type { ReactNode } from 'react'
import type { EventKind, RunningStage } from '@/lib/contract/common'
import { EVENT_WORDS, STAGE_WORDS } from '@/lib/words/wording'
import styles from './parts.module.css'

/** Stages are round. `unclassified`: the profile says nothing about the version; a version that is not listed looks the same. */
export type StageLook = RunningStage | 'unclassified'

const STAGE_SHAPES: Readonly<Record<StageLook, ReactNode>> = {
  unavailable: <circle cx="6" cy="6" r="4.4" fill="none" stroke="currentColor" strokeWidth="1.2" />,
  preview: (
    <circle cx="6" cy="6" r="4.4" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.3 2.3" />
  ),
  supported: <circle cx="6" cy="6" r="5" fill="currentColor" />,
  deprecated: (
    <>
      <circle cx="6" cy="6" r="4.3" fill="none" stroke="currentColor" strokeWidth="1.4" />
      <path d="M6 1.7a4.3 4.3 0 0 0 0 8.6z" fill="currentColor" />
    </>
  ),
  expired: (
    <>
      <circle cx="6" cy="6" r="4.4" fill="none" stroke="currentColor" strokeWidth="1.4" />
      <path d="M3.1 8.9l5.8-5.8" stroke="currentColor" strokeWidth="1.5" />
    </>
  ),
  notInProfile: <rect x="2.5" y="2.5" width="7" height="7" fill="none" stroke="currentColor" strokeWidth="1.4" />,
  unknown: (
    <path
      d="M3.8 4.2a2.2 2.2 0 1 1 3.3 1.9c-.8.5-1.1.9-1.1 1.7M6 10v.6"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
    />
  ),
  unclassified: <rect x="2.5" y="2.5" width="7" height="7" fill="none" stroke="currentColor" strokeWidth="1.4" />,
}

/** Events are diamonds. `done`: it has happened; `byHand`: a user did it, or it is not known who did. */
export type EventLook = EventKind | 'done' | 'byHand'

const EVENT_SHAPES: Readonly<Record<EventLook, ReactNode>> = {
  auto: <path d="M6 1.3L10.7 6 6 10.7 1.3 6z" fill="var(--surface)" stroke="currentColor" strokeWidth="1.6" />,
  forced: <path d="M6 .5L11.5 6 6 11.5.5 6z" fill="currentColor" />,
  fails: (
    <>
      <path d="M6 .5L11.5 6 6 11.5.5 6z" fill="var(--surface)" stroke="currentColor" strokeWidth="1.2" />
      <path d="M4.2 4.2l3.6 3.6M7.8 4.2L4.2 7.8" stroke="currentColor" strokeWidth="1.5" />
    </>
  ),
  other: <path d="M6 1.3L10.7 6 6 10.7 1.3 6z" fill="var(--surface)" stroke="currentColor" strokeWidth="1.2" />,
  done: <path d="M6 .5L11.5 6 6 11.5.5 6z" fill="currentColor" />,
  byHand: (
    <>
      <path d="M6 1.3L10.7 6 6 10.7 1.3 6z" fill="var(--surface)" stroke="currentColor" strokeWidth="1.6" />
      <path d="M6 1.3V10.7L1.3 6z" fill="currentColor" />
    </>
  ),
}

const LOOKS: Readonly<Record<StageLook | EventLook, string | undefined>> = {
  preview: styles.preview,
  supported: 'good',
  deprecated: 'warn',
  expired: 'bad',
  unavailable: 'faint',
  notInProfile: 'faint',
  unknown: 'faint',
  unclassified: 'faint',
  auto: styles.auto,
  forced: styles.forced,
  fails: 'bad',
  other: 'faint',
  done: 'faint',
  byHand: '',
}

function stageWord(stage: StageLook): string {
  return stage === 'unclassified' ? 'unclassified' : STAGE_WORDS[stage]
}

/**
 * The sign of a stage. It stands next to its word; where the word is missing, `named` gives it to readers and as a title.
 */
export function StageGlyph({ stage, named = false }: { readonly stage: StageLook; readonly named?: boolean }) {
  return <Glyph shape={STAGE_SHAPES[stage]} look={LOOKS[stage]} name={named ? stageWord(stage) : undefined} />
}

/** The diamond of an event, by the same rules. */
export function EventGlyph({ kind, named = false }: { readonly kind: EventLook; readonly named?: boolean }) {
  const word = kind === 'done' ? 'done' : kind === 'byHand' ? 'by hand' : EVENT_WORDS[kind]
  return <Glyph shape={EVENT_SHAPES[kind]} look={LOOKS[kind]} name={named ? word : undefined} />
}

/** The sign and the word of a stage. */
export function StageChip({ stage }: { readonly stage: StageLook }) {
  return (
    <span className={`${styles.chip} ${LOOKS[stage]}`}>
      <StageGlyph stage={stage} />
      {stageWord(stage)}
    </span>
  )
}

function Glyph(props: {
  readonly shape: ReactNode
  readonly look: string | undefined
  readonly name: string | undefined
}) {
  const className = `glyph ${props.look ?? ''}`
  if (props.name === undefined) {
    return (
      <svg className={className} viewBox="0 0 12 12" aria-hidden="true">
        {props.shape}
      </svg>
    )
  }
  return (
    <svg className={className} viewBox="0 0 12 12" role="img" aria-label={props.name}>
      <title>{props.name}</title>
      {props.shape}
    </svg>
  )
}
