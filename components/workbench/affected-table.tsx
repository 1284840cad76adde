'use client'

import type { ReactNode } from 'react'
import { EffectText } from '@/components/ui/effect'
import { EventGlyph } from '@/components/ui/glyph'
import { Link } from '@/components/ui/link'
import { Scroll } from '@/components/ui/scroll'
import { useNow, useZone } from '@/lib/client/clock'
import { shootPage } from '@/lib/client/paths'
import { useUrlState } from '@/lib/client/url-state'
import { rowWords } from '@/lib/client/workbench/row-words'
import type { WhatIfRow } from '@/lib/contract'
import styles from './effect.module.css'
import { type Sort, sortingOf } from './table-params'

/** One line per cluster: before, after, what changed, and what it does to nodes. */
export function AffectedTable({ items }: { readonly items: readonly WhatIfRow[] }): ReactNode {
  return (
    <Scroll label="Clusters before and after" className={styles.tableFrame}>
      <table className={`dense ${styles.table}`}>
        <caption className="vh">Affected clusters</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">Kind</span>
            </th>
            <SortHead by="project" text="Cluster" />
            <th scope="col">What</th>
            <SortHead by="before" text="Before" />
            <SortHead by="after" text="After" />
            <SortHead by="shift" text="Change" />
            <SortHead by="nodes" text="Nodes" />
          </tr>
        </thead>
        <tbody>
          {items.map((row) => (
            <Row key={`${row.namespace}/${row.name}`} row={row} />
          ))}
        </tbody>
      </table>
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
  const isNever = row.before === null
  return (
    <tr>
      <td className={styles.kind}>
        <EventGlyph kind={words.kind} named />
      </td>
      <th scope="row">
        <Link href={shootPage(row)}>
          <span className="m">{row.project} /</span> {row.name}
        </Link>
      </th>
      <td>
        {words.what !== '' && <span className="m">{words.what} </span>}
        {words.from}
        {words.to !== null && (
          <>
            {' '}
            <span className="arrow">→</span> {words.to}
          </>
        )}
      </td>
      <td className={isNever ? 'q' : words.before === words.after ? 'm' : styles.was}>{words.before}</td>
      <td className={words.isBad ? 'bad' : undefined}>
        {row.after === null ? <span className="q">{words.after}</span> : <b>{words.after}</b>}
      </td>
      <td className={words.isBad ? 'bad' : 'm'}>{words.change}</td>
      <td>
        {words.event && words.event.kind !== 'fails' && words.event.effect !== 'none' ? (
          <EffectText effect={words.event.effect} nodes={words.event.nodes} />
        ) : (
          <span className="q">none</span>
        )}
      </td>
    </tr>
  )
}
