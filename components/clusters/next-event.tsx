'use client'

import { useNow } from '@/lib/browser/clock'
import type { NextEvent } from '@/lib/contract/steps'
import type { ListedShoot as Row } from '@/lib/questions/clusters/contract/list'
import { causeText } from '@/lib/words/causes'
import { eventLine, orOtherNight, otherPartText, toldKind, whatText } from '@/lib/words/event-words'
import { WITHIN_HORIZON } from '@/lib/words/phrases'
import { fullText } from '@/lib/words/time-text'
import { countdown, inTime, shareOf90Days } from '@/lib/words/when'
import { inPlaceText, nodeFigure } from '@/lib/words/wording'
import { EventGlyph } from '../ui/glyph'
import { Icon } from '../ui/icon'
import styles from './row.module.css'

/** What the row is about: the event that was filtered by, else the one the owner cannot avoid, else the next one. */
function shownEvent(row: Row): NextEvent | null {
  return row.asked ?? row.nextForced ?? row.next
}

/** Diamond, countdown, a bar of 90 days, the target. It alone renders again as time goes on. */
export function NextEventCell({ row }: { readonly row: Row }) {
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
        <b>{countdown(event.window, now)}</b>
      </span>
      <span className={styles.track} data-kind={kind} aria-hidden="true">
        <i style={{ width: `${shareOf90Days(event.window, now)}%` }} />
      </span>
      <span className={isBad ? `${styles.target} bad` : styles.target} title={`${titleOf(event)}. ${target}`}>
        {target}
      </span>
    </span>
  )
}

function targetText(row: Row, event: NextEvent, now: number): string {
  const other = otherPartText(event)
  const own = other === '' ? ownTarget(event) : `${ownTarget(event)}; ${other}`
  const more = event.more > 0 ? `, +${event.more}` : ''
  const earlier = row.next !== null && row.next.window.begin !== event.window.begin ? row.next : null
  const when = orOtherNight(event, now)
  if (earlier === null) return own + more + when
  return `${own}${more}${when}, ${earlierWord(earlier)} ${inTime(earlier.window, now)}`
}

function ownTarget(event: NextEvent): string {
  if (event.kind === 'other') return whatText(event)
  if (event.to === null) return causeText(event.cause ?? 'no-version')
  if (toldKind(event) === 'fails') return causeText(event.cause ?? 'refused')
  return event.what === 'Kubernetes' ? `→ ${event.to}` : `→ ${whatText(event)} ${event.to}`
}

function earlierWord({ kind, what }: NextEvent): string {
  if (kind === 'other') return 'other change'
  return what === 'Kubernetes' ? 'Kubernetes' : 'image'
}

function titleOf(event: NextEvent): string {
  return `${eventLine(event)}${event.from === '' ? '' : `, from ${event.from}`}`
}

function NothingAhead({ row }: { readonly row: Row }) {
  if (row.flags.deleting) return <span className="faint">being deleted, not maintained</span>
  if (row.flags.profileMissing) return <span className="bad">profile not found, nothing known</span>
  return <span className="faint">no update {WITHIN_HORIZON}</span>
}

/** What the event does to nodes, in two words. */
export function NodesCell({ row }: { readonly row: Row }) {
  const event = shownEvent(row)
  const effect = event?.effect ?? 'none'
  if (event === null || effect === 'none') return <span className="faint">none</span>
  const words = effect === 'rolling' ? 'roll' : effect === 'inPlace' ? inPlaceText(event.nodes) : null
  return (
    <>
      <Icon name={effect === 'rolling' ? 'roll' : effect === 'inPlace' ? 'inPlace' : 'kubelet'} />
      {words === null ? 'kubelet only' : `${nodeFigure(event.nodes)} ${words}`}
    </>
  )
}
