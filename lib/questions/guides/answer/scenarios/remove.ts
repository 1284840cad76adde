import { type Held, type Holder, lastLeaves, leavesAt } from '@/lib/engine/explain/obstacles'
import { DAY } from '@/lib/engine/time'
import { plural } from '@/lib/words/phrases'
import { instantText } from '@/lib/words/time-text'
import { forcedTarget, type Ground, type Listed, nameIn } from './ground'
import { type Check, check, clustersText, type Guide, lifeText, must, partsOf } from './guide'

/** "A version should be removed from the CloudProfile, is already expired but cannot be deleted." */
export function removeExpired(ground: Ground, target: Listed, holders: readonly Holder[]): Guide {
  const { image } = ground
  const { version, overriddenBy } = target
  const name = nameIn(ground, version)
  const of = (kind: Held['kind']) => holders.filter(({ held }) => held.kind === kind)
  const [deleting, failed, stuck, waiting] = [of('deleting'), of('failed'), of('noNextVersion'), of('window')]
  const [overdue, extended, idle] = [of('overdue'), of('extended'), of('nothing')]
  const running = holders.filter(({ held, counts }) => counts && held.kind !== 'deleting')
  const uncounted = holders.filter(({ held, counts }) => !counts && held.kind !== 'deleting')
  return {
    title: 'Remove an expired version that cannot be deleted',
    cases: [],
    parts: partsOf([forcedTarget(ground, target.parsed)?.version, 'where it leads'], [version, 'to be removed']),
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
          waiting.length === 0
            ? check('holds', 'Clusters whose window was not reached', 'none')
            : check('beware', 'Clusters whose window was not reached', namesText(waiting)),
          ...(overdue.length === 0
            ? []
            : [check('beware', 'Clusters that should have left by now', namesText(overdue))]),
          ...(extended.length === 0
            ? []
            : [check('beware', 'Clusters that a namespaced profile gives more time', namesText(extended))]),
          lastCheck(holders, ground),
        ],
        edits: [],
      },
      {
        title: 'Make sure the maintenance was successful',
        text: 'Look at what the last maintenance of each cluster says. A misconfigured CloudProfile can block the maintenance.',
        checks: [
          none(failed, 'Clusters whose maintenance fails'),
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
  if (last === null) {
    const never = holders.filter(({ held }) => held.kind !== 'deleting' && leavesAt(held) === null).length
    if (never === 0) return check('beware', what, 'all that run it are being deleted')
    return check('fails', what, `not by itself: ${clustersText(never)} ${plural(never, 'does', 'do')} not move`)
  }
  return check('beware', what, `by ${instantText(last, zone)}${last - at > DAY ? ', more than 24 hours from now' : ''}`)
}

function none(holders: readonly Holder[], what: string): Check {
  return holders.length === 0 ? check('holds', what, 'none') : check('fails', what, namesText(holders))
}

function namesText(holders: readonly Holder[]): string {
  const names = holders.slice(0, 3).map(({ name }) => name)
  const more = holders.length - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}
