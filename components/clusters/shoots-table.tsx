'use client'

import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import { projectPage } from '@/lib/browser/paths'
import type { ShootsQuery } from '@/lib/contract/selection'
import type { ListedShoot as Row, ShootsAnswer } from '@/lib/questions/clusters/contract'
import { causeText } from '@/lib/words/causes'
import { capitalized } from '@/lib/words/phrases'
import { countOf, countText } from '@/lib/words/time-text'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import { SkeletonBar, SkeletonRows } from '../ui/parts'
import { Remedies } from '../ui/remedies'
import styles from './clusters.module.css'
import { COLUMN_WORDS, type Column } from './columns'
import { Details } from './details'
import { hourWords } from './filters'
import { keyOf } from './settle'
import { ROW_HEIGHT, ShootRow, Spacer } from './shoot-row'
import { useRows } from './use-rows'
import type { Group, ShootPages } from './use-shoot-pages'

/** What the address says beside the filters. */
export interface View {
  readonly sort: ShootsQuery['sort']
  readonly group: NonNullable<ShootsQuery['group']> | null
  /** Groups whose clusters are not shown. */
  readonly folded: readonly string[]
  readonly density: 'dense' | 'cosy'
  readonly columns: readonly Column[]
  /** The expanded row, `namespace/name`. */
  readonly open: string | null
}

/** What the keyboard does to the rows. */
export interface TableHandle {
  /** Focus to the next (1) or previous (-1) row. */
  readonly move: (by: 1 | -1) => void
  /** Focus to the first or the last row of all. */
  readonly moveTo: (end: 'first' | 'last') => void
  readonly toTop: () => void
}

export interface ShootsTableProps {
  readonly first: ShootsAnswer
  readonly pages: ShootPages
  readonly view: Pick<View, 'open' | 'density' | 'columns'>
  /** Which rows are drawn, so that their pages are read. */
  readonly onRange: (from: number, to: number) => void
  readonly onToggle: (row: Row) => void
  readonly onFold: (value: string) => void
  /** The rows are those of the question before, and have been for a while. */
  readonly isLate: boolean
  readonly handle: Ref<TableHandle>
}

/** The bar and the table's head, which stay above the rows. */
const HEADS = 71
/** With fewer columns narrow windows have room for all of them; with more each has less room. */
const FEW = 6
const MANY = 8
/** So many frames a row that is to be focused may take to be read. */
const MOST_FRAMES = 300
/** With as many left it is scrolled to, as nothing else has brought it into sight. */
const LATE_FRAMES = 280

/** The clusters as a real table of which only the rows in sight exist. */
export function ShootsTable(props: ShootsTableProps) {
  const { first, pages, onRange, onToggle, onFold, isLate, handle } = props
  const { list, rowAt, group, groupsAt } = pages
  const { open, density, columns } = props.view
  const isGrouped = group === 'project'
  const table = useRef<HTMLTableElement>(null)
  /** The row that the focus is on its way to. */
  const aim = useRef<{ readonly index: number } | null>(null)
  const width = columns.length + 2
  const { from, to, before, after, usual, measure, show } = useRows(table, {
    count: first.rows,
    usual: ROW_HEIGHT[density],
    list,
  })
  useEffect(() => onRange(from, to), [onRange, from, to])

  const showOpen = useEffectEvent(() => {
    const index = first.items.findIndex((row) => keyOf(row) === open)
    if (index > 0 && window.scrollY === 0) show(index, 'center')
  })
  useEffect(() => showOpen(), [])

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
      if (next >= 0 && next < first.rows) focusSoon(next)
    },
    moveTo: (end) => {
      if (end === 'first') window.scrollTo({ top: 0 })
      else show(first.rows - 1, 'end')
      focusSoon(end === 'first' ? 0 : first.rows - 1)
    },
    toTop: () => {
      const top = (table.current?.getBoundingClientRect().top ?? 0) + window.scrollY
      if (window.scrollY > top) window.scrollTo({ top: Math.max(0, top - HEADS) })
    },
  }))

  const offset = commonOffset(first.items)
  const heads = (index: number) =>
    group === undefined
      ? []
      : groupsAt(index).map((one) => (
          <GroupHead key={`group ${one.value}`} width={width} by={group} group={one} index={index} onFold={onFold} />
        ))
  return (
    <table
      ref={table}
      className={`sticky ${styles.table}`}
      data-density={density}
      data-columns={columns.length > MANY ? 'many' : columns.length < FEW ? 'few' : undefined}
      aria-rowcount={first.rows + 1}
      aria-busy={pages.isChanging}
      data-late={isLate || undefined}
      aria-label="Clusters"
    >
      <Head columns={columns} offset={offset} isAsked={first.items.some(({ asked }) => asked !== null)} />
      <Spacer width={width} height={before} row={usual} />
      {indexes(from, to).flatMap((index) => {
        const row = rowAt(index)
        const isOpen = row !== undefined && open === keyOf(row)
        return [
          ...heads(index),
          <tbody key={row === undefined ? index : keyOf(row)} ref={measure} data-index={index}>
            {row === undefined ? (
              <Unread width={width} index={index} />
            ) : (
              <ShootRow
                row={row}
                index={index}
                columns={columns}
                isOpen={isOpen}
                isGrouped={isGrouped}
                offset={offset}
                onToggle={onToggle}
              />
            )}
            {isOpen ? (
              <tr className={styles.details}>
                <td />
                <td colSpan={width - 1}>
                  <Details row={row} columns={columns} />
                </td>
              </tr>
            ) : null}
          </tbody>,
        ]
      })}
      <Spacer width={width} height={after} row={usual} />
      {heads(first.rows)}
    </table>
  )
}

interface HeadProps {
  readonly columns: readonly Column[]
  readonly offset: string | null
  /** The rows show what was filtered by. */
  readonly isAsked: boolean
}

function Head({ columns, offset, isAsked }: HeadProps) {
  const texts: { readonly [K in Column]?: string } = {
    event: isAsked ? 'The event filtered by; bar 0 to 90 days' : 'Next event, forced first; bar 0 to 90 days',
    window: offset === null ? 'Window, its own zone' : `Window, ${offset.replace('-', '−')}`,
  }
  return (
    <thead>
      <tr aria-rowindex={1}>
        <td className={styles.toggle} />
        <th scope="col" className={styles.name}>
          Cluster
        </th>
        {columns.map((column) => (
          <th key={column} scope="col" className={styles[column]}>
            {texts[column] ?? COLUMN_WORDS[column]}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** The frame at once, rows as flat bars of their final height. */
export function LoadingTable({ columns }: { readonly columns: readonly Column[] }) {
  return (
    <table className={`sticky ${styles.table}`} aria-label="Clusters" aria-busy="true">
      <Head columns={columns} offset={null} isAsked={false} />
      <tbody>
        <SkeletonRows rows={16} columns={['0px', '150px', ...columns.map(() => '80px')]} />
      </tbody>
    </table>
  )
}

interface GroupHeadProps {
  readonly width: number
  readonly by: NonNullable<ShootsQuery['group']>
  readonly group: Group
  /** The row that it stands before. */
  readonly index: number
  readonly onFold: (value: string) => void
}

/** `payments 7 of 31 clusters`: how many of those that there are match. Its button folds them away. */
function GroupHead({ width, by, group: { value, count, all, folded, remedies }, index, onFold }: GroupHeadProps) {
  const before = by === 'version' ? 'Kubernetes ' : by === 'window' ? 'Window begins ' : ''
  const [name, profile] = by === 'cause' ? causeWords(value) : [by === 'window' ? hourWords(value) : value, '']
  return (
    <tbody data-head={index}>
      <tr className={styles.group}>
        <td className={styles.toggle}>
          <button
            type="button"
            aria-expanded={!folded}
            aria-label={`Clusters of: ${before}${name}`}
            onClick={() => onFold(value)}
          >
            <Icon name={folded ? 'right' : 'down'} />
          </button>
        </td>
        <th colSpan={width - 1} scope="rowgroup">
          {before}
          {by === 'project' ? (
            <Link href={projectPage(value)}>
              <b>{value}</b>
            </Link>
          ) : (
            <b>{name}</b>
          )}{' '}
          <span className="faint">
            {count === all ? '' : `${countText(count)} of `}
            {profile === '' ? '' : `${profile}, `}
            {countOf(all, 'cluster')}
          </span>
          <Remedies remedies={remedies} clusters={count} className={styles.remedy} />
        </th>
      </tr>
    </tbody>
  )
}

/** Of a group by cause: `gcp no-version`. */
function causeWords(value: string): readonly [cause: string, profile: string] {
  if (value === '-') return ['Does not fail', '']
  const blank = value.indexOf(' ')
  return [capitalized(causeText(value.slice(blank + 1))), value.slice(0, blank)]
}

function Unread({ width, index }: { readonly width: number; readonly index: number }) {
  return (
    <tr className={styles.unread} aria-rowindex={index + 2} data-row={index}>
      <td colSpan={width}>
        <SkeletonBar width={`${60 + ((index * 7) % 30)}%`} />
      </td>
    </tr>
  )
}

/** The offset that all rows of the first page share; null when they do not. */
function commonOffset(rows: readonly Row[]): string | null {
  const offsets = new Set(rows.map((row) => row.nextWindow.offset))
  const [only] = offsets
  return offsets.size === 1 && only !== undefined ? only : null
}

function indexes(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)
}

function firstInSight(table: HTMLTableElement | null): number {
  const rows = [...(table?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
  const inSight = rows.find((row) => row.getBoundingClientRect().top >= HEADS - 1)
  return Number(inSight?.dataset.row ?? 0)
}

/** Whether the row is there to be focused. */
function focusRow(table: HTMLTableElement | null, index: number): boolean {
  const row = table?.querySelector<HTMLElement>(`[data-row="${index}"]`)
  const button = row?.querySelector('button')
  row?.scrollIntoView({ block: 'nearest' })
  button?.focus({ preventScroll: true })
  return button != null
}
