'use client'

import { memo, type ReactElement } from 'react'
import { ClusterTimes } from '@/lib/browser/clock'
import { shootPage } from '@/lib/browser/paths'
import type { ListedShoot as Row } from '@/lib/questions/clusters/contract/list'
import { profileName } from '@/lib/words/phrases'
import { nodeFigure } from '@/lib/words/wording'
import { StageChip, StageGlyph } from '../ui/glyph'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import { Tag } from '../ui/parts'
import { autoUpdateWord } from './auto-update'
import type { Column } from './columns'
import { NextEventCell, NodesCell } from './next-event'
import styles from './row.module.css'
import { tagsOf } from './tags'

export interface ShootRowProps {
  readonly row: Row
  readonly index: number
  readonly columns: readonly Column[]
  readonly isOpen: boolean
  /** The project stands in a head above the row. */
  readonly isGrouped: boolean
  /** Printed in the head of the column; rows with another one print their own. */
  readonly offset: string | null
  readonly onToggle: (row: Row) => void
}

/** One cluster. On a phone: what it is and when; where it goes and what that does. */
export const ShootRow = memo(function ShootRow(props: ShootRowProps) {
  const { row, index, columns, isOpen, isGrouped, offset, onToggle } = props
  const name = `${row.project} / ${row.name}`
  return (
    <ClusterTimes zone={row.nextWindow.offset}>
      <tr className={isOpen ? styles.open : undefined} aria-rowindex={index + 2} data-row={index}>
        <td className={styles.toggle}>
          <button type="button" aria-expanded={isOpen} aria-label={`Details of ${name}`} onClick={() => onToggle(row)}>
            <Icon name={isOpen ? 'down' : 'right'} />
          </button>
        </td>
        <th scope="row" className={styles.name} title={name}>
          <span className={styles.names}>
            <Link href={shootPage(row)} className="cut">
              {isGrouped ? null : <span className={styles.project}>{row.project} / </span>}
              {row.name}
            </Link>
            <Flags row={row} />
          </span>
        </th>
        {columns.map((column) => (
          <Cell key={column} column={column} row={row} offset={offset} />
        ))}
      </tr>
    </ClusterTimes>
  )
})

interface CellProps {
  readonly column: Column
  readonly row: Row
  readonly offset: string | null
}

function Cell({ column, row, offset }: CellProps): ReactElement {
  switch (column) {
    case 'profile':
      return (
        <td className={`${styles.profile} muted`} title={profileName(row.profile)}>
          {row.profile.name}
        </td>
      )
    case 'kubernetes':
      return (
        <td className={styles.kubernetes}>
          <span className={styles.version}>{row.kubernetes.version}</span>
          <StageChip stage={row.kubernetes.stage} />
        </td>
      )
    case 'pools':
      return (
        <td className={styles.pools} title={poolsTitle(row)}>
          <Pools row={row} />
        </td>
      )
    case 'event':
      return (
        <td className={styles.event}>
          <NextEventCell row={row} />
        </td>
      )
    case 'nodes':
      return (
        <td className={styles.nodes}>
          <NodesCell row={row} />
        </td>
      )
    case 'auto':
      return (
        <td className={styles.auto}>
          <AutoUpdate row={row} />
        </td>
      )
    case 'window':
      return (
        <td className={`${styles.window} muted`}>
          {row.windowText ?? 'any time'}
          {row.windowText === null || row.nextWindow.offset === offset ? null : (
            <span className="faint"> {row.nextWindow.offset.replace('-', '−')}</span>
          )}
        </td>
      )
    case 'region':
      return (
        <td className={`${styles.region} muted`} title={row.region ?? undefined}>
          {row.region}
        </td>
      )
    case 'purpose':
      return (
        <td className={`${styles.purpose} muted`} title={row.purpose ?? undefined}>
          {row.purpose}
        </td>
      )
    case 'size':
      return <td className={`${styles.size} muted`}>{nodeFigure(row.nodes)}</td>
  }
}

function Flags({ row }: { readonly row: Row }) {
  const tags = tagsOf(row)
  if (tags.length === 0) return null
  return (
    <span className={styles.flags}>
      {tags.map(({ text, title }) => (
        <Tag key={text} title={title}>
          {text}
        </Tag>
      ))}
    </span>
  )
}

/** Two pools have room in most windows; the others are counted, and all are in the expanded row. */
const MOST_POOLS = 2

function Pools({ row }: { readonly row: Row }) {
  if (row.pools.length === 0) return <span className="faint">no workers</span>
  const rest = row.pools.length - MOST_POOLS
  return (
    <span className={styles.images}>
      {row.pools.slice(0, MOST_POOLS).map((pool) => (
        <span key={pool.name} className={styles.pool}>
          <span className="faint">{pool.name}</span>{' '}
          {pool.image === null ? (
            <span className="faint">no image</span>
          ) : (
            <>
              <StageGlyph stage={pool.image.stage} named />
              {pool.image.name} {pool.image.version}
            </>
          )}
        </span>
      ))}
      {rest > 0 ? <span className={`${styles.more} faint`}>+{rest}</span> : null}
    </span>
  )
}

function poolsTitle(row: Row): string {
  return row.pools
    .map((pool) => `${pool.name}: ${pool.image === null ? 'no image' : `${pool.image.name} ${pool.image.version}`}`)
    .join('\n')
}

/** What is updated by itself; what is not is left out, as long as anything is. */
function AutoUpdate({ row }: { readonly row: Row }) {
  const text = autoUpdateWord(row)
  return <span className={text === 'off' ? 'faint' : undefined}>{text}</span>
}
