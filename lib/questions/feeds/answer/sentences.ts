import { offsetText } from '@/lib/contract/zone'
import type { DigestChange, Event } from '@/lib/engine/outlook'
import type { Shoot } from '@/lib/engine/types'
import type { ClusterEvent, OnlyAfterFact } from '@/lib/landscape/event'
import { operationWords } from '@/lib/words/operations'
import { HORIZON, plural } from '@/lib/words/phrases'
import { clockText, countOf, instantText, wallDayText } from '@/lib/words/time-text'
import { windowZone } from '@/lib/words/window-zone'

/** The line of an entry: `payments / checkout-prod: forced to Kubernetes 1.33.7 and 2 more changes`. */
export function summaryOf(event: Event, cluster: string): string {
  const { lead, changes, cause, denied } = event.digest
  if (event.kind === 'fails') {
    const made = denied ? 0 : changes.filter(({ to }) => to !== null).length
    return `${cluster}: maintenance fails, ${cause ?? 'for a reason that is not known'}${othersText(made, 'other')}`
  }
  const word = event.kind === 'forced' ? 'forced' : 'auto-update'
  if (lead === null) return `${cluster}: ${word}`
  return `${cluster}: ${word} to ${lead.what} ${lead.to ?? ''}${othersText(changes.length - 1, 'more')}`
}

function othersText(count: number, which: 'more' | 'other'): string {
  return count === 0 ? '' : ` and ${count} ${which} ${plural(count, 'change')}`
}

/** What an entry says: every change, what it does to nodes, when it may begin. Nothing in it changes while time goes by. */
export function descriptionOf({ digest }: Event, told: ClusterEvent, shoot: Shoot): string {
  const { changes, operations } = digest
  return [
    ...changes.map((change) => changeText(change, shoot)),
    ...operations.map((name) => operationWords(name).clause),
    nodesText(told),
    windowText(told, shoot),
    ...(told.onlyAfter === undefined ? [] : [onlyAfterText(told.onlyAfter, shoot)]),
  ].join('\n')
}

function changeText({ what, pool, from, to, why }: DigestChange, { workers }: Shoot): string {
  const part = pool === null ? '' : `${workers[pool]?.name ?? 'pool'}: `
  const reason = why === 'auto' ? 'automatic' : 'forced'
  return to === null ? `${part}${what} ${from}, no version to move to` : `${part}${what} ${from} → ${to}, ${reason}`
}

function nodesText({ effect, nodes: { min, max, byHand = 0 } }: ClusterEvent): string {
  const nodes = `${min === max ? max : `${min} to ${max}`} ${plural(max, 'node')}`
  switch (effect) {
    case 'rolling':
      return `Rolling update, ${nodes}.`
    case 'inPlace':
      return `In-place update, ${nodes}${byHand === 0 ? '' : `; ${byHand === max ? 'each' : `${byHand} of them`} once a person has labelled it`}.`
    case 'kubeletRestart':
      return 'Kubelets restart, no node is replaced.'
    case 'none':
      return 'No node is touched.'
  }
}

function windowText({ window }: ClusterEvent, shoot: Shoot): string {
  const zone = windowZone(shoot.window)
  const range = `${clockText(window.begin, zone)}–${clockText(window.end, zone)} ${offsetText(zone, window.begin)}`
  return `Window ${wallDayText(window.begin, zone)} ${range}. It begins at ${clockText(window.latestStart, zone)} at the latest.`
}

/** A version changes its stage within the window, and Gardener begins at any moment of it. */
function onlyAfterText({ at, otherwise }: OnlyAfterFact, shoot: Shoot): string {
  const zone = windowZone(shoot.window)
  const other = otherwise === null ? '' : `, else in the window of ${wallDayText(otherwise.begin, zone)}`
  return `Only if it begins after ${instantText(at, zone)}${other}.`
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
