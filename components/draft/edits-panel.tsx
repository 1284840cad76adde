'use client'

import { type ReactNode, useMemo, useState } from 'react'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import type { DraftAction, DraftList } from '@/lib/questions/draft/browser/draft-list'
import { editedProfile } from '@/lib/questions/draft/browser/edited'
import type { Finding } from '@/lib/questions/draft/browser/findings'
import { rulesThatHold } from '@/lib/questions/draft/browser/holds'
import { itemsOf } from '@/lib/questions/draft/browser/items'
import { noticeWarning } from '@/lib/questions/draft/browser/notice-warning'
import type { EditedProfile, Source } from '@/lib/questions/draft/browser/source'
import { plural } from '@/lib/words/phrases'
import { countOf } from '@/lib/words/time-text'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { EditItem } from './edit-item'
import { FindingPart, RemediesPart } from './finding-part'
import { AddForm } from './forms/add-form'
import type { Suggestion } from './use-findings'
import styles from './workbench.module.css'

/** What the hand is on: a version that was picked to be edited, the open item of the list. */
export interface Focus {
  readonly version: { readonly image: string | null; readonly version: string } | null
  readonly open: number | null
}

interface EditsPanelProps {
  readonly source: Source
  readonly edited: EditedProfile
  readonly list: DraftList
  /** Undefined while it is asked for. */
  readonly answer: WhatIfAnswer | undefined
  readonly findings: readonly Finding[]
  /** The draft with a remedy for every rule that it breaks. */
  readonly suggestion: Suggestion | null
  readonly focus: Focus
  readonly onFocus: (focus: Focus) => void
  readonly onAct: (action: DraftAction) => void
}

/** The edits of the draft in order, each with what speaks against it. */
export function EditsPanel(props: EditsPanelProps): ReactNode {
  const { source, edited, list, answer, findings, suggestion, focus, onFocus, onAct } = props
  const items = useMemo(() => itemsOf(list.edits), [list.edits])
  const befores = useMemo(
    () => items.map(({ from }) => editedProfile(source, list.edits.slice(0, from)).profile),
    [items, source, list.edits],
  )
  const [isAdding, setAdding] = useState(false)
  const isAddOpen = isAdding || focus.version !== null
  const closeAdd = () => {
    setAdding(false)
    if (focus.version !== null) onFocus({ ...focus, version: null })
  }
  const violations = findings.length
  const notices = items.map((item, place) =>
    noticeWarning(
      item,
      befores[place] ?? source.profile,
      befores[place + 1] ?? edited.profile,
      source.at,
      source.notice,
    ),
  )
  const beside = suggestion?.warnings ?? list.edits.map((_, i) => answer?.edits[i]?.warnings ?? [])
  const warnings = beside.flat().length + notices.filter((notice) => notice !== null).length
  const holds = answer
    ? rulesThatHold({
        edits: list.edits,
        after: edited.profile,
        answer,
        isNamespaced: source.namespaced !== null,
        at: source.at,
      })
    : []
  const atLarge = findings.filter((finding) => finding.edits.length === 0)

  return (
    <section className={styles.edits} aria-label="Edits">
      <div className={`section-head ${styles.sec}`}>
        <h2>Edits</h2>
        <span className="faint">{list.edits.length > 0 && items.length}</span>
        <span className="grow" />
        <Button
          small
          look="quiet"
          disabled={list.past.length === 0}
          title="Key u"
          onClick={() => onAct({ kind: 'undo' })}
        >
          Undo
        </Button>
        <Button
          small
          look="quiet"
          disabled={list.future.length === 0}
          title="Key r"
          onClick={() => onAct({ kind: 'redo' })}
        >
          Redo
        </Button>
        <Button icon="plus" aria-expanded={isAddOpen} onClick={() => (isAddOpen ? closeAdd() : setAdding(true))}>
          Add an edit
        </Button>
      </div>
      {isAddOpen && (
        <AddForm
          key={focus.version === null ? '' : `${focus.version.image}/${focus.version.version}`}
          source={source}
          profile={edited.profile}
          picked={focus.version}
          onCancel={closeAdd}
          onAdd={(edits) => {
            onAct({ kind: 'put', from: list.edits.length, count: 0, edits })
            setAdding(false)
            onFocus({ version: null, open: itemsOf([...list.edits, ...edits]).length - 1 })
          }}
        />
      )}
      {items.length === 0 ? (
        !isAddOpen && (
          <p className={styles.none}>
            No edit yet. Add one here, or pick a version in the timeline; its expiry flag can be dragged.
          </p>
        )
      ) : (
        <ol className={styles.list}>
          {items.map((item, place) => (
            <EditItem
              key={item.from}
              item={item}
              place={place}
              last={items.length - 1}
              before={befores[place] ?? source.profile}
              source={source}
              isOpen={focus.open === place}
              problem={edited.problems.slice(item.from, item.from + item.count).find((one) => one !== null) ?? null}
              notice={notices[place] ?? null}
              warnings={beside.slice(item.from, item.from + item.count).flat()}
              findings={findings.filter(({ edits }) =>
                edits.some((at) => at >= item.from && at < item.from + item.count),
              )}
              isKnown={answer !== undefined}
              onOpen={(isOpen) => onFocus({ ...focus, open: isOpen ? place : null })}
              onMove={(by) => {
                const other = items[place + by]
                if (other === undefined) return
                const to = by < 0 ? other.from : other.from + other.count - item.count
                onAct({ kind: 'move', from: item.from, count: item.count, to })
                onFocus({ ...focus, open: focus.open === place ? place + by : focus.open })
              }}
              onAct={onAct}
            />
          ))}
        </ol>
      )}
      {atLarge.map((finding) => (
        <FindingPart key={finding.key} finding={finding} isAtLarge onAct={onAct} />
      ))}
      {answer && items.length > 0 && (
        <div role="status">
          <p className={styles.check}>
            {violations > 0 ? (
              <>
                <b className="bad">{countOf(violations, 'violation')}</b> {plural(violations, 'blocks', 'block')} Apply
              </>
            ) : (
              `The API server would ${answer.accepted ? 'accept' : 'refuse'} this`
            )}
            {warnings > 0 && (
              <>
                , <b>{countOf(warnings, 'warning')}</b>
              </>
            )}
            .
          </p>
          {suggestion !== null && suggestion.labels.length > 1 && (
            <RemediesPart suggestion={suggestion} onAct={onAct} />
          )}
          {holds.length > 0 && <p className="muted small">These rules hold:</p>}
          <ul className={styles.holds}>
            {holds.map((text) => (
              <li key={text}>
                <Icon name="check" />
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
