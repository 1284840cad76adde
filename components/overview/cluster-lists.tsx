'use client'

import { type ReactNode, useState } from 'react'
import { useNow, useZone } from '@/lib/browser/clock'
import { shootPage } from '@/lib/browser/paths'
import { pinnedFirst, usePinnedProjects } from '@/lib/browser/pinned-projects'
import type { EventKind } from '@/lib/contract/common'
import { offsetText, type Zone } from '@/lib/contract/zone'
import type { GardenAnswer } from '@/lib/questions/overview/contract'
import { causeText } from '@/lib/words/causes'
import { otherPartText, toldKind, whatText } from '@/lib/words/event-words'
import { profileName } from '@/lib/words/phrases'
import { countOf, countText, DAY, dayText, momentText } from '@/lib/words/time-text'
import { Countdown } from '../ui/countdown'
import { DataTable } from '../ui/data-table'
import { EffectText, OtherNight } from '../ui/effect'
import { EventGlyph } from '../ui/glyph'
import { Link } from '../ui/link'
import { Empty } from '../ui/parts'
import styles from './overview.module.css'
import { useShootsPage } from './use-view'

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
                <td className="bad">{item.next.cause === null ? null : causeText(item.next.cause)}</td>
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

interface ClusterSectionProps {
  readonly id: string
  readonly title: string
  readonly shown: number
  readonly total: number
  /** Where all of them are. */
  readonly all: { readonly text: string; readonly href: string }
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Some clusters of the overview, how many there are, and the way to all of them. */
function ClusterSection({ id, title, shown, total, all, className, children }: ClusterSectionProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        <span className="faint">{shown < total ? `${shown} of ${countOf(total, 'cluster')}` : null}</span>
        <span className="grow" />
        <Link className="link small" href={all.href}>
          {all.text}
        </Link>
      </div>
      {children}
    </section>
  )
}

/** The heads of what `ClusterCells` tells. */
function ClusterHeads() {
  return (
    <>
      <th scope="col">
        <span className="visually-hidden">Kind</span>
      </th>
      <th scope="col">Cluster</th>
      <th scope="col">Profile</th>
    </>
  )
}

interface ClusterCellsProps {
  readonly item: Pick<GardenAnswer['nextForced']['items'][number], 'namespace' | 'name' | 'project' | 'profile'>
  readonly kind: EventKind
}

/** What comes, which cluster it is, and its profile. */
function ClusterCells({ item, kind }: ClusterCellsProps) {
  return (
    <>
      <td>
        <EventGlyph kind={kind} named />
      </td>
      <th scope="row">
        <Link href={shootPage(item)} title={`${item.project} / ${item.name}`}>
          <span className="muted">{item.project} /</span> {item.name}
        </Link>
      </th>
      <td className="faint" title={profileName(item.profile)}>
        {profileName(item.profile)}
      </td>
    </>
  )
}

/** For the element whose rows must not move under the pointer. */
export interface SteadyProps {
  readonly onPointerEnter: () => void
  readonly onPointerLeave: () => void
}

/**
 * What was shown when the pointer came stays as long as it is there; then the newest is shown. For short lists; a long one
 * says how many changes it holds back.
 */
function useSteady<T>(newest: T): readonly [T, SteadyProps] {
  const [held, setHeld] = useState<{ readonly value: T }>()
  return [
    held ? held.value : newest,
    { onPointerEnter: () => setHeld({ value: newest }), onPointerLeave: () => setHeld(undefined) },
  ]
}
