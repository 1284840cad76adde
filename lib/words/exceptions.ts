import type { ListedException } from '@/lib/contract/more-time'
import type { Zone } from '@/lib/contract/zone'
import { toldKind, withNodes } from './event-words'
import { plural, type Sentence } from './phrases'
import { countOf, daysBetween, dayText, type Time } from './time-text'

/** The sentence that stands in place of the list too. */
export const NO_EXCEPTION = 'No namespaced profile sets a date of its own.'

/** `The next of 5 exceptions ends on Thu 31 Dec: 3 clusters run it.` Dates are those of UTC, as they are written. */
export function exceptionsHeadline(items: readonly ListedException[], now: Time): Sentence {
  if (items.length === 0) return [NO_EXCEPTION]
  const next = items.find(({ until, isOver, canGo }) => until !== null && !isOver && !canGo)
  const count = countOf(items.length, 'exception')
  if (next?.until == null) return [`None of ${count} in force has an end ahead.`]
  return [
    `The next of ${count} ends on `,
    { strong: dayText(next.until, 'UTC', { now, weekday: true }) },
    `: ${countOf(next.clusters, 'cluster runs', 'clusters run')} it.`,
  ]
}

/** `2 can go`; null: none can. */
export function canGoText(items: readonly ListedException[]): string | null {
  const free = items.filter(({ canGo }) => canGo).length
  return free === 0 ? null : `${free} can go`
}

/** `+52 d, 9 Nov in gcp`, and how it reads. */
export function withoutExceptionText(
  { until, parentEnd, parent, isListed, isIdle }: ListedException,
  now: Time,
): string {
  if (!isListed) return `not listed in ${parent}`
  if (isIdle) return `counts for nothing beside the stages in ${parent}`
  if (parentEnd === null) return `no end in ${parent}`
  const day = `${dayText(parentEnd, 'UTC', { now })} in ${parent}`
  if (until === null) return `instead of ${day}`
  const days = daysBetween(parentEnd, until)
  return days === 0 ? `as in ${parent}` : `${days > 0 ? '+' : '−'}${Math.abs(days)} d, ${day}`
}

/** `3 → 1.34.3 on Fri 1 Jan, up to 17 nodes roll`, `2 fail from Sat 1 May` */
export function followingText(
  { clusters, nodes, next }: ListedException['follows'][number],
  zone: Zone,
  now: Time,
): string {
  const day = dayText(next.window.begin, zone, { now, weekday: true })
  if (toldKind(next) === 'fails') return `${clusters} ${plural(clusters, 'fails', 'fail')} from ${day}`
  const image = next.what === 'Kubernetes' || next.what === null ? '' : `${next.what} `
  return `${clusters} → ${image}${next.to ?? ''} on ${day}${withNodes({ ...next, nodes })}`
}

/** What is said of removing it; empty: nothing. */
export function exceptionRemovalText({
  canGo,
  removal,
  isListed,
  version,
  parent,
  clusters,
  isOver,
}: ListedException): string {
  const keeps = isListed ? ` It keeps ${version} from being removed from ${parent}.` : ''
  if (canGo)
    return `${isOver ? 'Over. It stays written until somebody removes it.' : clusters === 0 ? `No cluster of it runs ${version} any more.` : 'Removing it changes nothing for any cluster.'}${keeps}`
  const [refusal] = removal.refusals
  if (refusal !== undefined)
    return refusal.rule.endsWith('-in-use')
      ? 'Removing it today would be refused, as clusters run it.'
      : `Removing it today would be refused: ${refusal.text}`
  return removal.changes === 0 ? '' : `Removing it changes ${countOf(removal.changes, 'cluster')}.`
}

/** `operator of gcp, 2 Nov: “training runs end in December”` */
export function madeByText(by: ListedException['by'], zone: Zone, now: Time): string {
  if (by === null) return 'not recorded'
  const who = by.isRecorded ? by.who : `written last with ${by.who}`
  return `${who}, ${dayText(by.at, zone, { now })}${by.reason === null ? '' : `: “${by.reason}”`}`
}
