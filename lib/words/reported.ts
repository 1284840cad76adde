import type { Zone } from '@/lib/contract/zone'
import { endangersNodes, type Reported } from '@/lib/engine/explain/obstacles'
import type { ReportedConstraint } from '@/lib/engine/types'
import { poolsText } from './phrases'
import { dayText } from './time-text'

/**
 * What gardenlet reports of a cluster, in its words, and what that means for the update that is foreseen. `zone`: that of its window.
 */
export function reportedText(reported: Reported, zone: Zone): string {
  return `${reportText(reported, zone)} ${meaningText(reported, zone)}`
}

/** What gardenlet reports, alone. */
export function reportText(constraint: ReportedConstraint, zone: Zone): string {
  const { type, status, since } = constraint
  const when = since === undefined ? '' : ` since ${dayText(since, zone)}`
  return `gardenlet reports${when} that ${type} is ${status}${reasonText(constraint)}`
}

/** ` (ProblematicWebhooks): webhook "a" might prevent nodes from joining.` */
function reasonText({ reason, message }: ReportedConstraint): string {
  const said = message.trim()
  const code = reason === '' ? '' : ` (${reason})`
  return said === '' ? `${code}.` : `${code}: ${/[.!?]$/.test(said) ? said : `${said}.`}`
}

function meaningText(reported: Reported, zone: Zone): string {
  const { begins, pools, by } = reported
  const what = by === 'plan' ? 'The change' : `The maintenance of ${dayText(begins, zone)}`
  if (!endangersNodes(reported)) return `${what} does not look at that.`
  return `${what} does not wait for that: the nodes of ${poolsText(pools)} are replaced or updated all the same.`
}
