import type { ReactNode } from 'react'
import { useNow, useZone } from '@/lib/browser/clock'
import type { WhatIfAnswer, WhatIfRow } from '@/lib/contract/what-if'
import { CHANGE_WORDS, groupSpan, NOTHING_AHEAD, outlookLines } from '@/lib/words/draft'
import { HORIZON } from '@/lib/words/phrases'
import { countText } from '@/lib/words/time-text'
import { DataTable } from '../ui/data-table'
import { EventGlyph } from '../ui/glyph'
import { ClusterLink } from '../ui/link'
import styles from './outlook.module.css'

/** Clusters that a draft changes, in groups of what happens to them; all that is ahead of each without it and with it. */
export function ChangeTable({
  caption,
  children,
}: {
  readonly caption: string
  readonly children: ReactNode
}): ReactNode {
  return (
    <DataTable
      scroll="Clusters before and after"
      className={`prose rows ${styles.table}`}
      caption={caption}
      heads={['Cluster', `Before, ${HORIZON}`, `After, ${HORIZON}`, 'Why']}
    >
      {children}
    </DataTable>
  )
}

interface ChangeGroupProps {
  /** `3 forced later` */
  readonly title: string
  readonly note: ReactNode
  readonly children: ReactNode
}

export function ChangeGroup({ title, note, children }: ChangeGroupProps): ReactNode {
  return (
    <tbody>
      <tr className={styles.group}>
        <th scope="rowgroup" colSpan={4}>
          {title} <span className="muted">{note}</span>
        </th>
      </tr>
      {children}
    </tbody>
  )
}

interface WhatIfGroupProps {
  readonly group: WhatIfAnswer['groups'][number]
  /** The rows of all groups. */
  readonly items: readonly WhatIfRow[]
  readonly why: (row: WhatIfRow) => ReactNode
  /** What stands below them where so many of the group are not among the items. */
  readonly more: (left: number) => ReactNode
}

/** The clusters to which the same happens in a draft. */
export function WhatIfGroup({ group, items, why, more }: WhatIfGroupProps): ReactNode {
  const zone = useZone()
  const now = useNow()
  const { change, clusters } = group
  const rows = items.filter((row) => row.change === change)
  if (rows.length === 0) return null
  const rest = clusters > rows.length && more(clusters - rows.length)
  return (
    <ChangeGroup title={`${countText(clusters)} ${CHANGE_WORDS[change]}`} note={groupSpan(group, zone, now)}>
      {rows.map((row) => (
        <ChangeRow key={`${row.namespace}/${row.name}`} cluster={row} outlook={row.outlook}>
          {why(row)}
        </ChangeRow>
      ))}
      {rest && (
        <tr>
          <td colSpan={4}>{rest}</td>
        </tr>
      )}
    </ChangeGroup>
  )
}

interface ChangeRowProps {
  readonly cluster: Pick<WhatIfRow, 'project' | 'namespace' | 'name'>
  readonly outlook: WhatIfRow['outlook']
  /** Why it changes. */
  readonly children: ReactNode
  /** The head of its group says that on a phone. */
  readonly isTold?: boolean
}

export function ChangeRow({ cluster, outlook, children, isTold = false }: ChangeRowProps): ReactNode {
  const zone = useZone()
  const now = useNow()
  const lines = {
    before: outlookLines({ outlook }, 'before', zone, now),
    after: outlookLines({ outlook }, 'after', zone, now),
  }
  const before = new Set(lines.before.map(({ text }) => text))
  const both = new Set(lines.after.flatMap(({ text }) => (before.has(text) ? [text] : [])))
  return (
    <tr>
      <th scope="row">
        <ClusterLink of={cluster} />
      </th>
      {(['before', 'after'] as const).map((side) => (
        <td key={side} data-label={side}>
          {lines[side].length === 0 ? (
            <span className="faint">{NOTHING_AHEAD}</span>
          ) : (
            <ul>
              {lines[side].map(({ kind, text }) => (
                <li key={text} className="signed">
                  <EventGlyph kind={kind} named />
                  {/* What stays as it is stands back. */}
                  <span className={both.has(text) ? 'muted' : undefined}>{text}</span>
                </li>
              ))}
            </ul>
          )}
        </td>
      ))}
      <td data-label="why" className={isTold ? styles.told : undefined}>
        {children}
      </td>
    </tr>
  )
}
