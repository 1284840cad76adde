'use client'

import { memo, type ReactNode } from 'react'
import { ClusterTimes, useNow } from '@/lib/browser/clock'
import { shootPage } from '@/lib/browser/paths'
import type { NextEvent } from '@/lib/contract/steps'
import type { ListedShoot } from '@/lib/questions/clusters/contract'
import { alikePools } from '@/lib/words/alike-pools'
import { codedCauseText } from '@/lib/words/causes'
import { eventLine, orOtherNight, otherPartText, toldKind, whatText } from '@/lib/words/event-words'
import { profileName, WITHIN_HORIZON } from '@/lib/words/phrases'
import { fullText } from '@/lib/words/time-text'
import { listedWindow, shareOf90Days } from '@/lib/words/when'
import { inPlaceText, nodeFigure } from '@/lib/words/wording'
import { EFFECT_ICONS } from '../ui/effect'
import { EventGlyph, StageChip, StageGlyph } from '../ui/glyph'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import { Tag } from '../ui/parts'
import styles from './clusters.module.css'
import { autoUpdateWord, type ClusterColumn } from './columns'

export interface ShootTableRowProps {
  readonly row: ListedShoot
  readonly index: number
  readonly columns: readonly ClusterColumn[]
  readonly isOpen: boolean
  /** The project stands in a head above the row. */
  readonly isGrouped: boolean
  /** Printed in the head of the column; rows with another one print their own. */
  readonly offset: string | null
  readonly onToggle: (row: ListedShoot) => void
}

/** Two kinds of pools have room in most windows; the others are counted, and all are in the expanded row. */
const MOST_POOLS = 2

/** One cluster. On a phone: what it is and when; where it goes and what that does. */
export const ShootTableRow = memo(function ShootTableRow(props: ShootTableRowProps) {
  const { row, index, columns, isOpen, isGrouped, offset, onToggle } = props
  const name = `${row.project} / ${row.name}`
  const tags = tagsOf(row)
  return (
    <ClusterTimes zone={row.nextWindow.offset}>
      <tr className={isOpen ? styles.open : undefined} aria-rowindex={index + 2} data-row={index}>
        <td className={styles.toggle}>
          <button type="button" aria-expanded={isOpen} aria-label={`Details of ${name}`} onClick={() => onToggle(row)}>
            <Icon name={isOpen ? 'down' : 'right'} />
          </button>
        </td>
        <th scope="row" className={styles.name} title={name}>
          <span className={styles.names}>
            <Link href={shootPage(row)} className="cut cluster-name">
              {isGrouped ? null : <span className="muted">{row.project} / </span>}
              {row.name}
            </Link>
            {tags.length > 0 && (
              <span className={styles.flags}>
                {tags.map(({ text, title }) => (
                  <Tag key={text} title={title}>
                    {text}
                  </Tag>
                ))}
              </span>
            )}
          </span>
        </th>
        {columns.map((column) => {
          const { of, look, title } = CELLS[column]
          return (
            <td key={column} className={`${styles[column]} ${look ?? ''}`} title={title?.(row) ?? undefined}>
              {of(row, offset)}
            </td>
          )
        })}
      </tr>
    </ClusterTimes>
  )
})

interface RowCell {
  /** The width in pixels; the column without one takes what the others leave. */
  readonly width?: number
  readonly of: (row: ListedShoot, offset: string | null) => ReactNode
  readonly look?: string
  /** What is cut where it has no room. */
  readonly title?: (row: ListedShoot) => string | null
}

export const CELLS: Readonly<Record<ClusterColumn, RowCell>> = {
  profile: {
    width: 76,
    of: ({ profile }) => profile.name,
    look: 'muted',
    title: ({ profile }) => profileName(profile),
  },
  kubernetes: {
    width: 148,
    of: ({ kubernetes }) => (
      <>
        <span className={styles.version}>{kubernetes.version}</span>
        <StageChip stage={kubernetes.stage} />
      </>
    ),
  },
  pools: { of: (row) => <Pools row={row} />, title: poolsTitle },
  event: { width: 304, of: (row) => <NextEventCell row={row} /> },
  nodes: { width: 100, of: (row) => <NodesText event={shownEvent(row)} /> },
  auto: {
    width: 112,
    of: (row) => <span className={autoUpdateWord(row) === 'off' ? 'faint' : undefined}>{autoUpdateWord(row)}</span>,
  },
  window: {
    width: 126,
    of: ({ windowText, nextWindow }, offset) => (
      <>
        {windowText ?? 'any time'}
        {windowText === null || nextWindow.offset === offset ? null : (
          <span className="faint"> {nextWindow.offset.replace('-', '−')}</span>
        )}
      </>
    ),
    look: 'muted',
  },
  region: { width: 84, of: ({ region }) => region, look: 'muted', title: ({ region }) => region },
  purpose: { width: 84, of: ({ purpose }) => purpose, look: 'muted', title: ({ purpose }) => purpose },
  size: { width: 84, of: ({ nodes }) => nodeFigure(nodes), look: 'muted' },
}

function Pools({ row }: { readonly row: ListedShoot }) {
  if (row.pools.length === 0) return <span className="faint">no workers</span>
  const groups = kindsOfPools(row)
  const rest = groups.slice(MOST_POOLS).reduce((sum, { all }) => sum + all.length, 0)
  return (
    <span className={styles.images}>
      {groups.slice(0, MOST_POOLS).map(({ title, first: pool }) => (
        <span key={pool.name}>
          <span className="faint">{title}</span>{' '}
          {pool.image === null ? (
            <span className="faint">no image</span>
          ) : (
            <>
              <StageGlyph stage={pool.image.stage} named />
              {pool.image.name} {pool.image.version}
            </>
          )}
        </span>
      ))}
      {rest > 0 ? <span className="faint">+{rest}</span> : null}
    </span>
  )
}

function kindsOfPools({ pools }: ListedShoot) {
  return alikePools(
    pools,
    ({ name }) => name,
    ({ image }) => image,
  )
}

function poolsTitle(row: ListedShoot): string {
  return kindsOfPools(row)
    .map(
      ({ names, first: { image } }) =>
        `${names.join(', ')}: ${image === null ? 'no image' : `${image.name} ${image.version}`}`,
    )
    .join('\n')
}

/** What the row is about: the event that was filtered by, else the one the owner cannot avoid, else the next one. */
function shownEvent(row: ListedShoot): NextEvent | null {
  return row.asked ?? row.nextForced ?? row.next
}

/** In characters: a longer text leaves no room beside the nodes on a phone. */
const LONG = 20

/** Diamond, countdown, a bar of 90 days, the target. It alone renders again as time goes on. */
export function NextEventCell({ row }: { readonly row: ListedShoot }) {
  const now = useNow()
  const event = shownEvent(row)
  if (event === null) return <NothingAhead row={row} />
  const kind = toldKind(event)
  const isBad = kind === 'fails'
  const target = targetText(row, event, now)
  return (
    <span className={styles.next}>
      <span
        className={isBad ? `${styles.countdown} bad` : styles.countdown}
        title={fullText(event.window.begin, event.window.offset) + orOtherNight(event, now)}
      >
        <EventGlyph kind={kind} named />
        <b>{listedWindow(event.window, now)}</b>
      </span>
      <span className={`meter ${styles.track} ${isBad ? 'bad' : ''}`} data-kind={kind} aria-hidden="true">
        <i style={{ width: `${shareOf90Days(event.window, now)}%` }} />
      </span>
      <span
        className={`${styles.target} cut ${isBad ? 'bad' : 'muted'}`}
        title={`${titleOf(event)}. ${target}`}
        data-long={target.length > LONG || undefined}
      >
        {target}
      </span>
    </span>
  )
}

function targetText(row: ListedShoot, event: NextEvent, now: number): string {
  const other = otherPartText(event)
  const own = other === '' ? ownTarget(event) : `${ownTarget(event)}; ${other}`
  const more = event.more > 0 ? `, +${event.more}` : ''
  const earlier = row.next !== null && row.next.window.begin !== event.window.begin ? row.next : null
  const when = orOtherNight(event, now)
  if (earlier === null) return own + more + when
  return `${own}${more}${when}, ${earlierWord(earlier)} ${listedWindow(earlier.window, now)}`
}

function ownTarget(event: NextEvent): string {
  if (event.kind === 'other') return whatText(event)
  if (event.to === null) return codedCauseText(event.cause ?? 'no-version')
  if (toldKind(event) === 'fails') return codedCauseText(event.cause ?? 'refused')
  return event.what === 'Kubernetes' ? `→ ${event.to}` : `→ ${whatText(event)} ${event.to}`
}

function earlierWord({ kind, what }: NextEvent): string {
  if (kind === 'other') return 'other change'
  return what === 'Kubernetes' ? 'Kubernetes' : 'image'
}

function titleOf(event: NextEvent): string {
  return `${eventLine(event)}${event.from === '' ? '' : `, from ${event.from}`}`
}

function NothingAhead({ row }: { readonly row: ListedShoot }) {
  if (row.flags.deleting) return <span className="faint">being deleted, not maintained</span>
  if (row.flags.profileMissing) return <span className="bad">profile not found, nothing known</span>
  return <span className="faint">no update {WITHIN_HORIZON}</span>
}

/** What an event does to nodes, in two words. */
export function NodesText({ event }: { readonly event: Pick<NextEvent, 'effect' | 'nodes'> | null }) {
  const effect = event?.effect ?? 'none'
  if (event === null || effect === 'none') return <span className="faint">none</span>
  const words = effect === 'rolling' ? 'roll' : effect === 'inPlace' ? inPlaceText(event.nodes) : null
  return (
    <>
      <Icon name={EFFECT_ICONS[effect]} />
      {words === null ? 'kubelet only' : `${nodeFigure(event.nodes)} ${words}`}
    </>
  )
}

interface RowTag {
  readonly text: string
  readonly title: string
}

/**
 * What stands beside the name of a cluster. What gardenlet reports of the preconditions of maintenance matters where nodes are
 * replaced or updated.
 */
export function tagsOf({ flags, next, nextForced }: Pick<ListedShoot, 'flags' | 'next' | 'nextForced'>): RowTag[] {
  if (flags.deleting) return [{ text: 'deleting', title: 'This cluster is being deleted' }]
  const touchesNodes = [next, nextForced].some((event) => event?.effect === 'rolling' || event?.effect === 'inPlace')
  return [
    ...(flags.hibernated ? [{ text: 'hibernated', title: 'Its control plane sleeps; maintenance goes on' }] : []),
    ...(flags.failed ? [{ text: 'failed', title: 'The last operation failed' }] : []),
    ...(flags.unready && touchesNodes
      ? [
          {
            text: 'unready',
            title:
              'gardenlet reports that the preconditions of maintenance are not satisfied; maintenance does not wait for that',
          },
        ]
      : []),
  ]
}

export const ROW_HEIGHT = { dense: 29, cosy: 37 } as const
