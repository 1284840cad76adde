'use client'

import { DataTable } from '@/components/ui/data-table'
import { OtherNight } from '@/components/ui/other-night'
import { useNow, useZone } from '@/lib/browser/clock'
import { pinnedFirst, usePinnedProjects } from '@/lib/browser/pinned-projects'
import { useSteady } from '@/lib/browser/use-steady'
import { offsetText, type Zone } from '@/lib/contract/zone'
import type { GardenAnswer } from '@/lib/questions/overview/contract/garden'
import { whatText } from '@/lib/words/event-words'
import { countOf, DAY, dayText, momentText } from '@/lib/words/time-text'
import { ClusterCells, ClusterHeads, ClusterSection } from './cluster-table'
import styles from './overview.module.css'
import { useShootsPage } from './use-projects'

type StuckClusters = GardenAnswer['stuck']

/** The clusters that do not get on by themselves: apart from those that do, whom they would hide. */
export function Stuck({ stuck: newest }: { readonly stuck: StuckClusters }) {
  const [stuck, steady] = useSteady(newest)
  const items = pinnedFirst(stuck.items, usePinnedProjects(), ({ project }) => project)
  const pageOf = useShootsPage()
  const zone = useZone()
  const now = useNow(DAY)
  if (stuck.items.length === 0) return null
  return (
    <ClusterSection
      id="stuck"
      title="Stuck"
      shown={stuck.items.length}
      total={stuck.total}
      all={{ text: 'All stuck in Clusters', href: pageOf({ event: ['fails'], within: '90' }) }}
      className={styles.stuck}
    >
      <div className="scrollx" {...steady}>
        <DataTable
          className={`${styles.next} ${styles.stuckRows}`}
          heads={[
            <ClusterHeads key="cluster" />,
            'What cannot move',
            'Expired',
            'Failed since',
            `Fails next, ${offsetText(zone, now)}`,
            'Why',
          ]}
        >
          <tbody>
            {items.map((item) => (
              <tr key={`${item.namespace}/${item.name}`}>
                <ClusterCells item={item} kind="fails" />
                <td>
                  <span className="muted">{whatText(item.next)}</span> {item.next.from}
                </td>
                <td className="muted">
                  {item.expiredAt === null ? (
                    <span className="faint">not yet</span>
                  ) : (
                    dayText(item.expiredAt, zone, { now })
                  )}
                </td>
                <td>
                  <FailingText
                    failing={item.failing}
                    hasExpired={item.expiredAt !== null}
                    zone={item.next.window.offset}
                    now={now}
                  />
                </td>
                <td className="muted" data-both={item.next.onlyAfter !== undefined || undefined}>
                  {momentText(item.next.window.begin, zone, now)}
                  <OtherNight of={item.next} now={now} zone={zone} />
                </td>
                <td className="bad">{item.next.cause}</td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      </div>
    </ClusterSection>
  )
}

interface FailingTextProps {
  readonly failing: StuckClusters['items'][number]['failing']
  /** Then windows may have passed in which it failed. */
  readonly hasExpired: boolean
  /** That of the cluster, in which its own page has the same days. */
  readonly zone: Zone
  readonly now: number
}

/** `Tue 10 Nov, 11 nights`; what is not known of the nights before is not said. */
function FailingText({ failing, hasExpired, zone, now }: FailingTextProps) {
  if (failing === null) return <span className="faint">{hasExpired ? 'not recorded' : 'not failed yet'}</span>
  const { since, nights, last } = failing
  const day = (at: string) => dayText(at, zone, { now, weekday: true })
  return (
    <>
      <span className={styles.onPhone}>failed since </span>
      <b>{since === null ? `${day(last)} or before` : day(since)}</b>
      {nights === null ? null : <span className="muted">, {countOf(nights, 'night')}</span>}
    </>
  )
}
