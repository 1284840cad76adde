import { offsetText } from '@/lib/contract/zone'
import type { DigestChange, Event } from '@/lib/engine/outlook'
import type { Shoot } from '@/lib/engine/types'
import type { ClusterEvent } from '@/lib/landscape/event'
import { eventLine, moveText, otherNight } from '@/lib/words/event-words'
import { operationWords } from '@/lib/words/operations'
import { capitalized, HORIZON } from '@/lib/words/phrases'
import { clockText, countOf, wallDayText } from '@/lib/words/time-text'
import { windowZone } from '@/lib/words/window-zone'
import { EVENT_WORDS, effectName } from '@/lib/words/wording'

/** The line of an entry, in the words of the list: `payments / checkout-prod: forced to Kubernetes 1.33.7, and 2 more in the same run`. */
export function summaryOf(told: ClusterEvent, cluster: string): string {
  return `${cluster}: ${eventLine(told)}`
}

/** What an entry says: every change, what it does to nodes, when it may begin. Nothing in it changes while time goes by. */
export function descriptionOf({ digest }: Event, told: ClusterEvent, shoot: Shoot): string {
  const { changes, operations } = digest
  return [
    ...changes.map((change) => changeText(change, shoot)),
    ...operations.map((name) => operationWords(name).clause),
    `${capitalized(effectName(told.effect, told.nodes))}.`,
    windowText(told, shoot),
    ...onlyAfterText(told),
  ].join('\n')
}

function changeText({ pool, why, ...move }: DigestChange, { workers }: Shoot): string {
  const part = pool === null ? '' : `${workers[pool]?.name ?? 'pool'}: `
  if (move.to === null) return `${part}${moveText({ kind: 'fails', ...move })}, no version to move to`
  const kind = why === 'auto' ? 'auto' : 'forced'
  return `${part}${moveText({ kind, ...move })}, ${EVENT_WORDS[kind]}`
}

function windowText({ window }: ClusterEvent, shoot: Shoot): string {
  const zone = windowZone(shoot.window)
  const range = `${clockText(window.begin, zone)}–${clockText(window.end, zone)} ${offsetText(zone, window.begin)}`
  return `Window ${wallDayText(window.begin, zone)} ${range}. It begins at ${clockText(window.latestStart, zone)} at the latest.`
}

/** Where a version changes its stage within the window, as Gardener begins at any moment of it. Told as of the window: time that goes by changes nothing. */
function onlyAfterText(told: ClusterEvent): readonly string[] {
  const other = otherNight(told, told.window.begin)
  return other === null ? [] : [`Only ${other}.`]
}

/** What a feed is called in a list of calendars. */
export function nameOf(of: string, hasAuto: boolean): string {
  return `${of}: ${hasAuto ? 'updates' : 'forced updates'}`
}

interface About {
  readonly told: number
  readonly total: number
  /** Clusters that nothing is foreseen of. */
  readonly blind: number
}

/** What a feed is, where it ends, and what is not in it. */
export function aboutFeed({ told, total, blind }: About): string {
  const cut = total > told ? ` The first ${told} of ${total} windows.` : ''
  const without = `${countOf(blind, 'cluster whose profile', 'clusters whose profiles')} you may not see`
  const rest = blind > 0 ? ` Without those of ${without}.` : ''
  return `Maintenance windows as Almanac forecasts them for the next ${HORIZON}.${cut}${rest}`
}
