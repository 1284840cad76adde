'use client'

import { Fragment, useState } from 'react'
import { useNow, useZone } from '@/lib/browser/clock'
import { pinnedFirst, usePinnedProjects } from '@/lib/browser/pinned-projects'
import { FORCED, STUCK } from '@/lib/contract/words'
import { offsetText } from '@/lib/contract/zone'
import { groupedBy } from '@/lib/engine/grouped'
import type { GardenAnswer } from '@/lib/questions/overview/contract'
import { codedCauseText } from '@/lib/words/causes'
import { otherPartText, toldKind, whatText } from '@/lib/words/event-words'
import { stuckSince } from '@/lib/words/overview'
import { capitalized, profileName, profilePath } from '@/lib/words/phrases'
import { clockText, countOf, countText, MINUTE } from '@/lib/words/time-text'
import { listedWindow } from '@/lib/words/when'
import { RowTable } from '../ui/data-table'
import { EffectText, OtherNight } from '../ui/effect'
import { EventGlyph } from '../ui/glyph'
import { ClusterLink, Link } from '../ui/link'
import { Empty, Move } from '../ui/parts'
import { Remedies } from '../ui/remedies'
import { Section } from '../ui/section'
import { useShootsPage } from './addresses'
import styles from './overview.module.css'

type NextForcedClusters = GardenAnswer['nextForced']

/** The clusters whose owners have to know first. */
export function NextForced({ next: newest }: { readonly next: NextForcedClusters }) {
  const [next, steady] = useSteady(newest)
  const items = pinnedFirst(next.items, usePinnedProjects())
  const pageOf = useShootsPage()
  const zone = useZone()
  const now = useNow(MINUTE)
  return (
    <Section
      title="Forced next"
      note={next.items.length < next.total && `${next.items.length} of ${countText(next.total)}, by time`}
      actions={<AllOf count={next.total} href={pageOf(FORCED)} />}
    >
      {next.items.length === 0 ? (
        <Empty text="No cluster is forced within 90 days, as far as expiry dates are set." />
      ) : (
        <div className="scrollx" {...steady}>
          <RowTable
            className={`cluster-rows dense ${styles.next}`}
            heads={['Cluster', 'Profile', 'What → to what', 'When', `Window begins, ${offsetText(zone, now)}`, 'Nodes']}
          >
            {items.map((item) => (
              <NextRow key={`${item.namespace}/${item.name}`} item={item} zone={zone} now={now} />
            ))}
          </RowTable>
        </div>
      )}
    </Section>
  )
}

interface NextRowProps {
  readonly item: NextForcedClusters['items'][number]
  readonly zone: string
  readonly now: number
}

function NextRow({ item, zone, now }: NextRowProps) {
  const { next } = item
  const other = otherPartText(next)
  return (
    <tr data-row>
      <th scope="row" data-cell="name">
        <EventGlyph kind={toldKind(next)} named />
        <ClusterLink of={item} className="cluster-name" title={`${item.project} / ${item.name}`} />
      </th>
      <td className="faint" title={profileName(item.profile)}>
        {profileName(item.profile)}
      </td>
      <td data-cell="what">
        <span className="muted">{whatText(next)}</span> <Move {...next} />
        {next.more > 0 ? (
          <span className="faint" title={`and ${countOf(next.more, 'more change')} in the same window`}>
            {' '}
            +{countText(next.more)}
          </span>
        ) : null}
        {other === '' ? null : <span className="bad"> {other}</span>}
      </td>
      <td className="bold" data-cell="when">
        {listedWindow(next.window, now, zone)}
      </td>
      <td className="muted" data-cell={next.onlyAfter === undefined ? undefined : 'result'}>
        {clockText(next.window.begin, zone)}
        <OtherNight of={next} now={now} zone={zone} />
      </td>
      <td data-cell="nodes">
        <EffectText effect={next.effect} nodes={next.nodes} />
      </td>
    </tr>
  )
}

type StuckClusters = GardenAnswer['stuck']
type StuckClusterGroup = StuckClusters['groups'][number]

/** The clusters that do not get on by themselves, by why they do not: apart from those that do, whom they would hide. */
export function Stuck({ stuck: newest }: { readonly stuck: StuckClusters }) {
  const [{ total, causes, groups, items }, steady] = useSteady(newest)
  const pageOf = useShootsPage()
  const own = usePinnedProjects()
  if (groups.length === 0) return null
  return (
    <Section
      title="Stuck"
      note={`${countOf(total, 'cluster')} from ${countOf(causes, 'cause')}`}
      actions={<AllOf count={total} href={pageOf({ ...STUCK, group: 'cause' })} />}
    >
      <ul className={`lines ${styles.causes}`} {...steady}>
        {groups.map((group) => (
          <StuckCause
            key={`${profileName(group.profile)} ${group.cause}`}
            group={group}
            items={pinnedFirst(
              items.filter(({ profile, next }) => isOf(group, profile, next.cause)),
              own,
            )}
          />
        ))}
      </ul>
    </Section>
  )
}

function isOf(group: StuckClusterGroup, profile: StuckClusterGroup['profile'], cause: string | null): boolean {
  return cause === group.cause && profileName(profile) === profileName(group.profile)
}

interface StuckCauseProps {
  readonly group: StuckClusterGroup
  /** The first clusters of the group. */
  readonly items: readonly StuckClusters['items'][number][]
}

/** How many clusters, why, which, and what helps. */
function StuckCause({ group: { profile, cause, clusters, remedies }, items }: StuckCauseProps) {
  const pageOf = useShootsPage()
  const now = useNow(MINUTE)
  const parts = new Set(items.map(({ next }) => `${whatText(next)} ${next.from}`.trim()))
  const list = pageOf({ ...STUCK, profile: [profilePath(profile)], cause: [cause] })
  const others = clusters - items.length
  const told = groupedBy(items, (item) => stuckSince(item, now))
  return (
    <li>
      <Link className="bad" href={list} aria-label={`${countOf(clusters, 'cluster')}: ${codedCauseText(cause)}`}>
        {countText(clusters)}
      </Link>
      <div>
        <b>{capitalized(codedCauseText(cause))}</b>{' '}
        <span className="muted small">{[profileName(profile), ...(parts.size === 1 ? parts : [])].join(', ')}</span>
        <p className="small">
          {[...told].map(([since, clusters], i) => (
            <Fragment key={since}>
              {i === 0 ? null : '; '}
              {clusters.map((item, j) => (
                <Fragment key={`${item.namespace}/${item.name}`}>
                  {j === 0 ? null : ', '}
                  <ClusterLink of={item} />
                </Fragment>
              ))}{' '}
              <span className="faint">{since}</span>
            </Fragment>
          ))}
          {others > 0 ? (
            <>
              {' and '}
              <Link className="link underlined" href={list}>
                {countText(others)} more
              </Link>
            </>
          ) : null}
        </p>
        <Remedies remedies={remedies} clusters={clusters} withPlan />
      </div>
    </li>
  )
}

/** A link to all clusters of which the overview lists some. */
function AllOf({ count, href }: { readonly count: number; readonly href: string }) {
  return (
    <Link className="link small" href={href}>
      All {countText(count)} in Clusters
    </Link>
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
