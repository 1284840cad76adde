import { type CSSProperties, type MouseEvent, type ReactNode, type RefObject, useId, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  AROUND,
  differingLines,
  foldedRows,
  type LineError,
  sectionAt,
  type TextRow,
  textRows,
} from '@/lib/questions/draft/browser/yaml-lines'
import { listed } from '@/lib/words/phrases'
import { countOf, countText } from '@/lib/words/time-text'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import styles from './draft.module.css'

interface YamlEditorProps {
  readonly label: string
  /** The element that says what became of the text. */
  readonly describedBy: string
  /** What is edited, above the lines. */
  readonly title: string
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  /** What the text would be without what it changes: what differs from it is marked. */
  readonly before: string
  readonly original: string
  /** The errors by line, from 1 on, in their order. */
  readonly errors: ReadonlyMap<number, readonly LineError[]>
  readonly onType: (text: string) => void
  /** Lines that are the same as before are folded. */
  readonly isFolded: boolean
  readonly onFold: (isFolded: boolean) => void
  /** How many edits the text became. */
  readonly edits: number
  readonly onRemove: () => void
}

/**
 * A text in numbered lines: what differs is marked, what is gone is shown where it was, and what is wrong stands below its line. One field
 * holds the whole text, so that typing, selecting, pasting and undoing are those of the browser; as a field has no room between its
 * lines, it shows the lines around the cursor, and all others are drawn.
 */
export function YamlEditor(props: YamlEditorProps): ReactNode {
  const { label, describedBy, title, area, text, before, original, errors, isFolded, onFold, onType } = props
  const id = useId()
  const [cursor, setCursor] = useState(0)
  const told = [...errors.keys()].join()
  const all = useMemo(() => textRows(before, text, new Set(told.split(',').map(Number))), [before, text, told])
  const folded = all.length === 1 ? all : foldedRows(all)
  const rows = isFolded ? folded : all
  const total = text.split('\n').length
  const texts = rows.filter((row) => row.kind === 'text')
  const open = texts.filter((row) => !row.isFolded)
  const active = open.find((row) => cursor < row.to) ?? open.at(-1)
  const count = [...errors.values()].reduce((sum, found) => sum + found.length, 0)
  const differing = differingLines(all)
  const follow = (field: HTMLTextAreaElement) => {
    const line = cursorLine(field)
    setCursor(line)
    if (texts.some((row) => row.isFolded && row.from <= line && line < row.to)) onFold(false)
  }
  const select = (from: number, to: number) => {
    const field = area.current
    if (field === null) return
    field.focus({ preventScroll: true })
    field.setSelectionRange(from, to)
    // What is selected is in sight once the field has come to its line.
    flushSync(() => follow(field))
  }
  const toLine = (line: number) => {
    const start = startOf(text, line - 1)
    const end = text.indexOf('\n', start)
    select(start, end === -1 ? text.length : end)
    bringIntoSight(area.current, line)
  }
  const toNext = (lines: readonly number[]) => {
    const here = area.current === null ? 0 : cursorLine(area.current) + 1
    const next = lines.find((line) => line > here) ?? lines[0]
    if (next !== undefined) toLine(next)
  }
  const press = (event: MouseEvent) => {
    const at = event.button === 0 ? offsetAt(event, text) : null
    if (at === null) return
    event.preventDefault()
    select(at, at)
  }
  // Each error by itself: a list would be read by its name alone.
  const toldIds = [...errors].flatMap(([line, told]) => told.map((_, place) => `${id}${line}.${place}`))
  return (
    <>
      <div className={styles.editor}>
        <p className={styles.title}>
          <span>{title}</span>
          <span className="grow" />
          <span>
            {count > 0 ? `${countOf(count, 'error')}, ${linesText([...errors.keys()])}` : differenceText(all)}
          </span>
        </p>
        <div className={styles.field}>
          {rows.map((row, i) => {
            const key = `${row.kind} ${row.kind === 'text' ? row.from : i}`
            const style = { gridRow: i + 1 }
            if (row.kind === 'told')
              return (
                <ul key={key} aria-label={`Errors in line ${row.line}`} style={style}>
                  {(errors.get(row.line) ?? []).map((error, place) => (
                    <ErrorText key={`${error.where} ${error.text}`} id={`${id}${row.line}.${place}`} error={error} />
                  ))}
                </ul>
              )
            if (row.kind === 'gone') return <GoneLines key={key} lines={row.lines} style={style} />
            return row.isFolded ? (
              <button
                key={key}
                type="button"
                className={styles.fold}
                style={style}
                onClick={() => {
                  select(startOf(text, row.from), startOf(text, row.from))
                  bringIntoSight(area.current, row.from + 1)
                }}
              >
                <span aria-hidden>⋯</span> {countOf(row.to - row.from, 'line')}, unchanged
                {i + 1 < rows.length && <b>{sectionAt(text, row.to + AROUND)}</b>}
              </button>
            ) : (
              <TextLines key={key} row={row} errors={errors} isActive={row === active} style={style} onPress={press} />
            )
          })}
          <textarea
            ref={area}
            aria-label={label}
            aria-describedby={[describedBy, ...toldIds].join(' ')}
            aria-invalid={count > 0 || undefined}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            wrap="off"
            rows={1}
            style={active === undefined ? {} : placeOf(active, rows.indexOf(active), total)}
            value={text}
            onChange={({ target }) => {
              onFold(false)
              follow(target)
              onType(target.value)
            }}
            onSelect={({ currentTarget }) => follow(currentTarget)}
          />
        </div>
      </div>
      <div className="bar">
        <Button disabled={text === original} onClick={() => onType(original)}>
          As it was
        </Button>
        <Button disabled={count === 0} onClick={() => toNext([...errors.keys()])}>
          Next error
        </Button>
        <Button disabled={differing.length === 0} onClick={() => toNext(differing)}>
          Next difference
        </Button>
        <Button
          disabled={folded.length === all.length}
          aria-pressed={isFolded && folded.length > all.length}
          onClick={() => onFold(!isFolded)}
        >
          Only what differs
        </Button>
        <span className="grow" />
        {props.edits > 0 && (
          <Button look="quiet" onClick={props.onRemove}>
            {props.edits === 1 ? 'Remove edit' : `Remove ${props.edits} edits`}
          </Button>
        )}
      </div>
    </>
  )
}

type TextLineRow = Extract<TextRow, { kind: 'text' }>

interface TextLinesProps {
  readonly row: TextLineRow
  readonly errors: YamlEditorProps['errors']
  /** The field stands here: it shows the text itself. */
  readonly isActive: boolean
  readonly style: CSSProperties
  readonly onPress: (event: MouseEvent) => void
}

/** Drawn lines; for the eyes alone, as the field reads them out. */
function TextLines({ row, errors, isActive, style, onPress }: TextLinesProps): ReactNode {
  let from = row.from
  return (
    <div aria-hidden className={styles.lines} style={style} data-active={isActive || undefined} onMouseDown={onPress}>
      {row.stretches.map(({ kind, isTold, lines }) => {
        const first = from
        from += lines.length
        return (
          <div key={first} data-kind={kind} data-bad={isTold || undefined}>
            <pre>{lines.map((_, i) => `${kind === 'new' ? '+ ' : ''}${first + i + 1}`).join('\n')}</pre>
            <pre data-from={first}>{lines.join('\n')}</pre>
            {isTold &&
              lines.map((line) =>
                (errors.get(first + 1) ?? []).map((error) => (
                  <pre key={`${error.where} ${error.text}`} className={styles.wrong}>
                    {line.slice(0, error.from)}
                    <u>{line.slice(error.from, error.to)}</u>
                  </pre>
                )),
              )}
          </div>
        )
      })}
    </div>
  )
}

/** Lines that the text had before. */
function GoneLines({ lines, style }: { readonly lines: readonly string[]; readonly style: CSSProperties }): ReactNode {
  return (
    <div className={styles.lines} style={style}>
      <div data-kind="gone">
        <pre aria-hidden>{lines.map(() => '−').join('\n')}</pre>
        <pre>
          <span className="visually-hidden">Removed: </span>
          <del>{lines.join('\n')}</del>
        </pre>
      </div>
    </div>
  )
}

interface ErrorTextProps {
  readonly id: string
  readonly error: LineError
}

function ErrorText({ id, error: { where, text, reason } }: ErrorTextProps): ReactNode {
  return (
    <li id={id}>
      <Icon name="stop" />
      <span>
        {where !== '' && <b>{where}</b>}
        <span className="mono">{text}</span>
        {reason !== null && <span>{reason}</span>}
      </span>
    </li>
  )
}

function linesText(lines: readonly number[]): string {
  const [first, ...others] = lines
  return others.length === 0 ? `line ${first}` : `lines ${listed(lines.slice(0, 5).map(String))}`
}

/** The line that the end of the selection is in, from 0. */
function cursorLine({ value, selectionDirection, selectionStart, selectionEnd }: HTMLTextAreaElement): number {
  const at = selectionDirection === 'backward' ? selectionStart : selectionEnd
  return value.slice(0, at).split('\n').length - 1
}

/** The position at which a line of a text begins; `line`: from 0 on. */
function startOf(text: string, line: number): number {
  return text
    .split('\n')
    .slice(0, line)
    .reduce((sum, one) => sum + one.length + 1, 0)
}

/** The position in the text of a press on its drawn lines; null: it is on none of them. */
function offsetAt({ clientX, clientY }: MouseEvent, text: string): number | null {
  const at = document.caretPositionFromPoint?.(clientX, clientY)
  const from = at?.offsetNode.parentElement?.dataset.from
  return at === null || from === undefined ? null : startOf(text, Number(from)) + at.offset
}

/** The field stands in the row of its lines; what it holds above and below them reaches beyond, and is cut off. */
function placeOf({ from, to }: TextLineRow, place: number, total: number): CSSProperties {
  return {
    gridRow: place + 1,
    '--above': from,
    '--below': total - to,
    '--total': total,
  } as CSSProperties
}

function bringIntoSight(field: HTMLTextAreaElement | null, line: number): void {
  const frame = field?.parentElement
  if (!field || !frame) return
  const top = field.offsetTop + (line - 1) * Number.parseFloat(getComputedStyle(field).lineHeight)
  const isInSight = top >= frame.scrollTop && top < frame.scrollTop + frame.clientHeight / 2
  if (!isInSight) frame.scrollTop = top - frame.clientHeight / 4
  frame.scrollIntoView({ block: 'nearest' })
}

/** `6 lines added, 3 removed`; nothing where the texts say the same. */
function differenceText(rows: readonly TextRow[]): string {
  const linesOf = (some: readonly { readonly lines: readonly string[] }[]) =>
    some.reduce((sum, { lines }) => sum + lines.length, 0)
  const removed = linesOf(rows.filter((row) => row.kind === 'gone'))
  const added = linesOf(
    rows.flatMap((row) => (row.kind === 'text' ? row.stretches.filter(({ kind }) => kind === 'new') : [])),
  )
  return [
    ...(added > 0 ? [`${countOf(added, 'line')} added`] : []),
    ...(removed > 0 ? [added > 0 ? `${countText(removed)} removed` : `${countOf(removed, 'line')} removed`] : []),
  ].join(', ')
}
