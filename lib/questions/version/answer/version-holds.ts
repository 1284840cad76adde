import { onWire } from '@/lib/contract/dates'
import { lastLeaves, leavesAt } from '@/lib/engine/explain/obstacles'
import { justAfter } from '@/lib/engine/rules'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { editedProfiles } from '@/lib/landscape/draft/edited-profiles'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { type ClusterHolding, holdersOf, overridesOf, type Subject } from '@/lib/landscape/holders'
import { unseenHolders } from '@/lib/landscape/unseen'
import { heldText } from '@/lib/words/dead-ends'
import type { VersionAnswer } from '../contract'

const mostExamples = 5
const mostRefusals = 3

/** What keeps a version of a profile from being removed. */
export function* versionHolds(
  index: FleetIndex,
  entry: ProfileEntry,
  subject: Subject,
  zone: string,
): Generator<undefined, VersionAnswer['holds']> {
  const key = profileKey(entry.ref)
  const holders = holdersOf(index, key, subject)
  const last = lastLeaves(holders)
  const others = unseenHolders(index, entry, subject)
  const refusals = yield* refusalsOf(index, entry, subject)
  return {
    groups: groupsOf(holders, zone),
    uncounted: holders.filter(({ counts, held }) => !counts && held.kind !== 'deleting').length,
    others,
    overrides: overridesOf(index, entry, subject)
      .filter(({ profile }) => profileKey(profile) !== key)
      .map(({ profile, until }) => ({ profile, until: onWire(until) })),
    lastLeaves: last === null || others > 0 ? null : onWire(last),
    refusals: refusals?.slice(0, mostRefusals) ?? null,
    refusalsTotal: refusals?.length ?? 0,
  }
}

function groupsOf(holders: readonly ClusterHolding[], zone: string): VersionAnswer['holds']['groups'] {
  const groups = new Map<ClusterHolding['held']['kind'], ClusterHolding[]>()
  for (const holder of holders) {
    const group = groups.get(holder.held.kind)
    if (group === undefined) groups.set(holder.held.kind, [holder])
    else group.push(holder)
  }
  return [...groups].map(([why, members]) => {
    const last = lastLeaves(members)
    return {
      why,
      clusters: members.length,
      leaves: onWire(last),
      // Who leaves last says most of those who leave.
      examples: members
        .toSorted((a, b) => (leavesAt(b.held) ?? 0) - (leavesAt(a.held) ?? 0))
        .slice(0, mostExamples)
        .map(({ namespace, name, project, controlPlane, pools, window, held }) => {
          const leaves = leavesAt(held)
          return {
            namespace,
            name,
            project,
            controlPlane,
            pools: [...pools],
            reason: heldText(held, window, zone),
            leaves: onWire(leaves),
          }
        }),
    }
  })
}

/** Null: the edit cannot be made, as the version is not the profile's own. */
function* refusalsOf(
  index: FleetIndex,
  entry: ProfileEntry,
  { image, version }: Subject,
): Generator<undefined, readonly string[] | null> {
  const edited = yield* editedProfiles(index, entry, [{ kind: 'remove', image, version }])
  if (edited.problems.some((problem) => problem !== null)) return null
  yield
  const refusals = yield* edited.refusals(justAfter(index.at))
  return refusals.map(({ text }) => text)
}
