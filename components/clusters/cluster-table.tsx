'use client'

import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react'
import styles from './clusters.module.css'
import { type RowsOf, useRows } from './use-rows'

/** What the keyboard and links do to the rows. */
export interface TableHandle {
  /** Focus to the next (1) or previous (-1) row. */
  readonly move: (by: 1 | -1) => void
  /** Focus to the first or the last row of all. */
  readonly moveTo: (end: 'first' | 'last') => void
  /** Scrolls to a row, which need not be drawn yet; its focus stays where it is. */
  readonly show: (index: number) => void
  readonly toTop: () => void
}

interface ClusterTableProps extends ComponentProps<'table'>, RowsOf {
  /** How many columns it has. */
  readonly width: number
  /** The heads of the table, a `tr`. */
  readonly head: ReactNode
  readonly keyOf: (index: number) => string | number
  /** One `tr` with its `data-row`, and what is opened below it. */
  readonly row: (index: number) => ReactNode
  /** The heads of groups that stand before a row, each a `tr` with its key; with the count of all rows, those behind the last. */
  readonly groups: (index: number) => readonly ReactElement[]
  /** Called with the rows that are drawn, so that they are read. */
  readonly onRange?: (from: number, to: number) => void
  readonly handle: Ref<TableHandle>
}

/** The bar and the table's head, which stay above the rows. */
const HEADS = 71
/** How many frames a row that is to be focused may take to be read. */
const MOST_FRAMES = 300
/** With so many frames left the row is scrolled to, as nothing else has brought it into sight. */
const LATE_FRAMES = 280

/** Clusters as a real table, in groups, of which only the rows in sight exist; the page scrolls as a whole. */
export function ClusterTable(props: ClusterTableProps): ReactNode {
  const { count, usual: height, list, width, head, keyOf, row, groups, onRange, handle, className, ...more } = props
  const table = useRef<HTMLTableElement>(null)
  /** The row that the focus is on its way to. */
  const aim = useRef<{ readonly index: number } | null>(null)
  const { from, to, before, after, usual, measure, show } = useRows(table, { count, usual: height, list })
  useEffect(() => onRange?.(from, to), [onRange, from, to])

  /** A row that is not read yet is focused when it is, unless the reader has moved on. */
  const focusSoon = (index: number) => {
    const own = { index }
    aim.current = own
    const attempt = (frames: number) => {
      if (aim.current !== own) return
      if (focusRow(table.current, index) || frames === 0) {
        aim.current = null
        return
      }
      if (frames === LATE_FRAMES) show(index, 'auto')
      requestAnimationFrame(() => attempt(frames - 1))
    }
    attempt(MOST_FRAMES)
  }
  useImperativeHandle(handle, () => ({
    move: (by) => {
      const focused = document.activeElement?.closest('[data-index]')?.getAttribute('data-index')
      const next =
        aim.current !== null
          ? aim.current.index + by
          : focused == null
            ? firstInSight(table.current)
            : Number(focused) + by
      if (next >= 0 && next < count) focusSoon(next)
    },
    moveTo: (end) => {
      if (end === 'first') window.scrollTo({ top: 0 })
      else show(count - 1, 'end')
      focusSoon(end === 'first' ? 0 : count - 1)
    },
    show: (index) => show(index, 'center'),
    toTop: () => {
      const top = (table.current?.getBoundingClientRect().top ?? 0) + window.scrollY
      if (window.scrollY > top) window.scrollTo({ top: Math.max(0, top - HEADS) })
    },
  }))

  // A head that comes to stand before another row stays the same, with the focus in it.
  const headsAt = (index: number) =>
    groups(index).map((head) => (
      <tbody key={`group ${head.key}`} data-head={index}>
        {head}
      </tbody>
    ))
  return (
    <table ref={table} aria-rowcount={count + 1} className={`sticky ${styles.table} ${className}`} {...more}>
      <thead>{head}</thead>
      <Spacer width={width} height={before} row={usual} />
      {Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i).flatMap((index) => [
        ...headsAt(index),
        <tbody key={keyOf(index)} ref={measure} data-index={index}>
          {row(index)}
        </tbody>,
      ])}
      <Spacer width={width} height={after} row={usual} />
      {headsAt(count)}
    </table>
  )
}

interface GroupRowProps {
  readonly width: number
  /** The toggle in the first column, if the table has one for buttons. */
  readonly toggle?: ReactNode
  readonly children: ReactNode
}

/** The head of a group: what its rows have in common. */
export function GroupRow({ width, toggle, children }: GroupRowProps): ReactNode {
  return (
    <tr className={styles.group}>
      {toggle && <td className={styles.toggle}>{toggle}</td>}
      <th colSpan={toggle ? width - 1 : width} scope="rowgroup">
        {children}
      </th>
    </tr>
  )
}

interface SpacerProps {
  readonly width: number
  readonly height: number
  readonly row: number
}

/** The room of the rows that are not drawn, ruled as they are: for the blink in which a page moves faster than rows are drawn. */
function Spacer({ width, height, row }: SpacerProps) {
  return (
    <tbody aria-hidden="true">
      <tr className={styles.spacer}>
        <td colSpan={width} style={{ height: Math.max(0, height), backgroundSize: `100% ${row}px` }} />
      </tr>
    </tbody>
  )
}

function firstInSight(table: HTMLTableElement | null): number {
  const rows = [...(table?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
  const inSight = rows.find((row) => row.getBoundingClientRect().top >= HEADS - 1)
  return Number(inSight?.dataset.row ?? 0)
}

/** Whether the row is there to be focused. */
function focusRow(table: HTMLTableElement | null, index: number): boolean {
  const row = table?.querySelector<HTMLElement>(`[data-row="${index}"]`)
  const stop = row?.querySelector<HTMLElement>('a, button')
  row?.scrollIntoView({ block: 'nearest' })
  stop?.focus({ preventScroll: true })
  return stop != null
}
