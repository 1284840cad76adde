import { instantText } from '@/lib/engine/instant-text'
import { DAY } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import type { Ground, Listed } from './ground'
import { type Check, check, clustersText, type Guide, lifeText, must } from './guide'

/** Why a cluster still runs a version that has expired. */
export type Held =
  /** Maintenance is not performed for clusters that are being deleted. */
  | { readonly kind: 'deleting' }
  /** The last maintenance failed; what it said. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'noNextVersion'; readonly reason: string }
  /** It leaves in this window. */
  | { readonly kind: 'window'; readonly begins: Instant; readonly leaves: Instant }
  /** Nothing is known to move it, e.g. because the version has not expired and auto-update is off. */
  | { readonly kind: 'nothing' }

export interface Holder {
  readonly name: string
  readonly held: Held
}

/** "A version should be removed from the CloudProfile, is already expired but cannot be deleted." */
export function removeExpired(ground: Ground, target: Listed, holders: readonly Holder[]): Guide {
  const { version, overriddenBy } = target
  const of = (kind: Held['kind']) => holders.filter(({ held }) => held.kind === kind)
  const [deleting, failed, stuck, waiting, idle] = [
    of('deleting'),
    of('failed'),
    of('noNextVersion'),
    of('window'),
    of('nothing'),
  ]
  const running = holders.length - deleting.length
  return {
    title: 'Remove an expired version that cannot be deleted',
    cases: [],
    steps: [
      {
        title: `Make sure that ${version} has expired`,
        text: 'The recommended way to empty a version is to deprecate it and set an expiration date: what auto-update does not move is forced once it has expired.',
        checks: [must(target.stage === 'expired', 'It has expired', lifeText(target))],
        edits: [],
      },
      {
        title: 'Wait 24 hours',
        text: 'The maintenance of all clusters has run by then, and should have forcefully updated them.',
        checks: [
          waiting.length === 0
            ? check('holds', 'Clusters whose window was not reached', 'none')
            : check('beware', 'Clusters whose window was not reached', namesText(waiting)),
          lastCheck(holders, ground.at),
        ],
        edits: [],
      },
      {
        title: 'Make sure the maintenance was successful',
        text: 'Look at what the last maintenance of each cluster says. A misconfigured CloudProfile can block the maintenance.',
        checks: [
          none(failed, 'Clusters whose last maintenance failed'),
          none(stuck, 'Clusters without a next version'),
          ...(idle.length > 0 ? [none(idle, 'Clusters that nothing moves')] : []),
        ],
        edits: [],
      },
      {
        title: 'Make sure no cluster is stuck in deletion',
        text: 'Maintenance is not performed for clusters that are being deleted. Gardener today no longer counts them as users of a version; delete them successfully all the same.',
        checks: [
          deleting.length === 0
            ? check('holds', 'Clusters being deleted', 'none')
            : check('beware', 'Clusters being deleted', namesText(deleting)),
        ],
        edits: [],
      },
      {
        title: `Remove ${version}`,
        text: 'It can only be removed when no cluster and no namespaced profile uses it any more.',
        checks: [
          must(running === 0, 'Clusters that run it', running === 0 ? 'none' : clustersText(running)),
          must(
            overriddenBy.length === 0,
            'Namespaced profiles that say something of it',
            overriddenBy.length === 0 ? 'none' : overriddenBy.join(', '),
          ),
        ],
        edits: [{ kind: 'remove', image: null, version }],
      },
    ],
  }
}

/** When the last cluster has left, if nobody does anything; null when some never leaves. */
export function lastLeaves(holders: readonly Holder[]): Instant | null {
  let last = Number.NEGATIVE_INFINITY
  for (const { held } of holders) {
    if (held.kind !== 'window') return null
    last = Math.max(last, held.leaves)
  }
  return last === Number.NEGATIVE_INFINITY ? null : last
}

function lastCheck(holders: readonly Holder[], at: Instant): Check {
  const what = 'The last cluster has left'
  if (holders.length === 0) return check('holds', what, 'none runs it')
  const last = lastLeaves(holders)
  if (last === null) {
    const never = holders.filter(({ held }) => held.kind !== 'window').length
    return check('fails', what, `not by itself: ${clustersText(never)} ${never === 1 ? 'does' : 'do'} not move`)
  }
  return check('beware', what, `by ${instantText(last, 0)}${last - at > DAY ? ', more than 24 hours from now' : ''}`)
}

function none(holders: readonly Holder[], what: string): Check {
  return holders.length === 0 ? check('holds', what, 'none') : check('fails', what, namesText(holders))
}

function namesText(holders: readonly Holder[]): string {
  const names = holders.slice(0, 3).map(({ name }) => name)
  const more = holders.length - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}
