import { type Held, type Holder, lastLeaves, leavesAt } from '@/lib/engine/explain/obstacles'
import { DAY } from '@/lib/engine/time'
import { plural } from '@/lib/words/phrases'
import { instantText } from '@/lib/words/time-text'
import { type Ground, type Listed, nameIn } from './ground'
import { type Check, check, clustersText, type Guide, lifeText, must } from './guide'

/** "A version should be removed from the CloudProfile, is already expired but cannot be deleted." */
export function removeExpired(ground: Ground, target: Listed, holders: readonly Holder[]): Guide {
  const { image } = ground
  const { version, overriddenBy } = target
  const name = nameIn(ground, version)
  const none = (state: 'beware' | 'fails', what: string, kind: Held['kind']): Check =>
    noneOf(
      state,
      what,
      holders.filter(({ held }) => held.kind === kind),
    )
  /** Only where there are some. */
  const some = (...asked: Parameters<typeof none>): Check[] => {
    const found = none(...asked)
    return found.state === 'holds' ? [] : [found]
  }
  const staying = holders.filter(({ held }) => held.kind !== 'deleting')
  const running = staying.filter(({ counts }) => counts)
  const uncounted = staying.filter(({ counts }) => !counts)
  return {
    cases: [],
    steps: [
      {
        title: `Make sure that ${name} has expired`,
        text: 'The recommended way to empty a version is to deprecate it and set an expiration date: what auto-update does not move is forced once it has expired.',
        checks: [must(target.stage === 'expired', 'It has expired', lifeText(ground, target))],
        edits: [],
      },
      {
        title: 'Wait 24 hours',
        text: 'The maintenance of all clusters has run by then, and should have forcefully updated them.',
        checks: [
          none('beware', 'Clusters whose window was not reached', 'window'),
          ...some('beware', 'Clusters that should have left by now', 'overdue'),
          ...some('beware', 'Clusters that a namespaced profile gives more time', 'extended'),
          lastCheck(holders, ground),
        ],
        edits: [],
      },
      {
        title: 'Make sure the maintenance was successful',
        text: 'Look at what the last maintenance of each cluster says. A misconfigured CloudProfile can block the maintenance.',
        checks: [
          none('fails', 'Clusters whose maintenance fails', 'failed'),
          none('fails', 'Clusters without a next version', 'noNextVersion'),
          ...some('fails', 'Clusters that nothing moves', 'nothing'),
        ],
        edits: [],
      },
      {
        title: 'Make sure no cluster is stuck in deletion',
        text: 'Maintenance is not performed for clusters that are being deleted. Gardener today no longer counts them as users of a version; delete them successfully all the same.',
        checks: [none('beware', 'Clusters being deleted', 'deleting')],
        edits: [],
      },
      {
        title: `Remove ${name}`,
        text: 'It can only be removed when no cluster and no namespaced profile uses it any more.',
        checks: [
          must(
            running.length === 0,
            'Clusters that run it',
            running.length === 0 ? 'none' : clustersText(running.length),
          ),
          ...(uncounted.length === 0
            ? []
            : [
                check(
                  'beware',
                  'Pools that run it on their own',
                  `${namesText(uncounted)}: Gardener does not look at them, and forces them once it is removed`,
                ),
              ]),
          must(
            overriddenBy.length === 0,
            'Namespaced profiles that say something of it',
            overriddenBy.length === 0 ? 'none' : overriddenBy.join(', '),
          ),
        ],
        edits: [{ kind: 'remove', image, version }],
      },
    ],
  }
}

function lastCheck(holders: readonly Holder[], { at, zone }: Ground): Check {
  const what = 'The last cluster has left'
  if (holders.length === 0) return check('holds', what, 'none runs it')
  const last = lastLeaves(holders)
  if (last !== null)
    return check(
      'beware',
      what,
      `by ${instantText(last, zone)}${last - at > DAY ? ', more than 24 hours from now' : ''}`,
    )
  const never = holders.filter(({ held }) => held.kind !== 'deleting' && leavesAt(held) === null).length
  return never === 0
    ? check('beware', what, 'all that run it are being deleted')
    : check('fails', what, `not by itself: ${clustersText(never)} ${plural(never, 'does', 'do')} not move`)
}

function noneOf(state: 'beware' | 'fails', what: string, holders: readonly Holder[]): Check {
  return holders.length === 0 ? check('holds', what, 'none') : check(state, what, namesText(holders))
}

/** Three of them by name. */
function namesText(holders: readonly Holder[]): string {
  const names = holders
    .slice(0, 3)
    .map(({ name }) => name)
    .join(', ')
  return holders.length > 3 ? `${names} and ${holders.length - 3} more` : names
}
