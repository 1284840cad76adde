'use client'

import type { ReactNode } from 'react'
import { DataTable } from '@/components/ui/data-table'
import { EventGlyph } from '@/components/ui/glyph'
import { Scroll } from '@/components/ui/scroll'
import { useNow, useZone } from '@/lib/browser/clock'
import type { ScenarioAnswer } from '@/lib/questions/guides/contract'
import { countOf, countText } from '@/lib/words/time-text'
import { afterText, beforeText, largest, nodesText } from './group-words'
import styles from './scenarios.module.css'

/** So many groups are shown; the draft lists every cluster. */
const MOST = 8

/** Clusters that fare alike, in one line each: what they run, what was ahead of them, and what is with the draft. */
export function EffectGroups({ groups }: Pick<NonNullable<ScenarioAnswer['effect']>, 'groups'>): ReactNode {
  const zone = useZone()
  const now = useNow()
  if (groups.length === 0) return null
  const shown = largest(groups, MOST)
  const rest = groups.reduce((sum, group) => (shown.includes(group) ? sum : sum + group.clusters), 0)
  return (
    <Scroll label="Groups of clusters">
      <DataTable
        className={styles.groups}
        caption="Clusters that fare otherwise"
        heads={[{ hidden: 'Kind' }, 'Clusters', 'Was', 'With the draft', 'Nodes, at most']}
      >
        <tbody>
          {shown.map((group) => (
            <tr key={JSON.stringify(group)}>
              <td>
                <EventGlyph kind={(group.after ?? group.before)?.kind ?? 'other'} named />
              </td>
              <th scope="row">
                <b>{countText(group.clusters)}</b>{' '}
                <span className="muted">
                  on {group.what === 'Kubernetes' ? '' : `${group.what} `}
                  {group.from}
                </span>
              </th>
              <td className={group.before === null ? 'faint' : styles.was}>{beforeText(group, zone, now)}</td>
              <td className={group.after?.kind === 'fails' ? 'bad' : undefined} title={group.after?.cause ?? ''}>
                {afterText(group, zone, now)}
              </td>
              <td className={nodesText(group) === 'none' ? 'faint' : 'muted'}>{nodesText(group)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
      {rest > 0 && <p className="small muted">and {countOf(rest, 'more cluster')}: the draft lists every one</p>}
    </Scroll>
  )
}
