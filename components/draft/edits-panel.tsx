'use client'

import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react'
import { useZone } from '@/lib/browser/clock'
import { itemsOf } from '@/lib/contract/edit-items'
import type { EditProblem } from '@/lib/engine/edits'
import type { DraftAction, DraftList } from '@/lib/questions/draft/browser/draft-store'
import type { RefusalFinding } from '@/lib/questions/draft/browser/findings'
import { rulesThatHold } from '@/lib/questions/draft/browser/rules-that-hold'
import { editedProfile } from '@/lib/questions/draft/browser/source'
import { editProblemText, itemWords } from '@/lib/words/edits'
import { heldRuleText, remedyLabel } from '@/lib/words/findings'
import { refusalReason } from '@/lib/words/refusal-reasons'
import { countOf } from '@/lib/words/time-text'
import { Button, IconButton } from '../ui/button'
import parts from '../ui/change.module.css'
import { Icon } from '../ui/icon'
import { lazyPart } from '../ui/lazy-part'
import { SectionHead } from '../ui/section'
import styles from './draft.module.css'
import type { ItemFormProps } from './forms/item-form'
import type { DraftWork, EditFocus } from './use-work'
import type { OpenedYaml } from './yaml-panel'

// Loaded when they are first opened.
const AddForm = lazyPart(() => import('./forms/add-form').then((part) => part.AddForm))
const ItemForm = lazyPart(() => import('./forms/item-form').then((part) => part.ItemForm))
const YamlPanel = lazyPart(() => import('./yaml-panel').then((part) => part.YamlPanel))

const LifecyclePanel = lazyPart(() => import('./lifecycle-panel').then((part) => part.LifecyclePanel))

interface EditsPanelProps {
  /** The work on all edits. */
  readonly work: DraftWork
  readonly list: DraftList
  readonly focus: EditFocus
  readonly onFocus: (focus: EditFocus) => void
  readonly onAct: (action: DraftAction) => void
}

/** The edits of the draft in order, each with what speaks against it. */
export function EditsPanel({ work, list, focus, onFocus, onAct }: EditsPanelProps): ReactNode {
  const { source, edited, ofDraft: answer, findings, suggestion } = work
  const items = useMemo(() => itemsOf(list.edits), [list.edits])
  const befores = useMemo(
    () => items.map(({ from }) => editedProfile(source, list.edits.slice(0, from)).profile),
    [items, source, list.edits],
  )
  const [isAdding, setAdding] = useState(false)
  /** What is edited as YAML, and how often that was opened. */
  const [yaml, setYaml] = useState<{ readonly opened: OpenedYaml; readonly key: number } | null>(null)
  const [isLifecycle, setLifecycle] = useState(false)
  const openYaml = (opened: OpenedYaml | null) => {
    setYaml((last) => opened && { opened, key: (last?.key ?? 0) + 1 })
    onFocus({ ...focus, own: opened?.edits ?? [] })
  }
  const isAddOpen = isAdding || focus.version !== null
  const closeAdd = () => {
    setAdding(false)
    if (focus.version !== null) onFocus({ ...focus, version: null })
  }
  const violations = findings.length
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
    <section className={`${parts.edits} ${styles.edits}`} aria-label="Edits">
      <SectionHead
        title="Edits"
        note={list.edits.length > 0 && items.length}
        className={styles.sec}
        actions={
          <>
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
          </>
        }
      />
      <div className="bar">
        <Button
          small
          aria-expanded={yaml !== null}
          onClick={() => openYaml(yaml === null ? { entry: null, edits: [] } : null)}
        >
          Edit as YAML
        </Button>
        {source.namespaced === null && (
          <Button small aria-expanded={isLifecycle} onClick={() => setLifecycle(!isLifecycle)}>
            Write as lifecycle
          </Button>
        )}
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
            onFocus({ ...focus, version: null, open: itemsOf([...list.edits, ...edits]).length - 1 })
          }}
        />
      )}
      {yaml !== null && (
        <div className={styles.yaml}>
          <YamlPanel
            key={yaml.key}
            source={source}
            list={list}
            answer={answer}
            opened={yaml.opened}
            onAct={onAct}
            onOwn={(own) => onFocus({ ...focus, own })}
            onClose={() => openYaml(null)}
          />
        </div>
      )}
      {isLifecycle && <LifecyclePanel source={source} list={list} onAct={onAct} onClose={() => setLifecycle(false)} />}
      {items.length === 0 ? (
        !isAddOpen &&
        yaml === null &&
        !isLifecycle && (
          <p className="note">
            No edit yet. Add one here, edit any entry as YAML, or pick a version in the timeline; its expiry flag can be
            dragged.
          </p>
        )
      ) : (
        <ol className="lines">
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
              findings={findings.filter(({ edits }) =>
                edits.some((at) => at >= item.from && at < item.from + item.count),
              )}
              onOpen={(isOpen) => onFocus({ ...focus, open: isOpen ? place : null })}
              onMove={(by) => {
                const other = items[place + by]
                if (other === undefined) return
                const to = by < 0 ? other.from : other.from + other.count - item.count
                onAct({ kind: 'move', from: item.from, count: item.count, to })
                onFocus({ ...focus, open: focus.open === place ? place + by : focus.open })
              }}
              onAct={onAct}
              onYaml={openYaml}
            />
          ))}
        </ol>
      )}
      {atLarge.map((finding) => (
        <FindingPart key={finding.key} finding={finding} isAtLarge onAct={onAct} />
      ))}
      {answer && items.length > 0 && (
        <div role="status">
          <p className="note">
            {violations > 0 && (
              <>
                <b className="bad">{countOf(violations, 'rule is', 'rules are')} broken.</b>{' '}
              </>
            )}
            The API server would {answer.accepted ? 'accept' : 'refuse'} this.
            {holds.length > 0 && ' What was checked and holds:'}
          </p>
          {suggestion !== null && suggestion.remedies.length > 1 && (
            <div className="bar">
              <Button
                title={suggestion.remedies.map((remedy) => remedyLabel(remedy, source.zone)).join(', ')}
                onClick={() => onAct({ kind: 'set', edits: suggestion.edits })}
              >
                Accept all {suggestion.remedies.length} remedies
              </Button>
            </div>
          )}
          <ul className="small muted">
            {holds.map((held) => (
              <li key={held.code} className="signed">
                <Icon name="check" className="good" />
                <span>{heldRuleText(held)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

interface EditItemProps extends Omit<ItemFormProps, 'onChange'> {
  readonly place: number
  readonly last: number
  readonly isOpen: boolean
  readonly problem: EditProblem | null
  readonly findings: readonly RefusalFinding[]
  readonly onOpen: (isOpen: boolean) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onAct: (action: DraftAction) => void
}

/** One edit: what it does, its form when it is open, and what speaks against it. Alt with arrows moves it. */
function EditItem(props: EditItemProps): ReactNode {
  const { item, place, last, before, source, isOpen, problem, findings, onAct } = props
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
        {isOpen &&
          last > 0 &&
          ([-1, 1] as const).map((by) => (
            <IconButton
              key={by}
              icon={by < 0 ? 'up' : 'down'}
              label={`Move edit ${number} ${by < 0 ? 'up' : 'down'}`}
              disabled={place === (by < 0 ? 0 : last)}
              onClick={() => props.onMove(by)}
            />
          ))}
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
            onYaml={props.onYaml}
            onChange={(edits) =>
              onAct({ kind: 'put', from: item.from, count: item.count, edits, about: `item ${item.from}` })
            }
          />
        </div>
      )}
      {problem !== null && (
        <div className={`callout ${styles.finding}`} data-bad role="alert">
          <Icon name="stop" />
          <p>
            <b>It cannot be made and is left out:</b> {editProblemText(problem)}
          </p>
        </div>
      )}
      {findings.map((finding) => (
        <FindingPart key={finding.key} finding={finding} onAct={onAct} />
      ))}
    </li>
  )
}

interface FindingPartProps {
  readonly finding: RefusalFinding
  /** No edit causes it: the profile is like that already. */
  readonly isAtLarge?: boolean
  readonly onAct: (action: DraftAction) => void
}

/** A rule that is broken: what is wrong, Gardener's words, and one click that sets it right. */
function FindingPart({ finding, isAtLarge = false, onAct }: FindingPartProps): ReactNode {
  const zone = useZone()
  const { rule, quote, count, remedies } = finding
  return (
    <div className={`callout ${styles.finding}`} data-bad role="alert">
      <Icon name="stop" />
      <div>
        <p>
          <b>{refusalReason(rule)}</b> {isAtLarge && 'It is so without these edits.'}
        </p>
        <p className="tiny muted">
          Gardener: {quote}
          {count > 1 && ` (and ${countOf(count - 1, 'more like it', 'more like it')})`}
        </p>
        {remedies.length > 0 && (
          <div className="bar">
            {remedies.map((remedy, i) => (
              <Button
                key={remedy.kind}
                look={i === 0 ? 'primary' : 'plain'}
                onClick={() => onAct({ kind: 'set', edits: remedy.edits })}
              >
                {remedyLabel(remedy, zone)}
              </Button>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}
