import { dayText, poolsText } from '@/lib/engine/explain'
import { endangersNodes, type Reported } from './reported'

/**
 * What gardenlet reports of a cluster, in its words, and what that means for the update that is foreseen. `ahead`: how many minutes
 * the clock of the cluster is ahead of UTC.
 */
export function reportedText(reported: Reported, ahead: number): string {
  const { type, status, since } = reported
  const when = since === undefined ? '' : ` since ${dayText(since, ahead)}`
  return `gardenlet reports${when} that ${type} is ${status}${reportText(reported)} ${meaningText(reported, ahead)}`
}

/** ` (ProblematicWebhooks): webhook "a" might prevent nodes from joining.` */
function reportText({ reason, message }: Reported): string {
  const said = message.trim()
  const code = reason === '' ? '' : ` (${reason})`
  return said === '' ? `${code}.` : `${code}: ${/[.!?]$/.test(said) ? said : `${said}.`}`
}

function meaningText(reported: Reported, ahead: number): string {
  const { begins, pools } = reported
  const day = dayText(begins, ahead)
  if (!endangersNodes(reported)) return `The maintenance of ${day} does not look at that.`
  return `The maintenance of ${day} does not wait for that: the nodes of ${poolsText(pools)} are replaced or updated all the same.`
}
