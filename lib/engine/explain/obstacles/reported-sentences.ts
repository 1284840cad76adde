import { dayText, poolsText } from '@/lib/engine/explain'
import type { ReportedConstraint } from '@/lib/engine/types'
import { endangersNodes, type Reported } from './reported'

/**
 * What gardenlet reports of a cluster, in its words, and what that means for the update that is foreseen. `ahead`: how many minutes
 * the clock of the cluster is ahead of UTC.
 */
export function reportedText(reported: Reported, ahead: number): string {
  return `${reportText(reported, ahead)} ${meaningText(reported, ahead)}`
}

/** What gardenlet reports, alone. */
export function reportText(constraint: ReportedConstraint, ahead: number): string {
  const { type, status, since } = constraint
  const when = since === undefined ? '' : ` since ${dayText(since, ahead)}`
  return `gardenlet reports${when} that ${type} is ${status}${reasonText(constraint)}`
}

/** ` (ProblematicWebhooks): webhook "a" might prevent nodes from joining.` */
function reasonText({ reason, message }: ReportedConstraint): string {
  const said = message.trim()
  const code = reason === '' ? '' : ` (${reason})`
  return said === '' ? `${code}.` : `${code}: ${/[.!?]$/.test(said) ? said : `${said}.`}`
}

function meaningText(reported: Reported, ahead: number): string {
  const { begins, pools, by } = reported
  const what = by === 'plan' ? 'The change' : `The maintenance of ${dayText(begins, ahead)}`
  if (!endangersNodes(reported)) return `${what} does not look at that.`
  return `${what} does not wait for that: the nodes of ${poolsText(pools)} are replaced or updated all the same.`
}
