'use client'

import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, type ReactNode, use, useId, useMemo, useRef, useState } from 'react'
import { readEdit } from '@/lib/contract/edit-codec'
import { describedVersion, itemsOf } from '@/lib/contract/edit-items'
import type { EditBody } from '@/lib/contract/edits'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { fieldsAt } from '@/lib/engine/api-server'
import { asWritten, editObject, isEditable, storedDifferences, valueAtPath, withChanges } from '@/lib/engine/edits'
import { isJsonObject, type JsonObject } from '@/lib/engine/json'
import type { DraftAction, DraftList } from '@/lib/questions/draft/browser/draft-store'
import { placesOf, replaced } from '@/lib/questions/draft/browser/rebase'
import type { DraftSource } from '@/lib/questions/draft/browser/source'
import {
  entryGroups,
  isObjectProblem,
  type ReadText,
  readYamlText,
  WHOLE,
  withEntry,
  withWhole,
  yamlEditsBetween,
  yamlTextOf,
} from '@/lib/questions/draft/browser/yaml-entries'
import { errorsBelow } from '@/lib/questions/draft/browser/yaml-lines'
import { draftQueries } from '@/lib/questions/draft/queries'
import { entryTitle, itemWords } from '@/lib/words/edits'
import { FIELD_KINDS, FIELD_MEANINGS } from '@/lib/words/fields'
import { REFUSED_AS_IF } from '@/lib/words/findings'
import { profileName } from '@/lib/words/phrases'
import { countOf } from '@/lib/words/time-text'
import { editsEffectText, type ObjectProblem, objectProblemText, TOO_LONG } from '@/lib/words/yaml'
import { Button, IconButton, Segmented } from '../ui/button'
import { RowTable } from '../ui/data-table'
import { QueryError } from '../ui/error-part'
import { optionsOf, Select, useTellUnreadable } from '../ui/fields'
import { Icon } from '../ui/icon'
import { SkeletonBar } from '../ui/parts'
import { Fold } from '../ui/section'
import styles from './draft.module.css'
import { YamlEditor } from './yaml-editor'

interface YamlPanelProps {
  readonly source: DraftSource
  readonly list: DraftList
  /** The answer to this very draft; undefined while it is asked for. */
  readonly answer: WhatIfAnswer | undefined
  /** The entry to begin with, and the edits that are changed, if there are any. */
  readonly opened: OpenedYaml
  readonly onAct: (action: DraftAction) => void
  /** The edits that the text becomes. */
  readonly onOwn: (own: readonly EditBody[]) => void
  readonly onClose: () => void
}

export interface OpenedYaml {
  /** The entry by its path; empty: the whole object; null: the first entry that there is. */
  readonly entry: readonly string[] | null
  readonly edits: readonly EditBody[]
}

/** The schema of an edit comes with this panel, which is only loaded when it is opened. */
const loading = import('@/lib/contract/edits')

/** An entry of the profile, or all of it, as YAML: what differs becomes edits of the draft at once. */
export function YamlPanel(props: YamlPanelProps): ReactNode {
  const { source } = props
  const query = useQuery(draftQueries.object(source.ref))
  const object = query.data?.object
  if (query.isError) return <QueryError query={query} />
  if (object === undefined || object === null) return <SkeletonBar width="100%" height="12rem" />
  const whole: JsonObject = { kind: source.ref.kind, ...object }
  const { entry, edits } = props.opened
  return <Editor {...props} object={whole} opened={{ entry: entry ?? firstEntry(whole), edits }} />
}

interface EditorProps extends YamlPanelProps {
  readonly opened: { readonly entry: readonly string[]; readonly edits: readonly EditBody[] }
  /** The object without the edits of the draft. */
  readonly object: JsonObject
}

/** What was typed, of which entry, and the edits that it became. */
interface TypedEntry {
  readonly entry: readonly string[]
  readonly text: string
  readonly own: readonly EditBody[]
}

function Editor({ source, list, answer, opened, object, onAct, onOwn, onClose }: EditorProps): ReactNode {
  const { isEdit } = use(loading)
  const area = useRef<HTMLTextAreaElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const described = useId()
  const edited = useMemo(() => asWritten(withEdits(object, list.edits, source)), [object, list.edits, source])
  const [typed, setTyped] = useState<TypedEntry>(() => ({
    entry: opened.entry,
    text: yamlTextOf(valueAtPath(edited, opened.entry)),
    own: opened.edits,
  }))
  const { entry, text, own } = typed
  const isWhole = entry.length === 0
  const before = useMemo(
    () => asWritten(withEdits(object, replaced(list.edits, own, []), source)),
    [object, list.edits, own, source],
  )
  const read = useMemo(() => readYamlText(text), [text])
  const outcome = useMemo(() => becomes(before, entry, read, source, isEdit), [before, entry, read, source, isEdit])
  useTellUnreadable(outcome.kind === 'problem')
  const type = (next: string) => {
    const made = becomes(before, entry, readYamlText(next), source, isEdit)
    const edits = made.kind === 'ok' ? made.edits : own
    setTyped({ entry, text: next, own: edits })
    onOwn(edits)
    if (made.kind === 'ok')
      onAct({ kind: 'change', change: (all) => replaced(all, own, edits), about: `yaml ${entry.join('/')}` })
  }
  // What is pasted or uploaded is looked at first, and what is typed stands among its lines.
  const [isFolded, setFolded] = useState(true)
  const put = (next: string) => {
    setFolded(true)
    type(next)
  }
  const open = (next: readonly string[]) => {
    setFolded(true)
    setTyped({ entry: next, text: yamlTextOf(valueAtPath(edited, next)), own: [] })
    onOwn([])
  }
  const beforeText = yamlTextOf(valueAtPath(before, entry))
  const errors = errorsBelow(edited, placeIn(edited, before, entry), read, answer)
  const count = [...errors.values()].reduce((sum, found) => sum + found.length, 0)
  const upload = async (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? []
    if (chosen !== undefined) put(await chosen.text())
  }
  const title = isWhole ? 'The whole object' : entryTitle(entry)
  return (
    <section className={styles.panel} aria-label={`${title} as YAML`}>
      <div className="section-head">
        <h3>{title}</h3>
        <span className="faint">as YAML</span>
        <span className="grow" />
        <Segmented
          label="What is edited"
          value={isWhole ? 'whole' : 'entry'}
          options={optionsOf({ entry: 'Entry', whole: 'Whole object' })}
          onChange={(value) => open(value === 'whole' ? WHOLE : firstEntry(object))}
        />
        <IconButton icon="close" label="Close the YAML" onClick={onClose} />
      </div>
      <div className="bar">
        {isWhole ? (
          <>
            <Button onClick={() => void navigator.clipboard.readText().then(put, () => area.current?.focus())}>
              Paste
            </Button>
            <Button onClick={() => file.current?.click()}>Upload</Button>
            <input
              ref={file}
              hidden
              type="file"
              aria-label="File with the object"
              accept=".yaml,.yml,.json"
              onChange={(event) => void upload(event)}
            />
          </>
        ) : (
          <Select
            label="Entry"
            value={JSON.stringify(entry)}
            options={entryGroups(edited).flatMap(({ title: group, entries }) =>
              entries.map((path) => ({ value: JSON.stringify(path), text: entryTitle(path), group })),
            )}
            onChange={(path) => open(JSON.parse(path) as string[])}
          />
        )}
      </div>
      <YamlEditor
        label={`${title} as YAML`}
        describedBy={described}
        title={isWhole ? `${source.ref.kind} ${profileName(source.ref)}` : entry.slice(0, -1).join('.')}
        area={area}
        text={text}
        before={outcome.kind === 'ok' ? outcome.same : beforeText}
        original={beforeText}
        errors={errors}
        onType={type}
        isFolded={isFolded}
        onFold={setFolded}
        edits={itemsOf(own).length}
        onRemove={() => {
          type(beforeText)
          onClose()
        }}
      />
      <div id={described}>
        <Checked outcome={outcome} answer={answer} errors={count} own={own} />
      </div>
      {own.length > 0 && <Becomes own={own} edits={list.edits} source={source} answer={answer} />}
      <Fields kind={source.ref.kind} entry={entry} />
    </section>
  )
}

type TypedOutcome =
  /** `same`: the text as it would be without these edits, written as it is now: what it leaves out or adds to no effect is the same in both. */
  | { readonly kind: 'ok'; readonly edits: readonly EditBody[]; readonly same: string }
  | { readonly kind: 'problem'; readonly line: number | null; readonly text: string }

/** The edits that a text becomes. */
function becomes(
  before: JsonObject,
  entry: readonly string[],
  read: ReadText,
  source: DraftSource,
  isEdit: (edit: EditBody) => boolean,
): TypedOutcome {
  if (read.kind === 'error') return { kind: 'problem', line: read.words.line, text: read.reason }
  const after: JsonObject | ObjectProblem =
    entry.length === 0
      ? withWhole(before, read.value)
      : read.value === null
        ? { code: 'no-object' }
        : withEntry(before, entry, read.value)
  if (isObjectProblem(after)) return { kind: 'problem', line: null, text: objectProblemText(after, entry.length === 0) }
  const edits = yamlEditsBetween(before, after, source.namespaced !== null, isEdit)
  if (!edits.every(isEdit)) return { kind: 'problem', line: null, text: TOO_LONG }
  const written = entry.length === 0 && isJsonObject(read.value) ? read.value : after
  const back = withChanges(
    written,
    storedDifferences(after, before).filter(({ path }) => isEditable(path)),
  )
  return { kind: 'ok', edits, same: yamlTextOf(valueAtPath(back.kind === 'ok' ? back.value : before, entry)) }
}

function withEdits(
  object: JsonObject,
  bodies: readonly EditBody[],
  { at, profile, namespaced }: DraftSource,
): JsonObject {
  const edits = bodies.map((body) => readEdit(body, at, profile))
  const edited = editObject(object, edits, namespaced?.parent ?? null)
  return edited.kind === 'ok' ? edited.object : object
}

/** The steps to an entry as it is edited: by its name, or, where that is another now, by its place in the list. */
function placeIn(edited: JsonObject, before: JsonObject, entry: readonly string[]): readonly (string | number)[] {
  const list = valueAtPath(before, entry.slice(0, -1))
  if (!Array.isArray(list) || valueAtPath(edited, entry) !== undefined) return entry
  return [...entry.slice(0, -1), list.indexOf(valueAtPath(before, entry))]
}

function firstEntry(object: JsonObject): readonly string[] {
  return entryGroups(object)[0]?.entries[0] ?? ['spec', 'kubernetes']
}

interface CheckedProps {
  readonly outcome: TypedOutcome
  readonly answer: WhatIfAnswer | undefined
  readonly errors: number
  readonly own: readonly EditBody[]
}

/** Whether it can be read, and whether the API server would take it. */
function Checked({ outcome, answer, errors, own }: CheckedProps): ReactNode {
  if (outcome.kind === 'problem')
    return (
      <p className="signed small" role="status">
        <Icon name="stop" className="bad" />
        <span>
          <b>It cannot be read.</b> {outcome.line === null ? `${outcome.text}.` : `Line ${outcome.line} says why.`} The
          effect is that of what could be read before.
        </span>
      </p>
    )
  if (own.length === 0) return <p className="note">Nothing differs yet. What is not changed stays byte for byte.</p>
  const refused = answer !== undefined && !answer.accepted ? answer : null
  return (
    <p className="signed small" role="status">
      <Icon name={refused ? 'stop' : 'check'} className={refused ? 'bad' : 'good'} />
      {refused ? (
        <span>
          <b>The API server would refuse the draft{errors > 0 && `, with ${countOf(errors, 'error')} here`}.</b>{' '}
          {errors > 0 ? 'What stands below a line are its own words.' : 'Its words stand below, beside the edits.'} The
          effect is shown {REFUSED_AS_IF}.
        </span>
      ) : (
        <span>
          <b>It can be read{answer !== undefined && ', and the API server would accept it'}.</b> Only the differences
          become edits: all else stays byte for byte, comments too.
        </span>
      )}
    </p>
  )
}

interface BecomesProps {
  readonly own: readonly EditBody[]
  /** The draft, of which they are. */
  readonly edits: readonly EditBody[]
  readonly source: DraftSource
  readonly answer: WhatIfAnswer | undefined
}

/** The edits that the text became, and what each does. */
function Becomes({ own, edits, source, answer }: BecomesProps): ReactNode {
  const places = placesOf(own, edits)
  return (
    <RowTable className="rows" heads={['What it becomes', 'As', 'What it does']}>
      {itemsOf(own).map((item) => {
        const { title, note } = itemWords(item, source.profile, source.at, source.zone)
        const done = places
          .slice(item.from, item.from + item.count)
          .flatMap((place) => answer?.edits[place]?.changes ?? [])
        return (
          <tr key={item.from}>
            <td>
              <b>{title}</b> <span className="muted">{note}</span>
            </td>
            <td className="muted">
              {item.first.kind === 'yaml' && describedVersion(item.first) === null ? 'YAML' : 'form'}
            </td>
            <td>{done.length === 0 ? <SkeletonBar width="8rem" height="1rem" /> : editsEffectText(done)}</td>
          </tr>
        )
      })}
    </RowTable>
  )
}

interface FieldsProps {
  readonly kind: DraftSource['ref']['kind']
  readonly entry: readonly string[]
}

/** What may stand in the entry. */
function Fields({ kind, entry }: FieldsProps): ReactNode {
  const fields = fieldsAt(kind, entry.length === 0 ? ['spec'] : entry)
  if (fields.length === 0) return null
  return (
    <Fold summary="Fields and their meaning">
      <RowTable className="rows" heads={['Field', 'Holds', 'Meaning']}>
        {fields.map((field) => (
          <tr key={field.path}>
            <th scope="row" className="mono">
              {field.path}
            </th>
            <td className="muted">{FIELD_KINDS[field.kind]}</td>
            <td>{FIELD_MEANINGS[field.name]}</td>
          </tr>
        ))}
      </RowTable>
    </Fold>
  )
}
