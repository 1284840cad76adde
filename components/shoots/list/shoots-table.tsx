'use client'

import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import { later } from '@/components/ui/later'
import { Link } from '@/components/ui/link'
import { SkeletonBar } from '@/components/ui/parts'
import { projectPage } from '@/lib/client/paths'
import { countOf, countText } from '@/lib/client/time-text'
import type { ListedShoot as Row, ShootsAnswer, ShootsQuery } from '@/lib/contract'
import { hourWords } from './filters'
import styles from './row.module.css'
import { keyOf } from './settle'
import { ShootRow } from './shoot-row'
import { useRows } from './use-rows'
import type { Group } from './use-shoot-pages'

/** What the keyboard does to the rows. */
export interface TableHandle {
  /** Focus to the next (1) or previous (-1) row. */
  readonly move: (by: 1 | -1) => void
  readonly toTop: () => void
}

export interface ShootsTableProps {
  readonly first: ShootsAnswer
  /** Which list this is, of all that filters and sorting can ask for. */
  readonly list: string
  readonly rowAt: (index: number) => Row | undefined
  /** Which rows are drawn, so that their pages are read. */
  readonly onRange: (from: number, to: number) => void
  /** `namespace/name`. */
  readonly open: string | null
  readonly onToggle: (row: Row) => void
  readonly density: 'dense' | 'cosy'
  /** What the heads above rows tell apart. */
  readonly group: ShootsQuery['group']
  readonly groupAt: (index: number) => Group | undefined
  readonly isBusy: boolean
  readonly handle: Ref<TableHandle>
}

/** The chart of an expanded row, read when the first row is expanded. */
const Details = later(
  () => import('./details').then((module) => module.Details),
  <div className={styles.detailsGrid} />,
)

const COLUMNS = 9
const ROW_HEIGHT = { dense: 29, cosy: 37 } as const
/** The bar and the table's head, which stay above the rows. */
const HEADS = 71

/** The clusters as a real table of which only the rows in sight exist. */
export function ShootsTable(props: ShootsTableProps) {
  const { first, list, rowAt, onRange, open, onToggle, density, group, groupAt, isBusy, handle } = props
  const isGrouped = group === 'project'
  const table = useRef<HTMLTableElement>(null)
  const { from, to, before, after, show } = useRows(table, { count: first.total, usual: ROW_HEIGHT[density], list })
  useEffect(() => onRange(from, to), [onRange, from, to])

  const showOpen = useEffectEvent(() => {
    const index = first.items.findIndex((row) => keyOf(row) === open)
    if (index > 0 && window.scrollY === 0) show(index)
  })
  useEffect(() => showOpen(), [])

  useImperativeHandle(handle, () => ({
    move: (by) => {
      const focused = document.activeElement?.closest('[data-index]')?.getAttribute('data-index')
      const next = focused == null ? firstInSight(table.current) : Number(focused) + by
      if (next >= 0 && next < first.total) focusRow(table.current, next)
    },
    toTop: () => {
      const top = (table.current?.getBoundingClientRect().top ?? 0) + window.scrollY
      if (window.scrollY > top) window.scrollTo({ top: Math.max(0, top - HEADS) })
    },
  }))

  const offset = commonOffset(first.items)
  return (
    <table
      ref={table}
      className={`sticky ${styles.table}`}
      data-density={density}
      aria-rowcount={first.total + 1}
      aria-busy={isBusy}
      aria-label="Clusters"
    >
      <Head offset={offset} isGrouped={isGrouped} isAsked={first.items.some(({ asked }) => asked !== null)} />
      <Spacer height={before} />
      {indexes(from, to).map((index) => {
        const row = rowAt(index)
        const isOpen = row !== undefined && open === keyOf(row)
        const begun = group === undefined ? undefined : groupAt(index)
        return (
          <tbody key={row === undefined ? index : keyOf(row)} data-index={index}>
            {group === undefined || begun === undefined ? null : <GroupHead by={group} group={begun} />}
            {row === undefined ? (
              <Unread index={index} />
            ) : (
              <ShootRow
                row={row}
                index={index}
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

interface HeadProps {
  readonly offset: string | null
  readonly isGrouped: boolean
  /** The rows show what was filtered by. */
  readonly isAsked: boolean
}

function Head({ offset, isGrouped, isAsked }: HeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <td className={styles.toggle} />
        <th scope="col" className={isGrouped ? `${styles.name} ${styles.short}` : styles.name}>
          Cluster
        </th>
        <th scope="col" className={styles.profile}>
          Profile
        </th>
        <th scope="col" className={styles.kubernetes}>
          Kubernetes
        </th>
        <th scope="col" className={styles.pools}>
          Pools’ images
        </th>
        <th scope="col" className={styles.event}>
          {isAsked ? 'The event filtered by; bar 0 to 90 days' : 'Next event, forced first; bar 0 to 90 days'}
        </th>
        <th scope="col" className={styles.nodes}>
          Nodes
        </th>
        <th scope="col" className={styles.auto}>
          Auto-update
        </th>
        <th
          scope="col"
          className={offset === null ? `${styles.window} ${styles.wide} right` : `${styles.window} right`}
        >
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

interface GroupHeadProps {
  readonly by: NonNullable<ShootsQuery['group']>
  readonly group: Group
}

/** `payments 7 of 31 clusters`: how many of those that there are match. */
function GroupHead({ by, group: { value, count, all } }: GroupHeadProps) {
  return (
    <tr className={styles.group}>
      <th colSpan={COLUMNS} scope="rowgroup">
        {by === 'version' ? 'Kubernetes ' : by === 'window' ? 'Window begins ' : ''}
        {by === 'project' ? (
          <Link href={projectPage(value)}>
            <b>{value}</b>
          </Link>
        ) : (
          <b>{by === 'window' ? hourWords(value) : value}</b>
        )}{' '}
        <span className="faint">
          {count === all ? '' : `${countText(count)} of `}
          {countOf(all, 'cluster')}
        </span>
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

function indexes(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)
}

function firstInSight(table: HTMLTableElement | null): number {
  const rows = [...(table?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
  const inSight = rows.find((row) => row.getBoundingClientRect().top >= HEADS - 1)
  return Number(inSight?.dataset.row ?? 0)
}

/** A row that is not read yet can be focused a few frames later. */
function focusRow(table: HTMLTableElement | null, index: number, tries = 20): void {
  const row = table?.querySelector<HTMLElement>(`[data-row="${index}"]`)
  const button = row?.querySelector('button')
  row?.scrollIntoView({ block: 'nearest' })
  if (button) button.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focusRow(table, index, tries - 1))
}
