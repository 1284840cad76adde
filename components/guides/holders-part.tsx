'use client'

import type { ReactNode } from 'react'
import { useNow, useZone } from '@/lib/browser/clock'
import { workbenchPage } from '@/lib/browser/paths'
import type { ScenarioAnswer } from '@/lib/questions/guides/contract'
import { reasonsText } from '@/lib/words/guides'
import { poolsText } from '@/lib/words/phrases'
import { countOf, dayText, momentText } from '@/lib/words/time-text'
import { RowTable } from '../ui/data-table'
import { ClusterLink, Link } from '../ui/link'
import { SectionHead } from '../ui/section'
import styles from './guides.module.css'

/** How many are shown; the rest is counted. */
const MOST = 50

type HoldersAnswer = Pick<ScenarioAnswer, 'holders' | 'others' | 'overrides' | 'lastLeaves'>

/** What still holds a version: clusters, why each did not move and when it will, and namespaced profiles. */
export function HoldersPart({ answer }: { readonly answer: HoldersAnswer }): ReactNode {
  const zone = useZone()
  const now = useNow()
  const { holders, others, overrides, lastLeaves } = answer
  return (
    <>
      <SectionHead
        title="Who still holds it"
        note={
          others > 0
            ? `${countOf(others, 'cluster')} of others among them`
            : holders.length === 0
              ? overrides.length === 0
                ? 'nobody'
                : 'no cluster'
              : holders.every(({ why }) => why === 'deleting')
                ? 'all are being deleted'
                : lastLeaves === null
                  ? 'the last one does not leave by itself'
                  : `the last one leaves by ${momentText(lastLeaves, zone, now)}`
        }
      />
      {holders.length > 0 && (
        <>
          <p className="note">{reasonsText(holders)}</p>
          <Clusters holders={holders} />
        </>
      )}
      {others > 0 && <p className="note">{countOf(others, 'cluster')} that you may not see.</p>}
      {overrides.length > 0 && <Profiles overrides={overrides} />}
      {holders.length + others === 0 && overrides.length === 0 && (
        <p className="note">No cluster and no namespaced profile uses it.</p>
      )}
    </>
  )
}

function Clusters({ holders }: Pick<HoldersAnswer, 'holders'>): ReactNode {
  const zone = useZone()
  const now = useNow()
  return (
    <div className="scrollx">
      <RowTable
        className={`prose ${styles.holders}`}
        caption="Clusters that still run it"
        heads={['Cluster', 'Why it did not move', 'Leaves by']}
      >
        {holders.slice(0, MOST).map((holder) => (
          <tr key={`${holder.namespace}/${holder.name}`}>
            <th scope="row">
              <ClusterLink of={holder} />
              {holder.pools.length > 0 && <small className="below faint tiny">{partsText(holder)}</small>}
            </th>
            <td>{holder.reason}</td>
            <td className="nowrap">
              {holder.leaves === null ? (
                <span className="bad">not by itself</span>
              ) : (
                momentText(holder.leaves, zone, now)
              )}
            </td>
          </tr>
        ))}
      </RowTable>
      {holders.length > MOST && <p className="small muted">and {countOf(holders.length - MOST, 'more cluster')}</p>}
    </div>
  )
}

function partsText({ controlPlane, pools }: HoldersAnswer['holders'][number]): string {
  const names = poolsText(pools)
  return controlPlane ? `control plane and ${names}` : names
}

function Profiles({ overrides }: Pick<HoldersAnswer, 'overrides'>): ReactNode {
  const zone = useZone()
  return (
    <RowTable
      className={`prose ${styles.holders}`}
      caption="Namespaced profiles that still hold it"
      heads={['Namespaced profile', 'Says of it']}
    >
      {overrides.map(({ profile, until }) => (
        <tr key={`${profile.kind === 'CloudProfile' ? '' : profile.namespace}/${profile.name}`}>
          <th scope="row">
            <Link href={workbenchPage(profile)}>
              {profile.kind === 'NamespacedCloudProfile' && `${profile.namespace} / `}
              <b>{profile.name}</b>
            </Link>
          </th>
          <td>{until === null ? 'it is one of its own' : `it expires ${dayText(until, zone)}`}</td>
        </tr>
      ))}
    </RowTable>
  )
}
