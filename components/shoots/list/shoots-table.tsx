'use client'

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import dynamic from 'next/dynamic'
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { SkeletonBar } from '@/components/ui/parts'
import { countOf } from '@/lib/client/time-text'
import type { ShootRow as Row, ShootsAnswer } from '@/lib/contract'
import styles from './row.module.css'
import { keyOf } from './settle'
import { ShootRow } from './shoot-row'

/** What the keyboard does to the rows. */
export interface TableHandle {
  /** Focus to the next (1) or previous (-1) row. */
  readonly move: (by: 1 | -1) => void
  readonly toTop: () => void
}

export interface ShootsTableProps {
  readonly first: ShootsAnswer
  readonly rowAt: (index: number) => Row | undefined
  /** Which rows are drawn, so that their pages are read. */
  readonly onRange: (from: number, to: number) => void
  /** `namespace/name`. */
  readonly open: string | null
  readonly onToggle: (row: Row) => void
  readonly density: 'dense' | 'cosy'
  /** Rows of one project under one head. */
  readonly isGrouped: boolean
  readonly isBusy: boolean
  readonly handle: Ref<TableHandle>
}

/** The chart of an expanded row, read when the first row is expanded. */
const Details = dynamic(() => import('./details').then((module) => module.Details), {
  loading: () => <div className={styles.detailsGrid} />,
})

const COLUMNS = 9
const OVERSCAN = 12
/** What the server draws, and the browser before it knows better. */
const FIRST_SCREEN = { width: 1440, height: 900 }
const HEADS = 71

/** The clusters as a real table of which only the rows in sight exist. */
export function ShootsTable(props: ShootsTableProps) {
  const { first, rowAt, onRange, open, onToggle, density, isGrouped, isBusy, handle } = props
  const table = useRef<HTMLTableElement>(null)
  const margin = useTop(table)
  const phone = usePhone()
  const rows = useWindowVirtualizer({
    count: first.total,
    estimateSize: () => (phone ? 57 : density === 'dense' ? 29 : 37),
    overscan: OVERSCAN,
    scrollMargin: margin,
    scrollPaddingStart: phone ? 60 : HEADS,
    initialRect: FIRST_SCREEN,
    initialOffset: 0,
    getItemKey: (index) => {
      const row = rowAt(index)
      return row === undefined ? index : keyOf(row)
    },
  })
  const items = rows.getVirtualItems()
  const from = items[0]?.index ?? 0
  const to = items.at(-1)?.index ?? 0
  useEffect(() => onRange(from, to), [onRange, from, to])

  const focusRow = (index: number) => {
    rows.scrollToIndex(index, { align: 'auto' })
    whenThere(() => table.current?.querySelector<HTMLElement>(`[data-row="${index}"] button`))
  }
  useImperativeHandle(handle, () => ({
    move: (by) => {
      const focused = document.activeElement?.closest('[data-index]')?.getAttribute('data-index')
      const next = focused == null ? firstInSight(table.current) : Number(focused) + by
      if (next >= 0 && next < first.total) focusRow(next)
    },
    toTop: () => {
      if (window.scrollY > margin) window.scrollTo({ top: Math.max(0, margin - HEADS) })
    },
  }))

  const offset = commonOffset(first.items)
  const before = (items[0]?.start ?? margin) - margin
  const after = rows.getTotalSize() - (items.at(-1)?.end ?? margin) + margin
  return (
    <table
      ref={table}
      className={`sticky ${styles.table}`}
      data-density={density}
      aria-rowcount={first.total + 1}
      aria-busy={isBusy}
      aria-label="Clusters"
    >
      <Head offset={offset} isGrouped={isGrouped} />
      <Spacer height={before} />
      {items.map((item) => {
        const row = rowAt(item.index)
        const isOpen = row !== undefined && open === keyOf(row)
        return (
          <tbody key={item.key} ref={rows.measureElement} data-index={item.index}>
            {isGrouped && row !== undefined && rowAt(item.index - 1)?.project !== row.project ? (
              <GroupHead row={row} first={first} />
            ) : null}
            {row === undefined ? (
              <Unread index={item.index} />
            ) : (
              <ShootRow
                row={row}
                index={item.index}
                isOpen={isOpen}
                isGrouped={isGrouped}
                offset={offset}
                onToggle={onToggle}
              />
            )}
            {isOpen ? (
              <tr className={styles.details}>
                <td />
                <td colSpan={COLUMNS - 1}>
                  <Details row={row} />
                </td>
              </tr>
            ) : null}
          </tbody>
        )
      })}
      <Spacer height={after} />
    </table>
  )
}

function Head({ offset, isGrouped }: { readonly offset: string | null; readonly isGrouped: boolean }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <td style={{ width: 24 }} />
        <th scope="col" style={{ width: isGrouped ? 184 : 224 }}>
          Cluster
        </th>
        <th scope="col" style={{ width: 76 }}>
          Profile
        </th>
        <th scope="col" style={{ width: 148 }}>
          Kubernetes
        </th>
        <th scope="col">Pools’ images</th>
        <th scope="col" style={{ width: 296 }}>
          Next event, forced first; bar 0 to 90 days
        </th>
        <th scope="col" style={{ width: 100 }}>
          Nodes
        </th>
        <th scope="col" style={{ width: 118 }}>
          Auto-update
        </th>
        <th scope="col" style={{ width: offset === null ? 126 : 92 }} className="r">
          {offset === null ? 'Window, its own zone' : `Window, ${offset.replace('-', '−')}`}
        </th>
      </tr>
    </thead>
  )
}

/** The room of the rows that are not drawn. */
function Spacer({ height }: { readonly height: number }) {
  return (
    <tbody aria-hidden="true">
      <tr className={styles.spacer}>
        <td colSpan={COLUMNS} style={{ height: Math.max(0, height) }} />
      </tr>
    </tbody>
  )
}

function GroupHead({ row, first }: { readonly row: Row; readonly first: ShootsAnswer }) {
  const all = first.facets.project.find((facet) => facet.value === row.project)?.count
  const isAll = first.total === first.all
  return (
    <tr className={styles.group}>
      <th colSpan={COLUMNS} scope="rowgroup">
        <b>{row.project}</b>{' '}
        {all === undefined ? null : (
          <span className="q">
            {isAll ? '' : 'of '}
            {countOf(all, 'cluster')}
          </span>
        )}
      </th>
    </tr>
  )
}

function Unread({ index }: { readonly index: number }) {
  return (
    <tr className={styles.unread} aria-rowindex={index + 2} data-row={index}>
      <td colSpan={COLUMNS}>
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

/** Where the first row begins on the page: what stands above the table may change its height. */
function useTop(ref: { readonly current: HTMLTableElement | null }): number {
  const [top, setTop] = useState(180)
  useLayoutEffect(() => {
    const measure = () => {
      const element = ref.current
      if (element === null) return
      const head = element.tHead?.offsetHeight ?? 0
      setTop(Math.round(element.getBoundingClientRect().top + window.scrollY + head))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [ref])
  return top
}

function usePhone(): boolean {
  const [phone, setPhone] = useState(false)
  useEffect(() => {
    const query = window.matchMedia('(max-width: 720px)')
    const follow = () => setPhone(query.matches)
    follow()
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  return phone
}

function firstInSight(table: HTMLTableElement | null): number {
  const rows = [...(table?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
  const inSight = rows.find((row) => row.getBoundingClientRect().top >= HEADS - 1)
  return Number(inSight?.dataset.row ?? 0)
}

/** A row that was scrolled to exists a few frames later. */
function whenThere(find: () => HTMLElement | null | undefined, tries = 20): void {
  const element = find()
  if (element) element.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => whenThere(find, tries - 1))
}
