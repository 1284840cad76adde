'use client'

import { Countdown } from '@/components/ui/countdown'
import { DataTable } from '@/components/ui/data-table'
import { EffectText } from '@/components/ui/effect'
import { OtherNight } from '@/components/ui/other-night'
import { Empty } from '@/components/ui/parts'
import { useNow, useZone } from '@/lib/browser/clock'
import { pinnedFirst, usePinnedProjects } from '@/lib/browser/pinned-projects'
import { useSteady } from '@/lib/browser/use-steady'
import { offsetText } from '@/lib/contract/zone'
import type { GardenAnswer } from '@/lib/questions/overview/contract/garden'
import { otherPartText, toldKind, whatText } from '@/lib/words/event-words'
import { countOf, countText, DAY, momentText } from '@/lib/words/time-text'
import { ClusterCells, ClusterHeads, ClusterSection } from './cluster-table'
import styles from './overview.module.css'
import { useShootsPage } from './use-projects'

type Next = GardenAnswer['nextForced']

/** The clusters whose owners have to know first. */
export function NextForced({ next: newest }: { readonly next: Next }) {
  const [next, steady] = useSteady(newest)
  const items = pinnedFirst(next.items, usePinnedProjects(), ({ project }) => project)
  const pageOf = useShootsPage()
  const zone = useZone()
  const now = useNow(DAY)
  return (
    <ClusterSection
      id="next-forced"
      title="Next forced updates"
      shown={next.items.length}
      total={next.total}
      all={{ text: 'All in Clusters', href: pageOf({ event: ['forced'], within: '90' }) }}
    >
      {next.items.length === 0 ? (
        <Empty text="No cluster is forced within 90 days, as far as expiry dates are set." />
      ) : (
        <div className="scrollx" {...steady}>
          <DataTable
            className={styles.next}
            heads={[
              <ClusterHeads key="cluster" />,
              'What → to what',
              'In',
              `Window begins, ${offsetText(zone, now)}`,
              'Nodes roll?',
            ]}
          >
            <tbody>
              {items.map((item) => (
                <NextRow key={`${item.namespace}/${item.name}`} item={item} zone={zone} now={now} />
              ))}
            </tbody>
          </DataTable>
        </div>
      )}
    </ClusterSection>
  )
}

interface NextRowProps {
  readonly item: Next['items'][number]
  readonly zone: string
  readonly now: number
}

function NextRow({ item, zone, now }: NextRowProps) {
  const { next } = item
  const other = otherPartText(next)
  return (
    <tr>
      <ClusterCells item={item} kind={toldKind(next)} />
      <td>
        <span className="muted">{whatText(next)}</span> {next.from}
        {next.to === null ? null : (
          <>
            <span className="arrow">→</span>
            <b>{next.to}</b>
          </>
        )}
        {next.more > 0 ? (
          <span className="faint" title={`and ${countOf(next.more, 'more change')} in the same window`}>
            {' '}
            +{countText(next.more)}
          </span>
        ) : null}
        {other === '' ? null : <span className="bad"> {other}</span>}
      </td>
      <td className="bold">
        <Countdown to={next.window.begin} until={next.window.end} form="short" />
      </td>
      <td className="muted" data-both={next.onlyAfter !== undefined || undefined}>
        {momentText(next.window.begin, zone, now)}
        <OtherNight of={next} now={now} zone={zone} />
      </td>
      <td>
        <EffectText effect={next.effect} nodes={next.nodes} />
      </td>
    </tr>
  )
}
