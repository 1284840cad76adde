'use client'

import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { useNow, useZone } from '@/lib/client/clock'
import { shootPage, workbenchPage } from '@/lib/client/paths'
import { countOf, dayText, momentText } from '@/lib/client/time-text'
import type { ScenarioAnswer } from '@/lib/contract'
import styles from './scenarios.module.css'
import { HELD_WORDS, reasonsText } from './words'

/** So many are shown; the rest is counted. */
const MOST = 50

type Answer = Pick<ScenarioAnswer, 'holders' | 'overrides' | 'lastLeaves'>

/** Who still holds a version: clusters, why each did not move and when it will, and namespaced profiles. */
export function HoldersPart({ answer }: { readonly answer: Answer }): ReactNode {
  const zone = useZone()
  const now = useNow()
  const { holders, overrides, lastLeaves } = answer
  return (
    <>
      <div className="sec">
        <h2>Who still holds it</h2>
        <span className="q">
          {holders.length === 0
            ? overrides.length === 0
              ? 'nobody'
              : 'no cluster'
            : lastLeaves === null
              ? 'the last one does not leave by itself'
              : `the last one leaves by ${momentText(lastLeaves, zone, now)}`}
        </span>
      </div>
      {holders.length > 0 && (
        <>
          <p className={styles.reasons}>{reasonsText(holders)}</p>
          <Clusters holders={holders} />
        </>
      )}
      {overrides.length > 0 && <Profiles overrides={overrides} />}
      {holders.length === 0 && overrides.length === 0 && (
        <p className={styles.reasons}>No cluster and no namespaced profile uses it.</p>
      )}
    </>
  )
}

function Clusters({ holders }: Pick<Answer, 'holders'>): ReactNode {
  const zone = useZone()
  const now = useNow()
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
                {holder.pools.length > 0 && <small>{poolsText(holder)}</small>}
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
      {holders.length > MOST && <p className="s m">and {countOf(holders.length - MOST, 'more cluster')}</p>}
    </div>
  )
}

function poolsText({ controlPlane, pools }: Answer['holders'][number]): string {
  const names = `${pools.length === 1 ? 'pool' : 'pools'} ${pools.join(', ')}`
  return controlPlane ? `control plane and ${names}` : names
}

function Profiles({ overrides }: Pick<Answer, 'overrides'>): ReactNode {
  return (
    <table className={styles.holders}>
      <caption className="vh">Namespaced profiles that still hold it</caption>
      <thead>
        <tr>
          <th scope="col">Namespaced profile</th>
          <th scope="col">Says of it</th>
        </tr>
      </thead>
      <tbody>
        {overrides.map(({ profile, until }) => (
          <tr key={`${profile.kind === 'CloudProfile' ? '' : profile.namespace}/${profile.name}`}>
            <th scope="row">
              <Link href={workbenchPage(profile)}>
                {profile.kind === 'NamespacedCloudProfile' && `${profile.namespace} / `}
                <b>{profile.name}</b>
              </Link>
            </th>
            <td>{until === null ? 'it is one of its own' : `it expires ${dayText(until, 'UTC')}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
