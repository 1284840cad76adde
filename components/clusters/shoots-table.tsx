'use client'

import { type CSSProperties, type RefObject, useEffect, useEffectEvent } from 'react'
import { projectPage } from '@/lib/browser/paths'
import type { ShootsQuery } from '@/lib/contract/selection'
import type { ListedShoot, ShootsAnswer } from '@/lib/questions/clusters/contract'
import { codedCauseText } from '@/lib/words/causes'
import { capitalized } from '@/lib/words/phrases'
import { countOf, countText } from '@/lib/words/time-text'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import { SkeletonBar, SkeletonRows } from '../ui/parts'
import { Remedies } from '../ui/remedies'
import { ClusterTable, GroupRow, type TableHandle } from './cluster-table'
import styles from './clusters.module.css'
import { type ClusterColumn, COLUMN_WORDS } from './columns'
import { Details } from './details'
import { hourWords } from './filters'
import { rowKey } from './settle'
import { CELLS, ROW_HEIGHT, ShootTableRow } from './shoot-row'
import type { ShootPages, ShootsGroup } from './use-shoot-pages'

/** What the address says beside the filters. */
export interface TableView {
  readonly sort: ShootsQuery['sort']
  readonly group: NonNullable<ShootsQuery['group']> | null
  /** Groups whose clusters are not shown. */
  readonly folded: readonly string[]
  readonly density: 'dense' | 'cosy'
  readonly columns: readonly ClusterColumn[]
  /** The expanded row, `namespace/name`. */
  readonly open: string | null
}

export interface ShootsTableProps {
  readonly first: ShootsAnswer
  readonly pages: ShootPages
  readonly view: Pick<TableView, 'open' | 'density' | 'columns'>
  /** Called with the rows that are drawn, so that their pages are read. */
  readonly onRange: (from: number, to: number) => void
  readonly onToggle: (row: ListedShoot) => void
  readonly onFold: (value: string) => void
  /** The rows are those of the question before, and have been for a while. */
  readonly isLate: boolean
  readonly handle: RefObject<TableHandle | null>
}

/** With at most so many columns narrow windows have room for all of them; with more each has less room. */
const FEW = 6
const MANY = 8
/** The clusters, as far as they are read. */
export function ShootsTable({ first, pages, view, onRange, onToggle, onFold, isLate, handle }: ShootsTableProps) {
  const { list, rowAt, group, groupsAt } = pages
  const { open, density, columns } = view
  const width = columns.length + 2

  const showOpen = useEffectEvent(() => {
    const index = first.items.findIndex((row) => rowKey(row) === open)
    if (index > 0 && window.scrollY === 0) handle.current?.show(index)
  })
  useEffect(() => showOpen(), [])

  const offset = commonOffset(first.items)
  return (
    <ClusterTable
      count={first.rows}
      usual={ROW_HEIGHT[density]}
      list={list}
      width={width}
      onRange={onRange}
      handle={handle}
      className={styles.all}
      data-density={density}
      data-columns={columns.length > MANY ? 'many' : columns.length < FEW ? 'few' : undefined}
      aria-busy={pages.isChanging}
      data-late={isLate || undefined}
      aria-label="Clusters"
      head={<Head columns={columns} offset={offset} isAsked={first.items.some(({ asked }) => asked !== null)} />}
      groups={(index) =>
        group === undefined
          ? []
          : groupsAt(index).map((one) => (
              <GroupHead key={one.value} width={width} by={group} group={one} onFold={onFold} />
            ))
      }
      keyOf={(index) => {
        const row = rowAt(index)
        return row === undefined ? index : rowKey(row)
      }}
      row={(index) => {
        const row = rowAt(index)
        if (row === undefined) return <Unread width={width} index={index} />
        const isOpen = open === rowKey(row)
        return (
          <>
            <ShootTableRow
              row={row}
              index={index}
              columns={columns}
              isOpen={isOpen}
              isGrouped={group === 'project'}
              offset={offset}
              onToggle={onToggle}
            />
            {isOpen && (
              <tr className={styles.details}>
                <td />
                <td colSpan={width - 1}>
                  <Details row={row} columns={columns} />
                </td>
              </tr>
            )}
          </>
        )
      }}
    />
  )
}

interface HeadProps {
  readonly columns: readonly ClusterColumn[]
  readonly offset: string | null
  /** The rows show what was filtered by. */
  readonly isAsked: boolean
}

function Head({ columns, offset, isAsked }: HeadProps) {
  const texts: { readonly [K in ClusterColumn]?: string } = {
    event: isAsked ? 'The event filtered by; bar 0 to 90 days' : 'Next event, forced first; bar 0 to 90 days',
    window: offset === null ? 'Window, its own zone' : `Window, ${offset.replace('-', '−')}`,
  }
  return (
    <tr aria-rowindex={1}>
      <td className={styles.toggle} />
      <th scope="col" className={styles.name}>
        Cluster
      </th>
      {columns.map((column) => (
        <th
          key={column}
          scope="col"
          className={styles[column]}
          style={{ '--own': CELLS[column].width } as CSSProperties}
        >
          {texts[column] ?? COLUMN_WORDS[column]}
        </th>
      ))}
    </tr>
  )
}

/** The frame at once, rows as flat bars of their final height. */
export function LoadingTable({ columns }: { readonly columns: readonly ClusterColumn[] }) {
  return (
    <table className={`sticky ${styles.table} ${styles.all}`} aria-label="Clusters" aria-busy="true">
      <thead>
        <Head columns={columns} offset={null} isAsked={false} />
      </thead>
      <tbody>
        <SkeletonRows rows={16} columns={['0px', '150px', ...columns.map(() => '80px')]} />
      </tbody>
    </table>
  )
}

interface GroupHeadProps {
  readonly width: number
  readonly by: NonNullable<ShootsQuery['group']>
  readonly group: ShootsGroup
  readonly onFold: (value: string) => void
}

/** `payments 7 of 31 clusters`: how many of those that there are match. Its button folds them away. */
function GroupHead({ width, by, group: { value, count, all, folded, remedies }, onFold }: GroupHeadProps) {
  const before = by === 'version' ? 'Kubernetes ' : by === 'window' ? 'Window begins ' : ''
  const [name, profile] = by === 'cause' ? causeWords(value) : [by === 'window' ? hourWords(value) : value, '']
  return (
    <GroupRow
      width={width}
      toggle={
        <button
          type="button"
          aria-expanded={!folded}
          aria-label={`Clusters of: ${before}${name}`}
          onClick={() => onFold(value)}
        >
          <Icon name={folded ? 'right' : 'down'} />
        </button>
      }
    >
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
    </GroupRow>
  )
}

/** The cause and the profile of a group by cause: `gcp no-version`. */
function causeWords(value: string): readonly [cause: string, profile: string] {
  if (value === '-') return ['Does not fail', '']
  const blank = value.indexOf(' ')
  return [capitalized(codedCauseText(value.slice(blank + 1))), value.slice(0, blank)]
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
function commonOffset(rows: readonly ListedShoot[]): string | null {
  const offsets = new Set(rows.map((row) => row.nextWindow.offset))
  const [only] = offsets
  return offsets.size === 1 && only !== undefined ? only : null
}
