'use client'

import type { ReactNode } from 'react'
import { EffectText } from '@/components/ui/effect'
import { EventGlyph } from '@/components/ui/glyph'
import { Link } from '@/components/ui/link'
import { Scroll } from '@/components/ui/scroll'
import { useNow, useZone } from '@/lib/client/clock'
import { shootPage } from '@/lib/client/paths'
import { rowWords } from '@/lib/client/workbench/row-words'
import type { WhatIfRow } from '@/lib/contract'
import styles from './effect.module.css'

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
            <th scope="col">Cluster</th>
            <th scope="col">What</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
            <th scope="col">Change</th>
            <th scope="col">Nodes</th>
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
      <td className={styles.what}>
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
        {words.event && words.event.kind !== 'fails' ? (
          <EffectText effect={words.event.effect} nodes={words.event.nodes} />
        ) : (
          <span className="q">none</span>
        )}
      </td>
    </tr>
  )
}
