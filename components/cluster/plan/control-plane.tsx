'use client'

import { type ReactNode, useId } from 'react'
import type { PlanAnswer } from '@/lib/questions/cluster/contract/plan'
import { dayText } from '@/lib/words/time-text'
import { StageChip } from '../../ui/glyph'
import { type FormProps, wantedOf, withValue } from './edited'
import styles from './form.module.css'

const PLACE = { pool: null, field: 'spec.kubernetes.version' }

/** The versions that the control plane may go to, and the next one that it may not. */
export function ControlPlane({ answer, plan, onChange }: FormProps): ReactNode {
  const name = useId()
  const wanted = wantedOf(answer, plan, PLACE)
  const free = answer.kubernetes.filter(({ refusal }) => refusal === null)
  const refused = answer.kubernetes.filter(({ refusal }) => refusal !== null)
  const lowest = minorOf(refused.at(-1)?.value)
  const nearest = refused.find(({ value }) => minorOf(value) === lowest)
  const picked = refused.find(({ value }) => value === wanted)
  const shown = [
    ...(nearest === undefined ? [] : [nearest]),
    ...(picked === undefined || picked === nearest ? [] : [picked]),
    ...free,
  ]
  const further = refused.filter((choice) => !shown.includes(choice)).map(({ value }) => value)
  const zone = answer.shoot.nextWindow.offset
  return (
    <fieldset className={styles.radios} aria-label="Control plane version">
      {shown.map((choice) => (
        <label key={String(choice.value)} data-off={choice.refusal !== null || undefined}>
          <input
            type="radio"
            name={name}
            checked={choice.value === wanted}
            disabled={choice.refusal !== null && choice.value !== wanted}
            onChange={() => onChange(withValue(answer, plan, PLACE, choice.value))}
          />
          <b>{String(choice.value)}</b>
          {choice.stage === null ? <span /> : <StageChip stage={choice.stage} />}
          <span className="small muted">{choiceWords(choice, (at) => dayText(at, zone))}</span>
        </label>
      ))}
      {further.length > 0 && <p className="faint small">{further.join(', ')}: not allowed either</p>}
    </fieldset>
  )
}

function minorOf(version: unknown): string {
  return String(version).split('.').slice(0, 2).join('.')
}

const EFFECTS = {
  rolling: 'nodes roll',
  inPlace: 'nodes are updated in place',
  kubeletRestart: 'kubelets restart',
  none: 'no node is touched',
} as const

function choiceWords(
  { refusal, expires, effect, isPresent }: PlanAnswer['kubernetes'][number],
  day: (at: string) => string,
): string {
  if (refusal !== null) return `not allowed: ${refusal.replace(/^[A-Z][a-z ]+: /, '')}`
  const until = expires === null ? 'no expiry set' : `until ${day(expires)}`
  return `${until}, ${isPresent ? 'no change' : EFFECTS[effect]}`
}
