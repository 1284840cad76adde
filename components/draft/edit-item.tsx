'use client'

import { type KeyboardEvent, type ReactNode, useId } from 'react'
import type { WhatIfWarning } from '@/lib/contract/what-if'
import type { EditProblem } from '@/lib/engine/edits'
import type { CloudProfile } from '@/lib/engine/types'
import type { DraftAction } from '@/lib/questions/draft/browser/draft-list'
import { itemWords } from '@/lib/questions/draft/browser/edit-words'
import type { Finding } from '@/lib/questions/draft/browser/findings'
import type { DraftItem } from '@/lib/questions/draft/browser/items'
import type { Source } from '@/lib/questions/draft/browser/source'
import { IconButton } from '../ui/button'
import { Icon } from '../ui/icon'
import { FindingPart, ProblemPart } from './finding-part'
import { ItemForm, MoveButtons } from './forms/item-form'
import styles from './workbench.module.css'

interface EditItemProps {
  readonly item: DraftItem
  readonly place: number
  readonly last: number
  /** The profile as the edits before leave it. */
  readonly before: CloudProfile
  readonly source: Source
  readonly isOpen: boolean
  readonly problem: EditProblem | null
  readonly warnings: readonly WhatIfWarning[]
  /** That it leaves less time than usual. */
  readonly notice: string | null
  readonly findings: readonly Finding[]
  /** Whether the effect of the draft as it is now is known. */
  readonly isKnown: boolean
  readonly onOpen: (isOpen: boolean) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onAct: (action: DraftAction) => void
}

/** One edit: what it does, its form when it is open, and what speaks against it. Alt with arrows moves it. */
export function EditItem(props: EditItemProps): ReactNode {
  const { item, place, last, before, source, isOpen, problem, findings, onAct } = props
  const warnings = [...props.warnings.map(({ text }) => text), ...(props.notice === null ? [] : [props.notice])]
  const { title, note } = itemWords(item, before, source.at, source.zone)
  const form = useId()
  const number = place + 1
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    props.onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li className={styles.item} data-open={isOpen || undefined}>
      <div className={styles.itemHead}>
        <span className={styles.number} aria-hidden>
          {number}
        </span>
        <button
          type="button"
          className={styles.itemName}
          aria-expanded={isOpen}
          aria-controls={isOpen ? form : undefined}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={() => props.onOpen(!isOpen)}
          onKeyDown={onKeyDown}
        >
          <span className="visually-hidden">Edit {number}: </span>
          <b>{title}</b> <span className="muted">{note}</span>
        </button>
        {isOpen && last > 0 && <MoveButtons number={number} place={place} last={last} onMove={props.onMove} />}
        <IconButton
          icon="close"
          label={`Remove edit ${number}`}
          onClick={() => onAct({ kind: 'put', from: item.from, count: item.count, edits: [] })}
        />
      </div>
      {isOpen && (
        <div id={form}>
          <ItemForm
            item={item}
            before={before}
            source={source}
            onChange={(edits) =>
              onAct({ kind: 'put', from: item.from, count: item.count, edits, about: `item ${item.from}` })
            }
          />
        </div>
      )}
      {problem !== null && <ProblemPart problem={problem} />}
      {findings.map((finding) => (
        <FindingPart key={finding.key} finding={finding} onAct={onAct} />
      ))}
      {warnings.map((text) => (
        <p key={text} className={styles.warning}>
          <Icon name="warning" />
          <span>{text}</span>
        </p>
      ))}
      {props.isKnown && problem === null && findings.length === 0 && warnings.length === 0 && (
        <p className={styles.fine}>
          <Icon name="check" />
          <span>No objections.</span>
        </p>
      )}
    </li>
  )
}
