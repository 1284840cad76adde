'use client'

import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { useNow, useZone } from '@/lib/client/clock'
import { shootPage } from '@/lib/client/paths'
import { momentText } from '@/lib/client/time-text'
import type { ScenarioAnswer } from '@/lib/contract'
import styles from './scenarios.module.css'
import { HELD_WORDS } from './words'

/** So many are shown; the rest is counted. */
const MOST = 50

/** Clusters that still run a version, and why each did not move. */
export function HoldersTable({ holders }: Pick<ScenarioAnswer, 'holders'>): ReactNode {
  const zone = useZone()
  const now = useNow()
  if (holders.length === 0) return <p className="m">No cluster runs it.</p>
  return (
    <div className="scrollx">
      <table className={styles.holders}>
        <caption className="vh">Clusters that still run it</caption>
        <thead>
          <tr>
            <th scope="col">Cluster</th>
            <th scope="col">Why it did not move</th>
            <th scope="col">Leaves by</th>
          </tr>
        </thead>
        <tbody>
          {holders.slice(0, MOST).map((holder) => (
            <tr key={`${holder.namespace}/${holder.name}`}>
              <th scope="row">
                <Link href={shootPage(holder)}>
                  {holder.project} / <b>{holder.name}</b>
                </Link>
              </th>
              <td title={holder.reason}>
                {HELD_WORDS[holder.why]}
                <small>{holder.reason}</small>
              </td>
              <td className="nw">
                {holder.leaves === null ? (
                  <span className="bad">not by itself</span>
                ) : (
                  momentText(holder.leaves, zone, now)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {holders.length > MOST && <p className="s m">and {holders.length - MOST} more</p>}
    </div>
  )
}
