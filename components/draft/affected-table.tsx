'use client'

import type { ReactNode } from 'react'
import { useNow, useZone } from '@/lib/browser/clock'
import { shootPage } from '@/lib/browser/paths'
import { useUrlState } from '@/lib/browser/url-state'
import type { WhatIfRow } from '@/lib/contract/what-if'
import { partOf } from '@/lib/contract/what-if-row'
import { rowWords } from '@/lib/questions/draft/browser/row-words'
import { DataTable } from '../ui/data-table'
import { EffectText } from '../ui/effect'
import { EventGlyph } from '../ui/glyph'
import { Link } from '../ui/link'
import { Scroll } from '../ui/scroll'
import styles from './effect.module.css'
import { type Sort, sortingOf } from './table-params'

/** One line per cluster: before, after, what changed, and what it does to nodes. */
export function AffectedTable({ items }: { readonly items: readonly WhatIfRow[] }): ReactNode {
  return (
    <Scroll label="Clusters before and after" className={styles.tableFrame}>
      <DataTable
        className={`dense ${styles.table}`}
        caption="Affected clusters"
        heads={[
          { hidden: 'Kind' },
          <SortHead key="project" by="project" text="Cluster" />,
          'What',
          <SortHead key="before" by="before" text="Before" />,
          <SortHead key="after" by="after" text="After" />,
          <SortHead key="shift" by="shift" text="Change" />,
          <SortHead key="nodes" by="nodes" text="Nodes" />,
        ]}
      >
        <tbody>
          {items.map((row) => (
            <Row key={`${row.namespace}/${row.name}`} row={row} />
          ))}
        </tbody>
      </DataTable>
    </Scroll>
  )
}

interface SortHeadProps {
  readonly by: Exclude<Sort, 'attention'>
  readonly text: string
}

/** Sorts by its column; once more turns it round, a third time brings back what needs attention first. */
function SortHead({ by, text }: SortHeadProps): ReactNode {
  const { params, set } = useUrlState()
  const { sort, isDescending } = sortingOf(params)
  const isBy = sort === by
  const natural = by === 'nodes'
  return (
    <th scope="col" aria-sort={isBy ? (isDescending ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        className={styles.sort}
        onClick={() =>
          set({
            sort: isBy && isDescending !== natural ? undefined : by,
            order: isBy && isDescending === natural ? (natural ? 'asc' : 'desc') : undefined,
            page: undefined,
          })
        }
      >
        {text}
        {isBy && <span aria-hidden>{isDescending ? '↓' : '↑'}</span>}
      </button>
    </th>
  )
}

function Row({ row }: { readonly row: WhatIfRow }): ReactNode {
  const zone = useZone()
  const now = useNow()
  const words = rowWords(row, zone, now)
  const isNever = partOf(row, 'before') === null
  return (
    <tr>
      <td className={styles.kind}>
        <EventGlyph kind={words.kind} named />
      </td>
      <th scope="row">
        <Link href={shootPage(row)}>
          <span className="muted">{row.project} /</span> {row.name}
        </Link>
      </th>
      <td>
        {words.what !== '' && <span className="muted">{words.what} </span>}
        {words.from}
        {words.to !== null && (
          <>
            {' '}
            <span className="arrow">→</span> {words.to}
          </>
        )}
      </td>
      <td className={isNever ? 'faint' : words.before === words.after ? 'muted' : styles.was}>{words.before}</td>
      <td className={words.isBad ? 'bad' : undefined}>
        {partOf(row, 'after') === null ? <span className="faint">{words.after}</span> : <b>{words.after}</b>}
      </td>
      <td className={words.isBad ? 'bad' : 'muted'}>{words.change}</td>
      <td>
        {words.event && words.event.kind !== 'fails' && words.event.effect !== 'none' ? (
          <EffectText effect={words.event.effect} nodes={words.event.nodes} />
        ) : (
          <span className="faint">none</span>
        )}
      </td>
    </tr>
  )
}
