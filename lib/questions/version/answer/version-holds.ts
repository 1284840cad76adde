import { onWire } from '@/lib/contract/dates'
import { lastLeaves, leavesAt } from '@/lib/engine/explain/obstacles'
import { groupedBy } from '@/lib/engine/grouped'
import type { ProfileRefusal } from '@/lib/engine/refusal'
import { justAfter } from '@/lib/engine/rules'
import type { NamedVersion } from '@/lib/engine/types'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { editedProfiles } from '@/lib/landscape/edited-profiles'
import { type ClusterHolding, holderOf, overridesOfVersion, unseenHolders } from '@/lib/landscape/holders'
import type { Landscape } from '@/lib/landscape/landscape'
import { holdReasonText } from '@/lib/words/dead-ends'
import type { VersionAnswer } from '../contract'

const mostExamples = 5
const mostRefusals = 3

/** What keeps a version of a profile from being removed. */
export function versionHolds(
  landscape: Landscape,
  entry: ProfileEntry,
  subject: NamedVersion,
  holders: readonly ClusterHolding[],
  zone: string,
): VersionAnswer['holds'] {
  const key = profileKey(entry.ref)
  const last = lastLeaves(holders)
  const others = unseenHolders(landscape, entry, subject)
  const refusals = refusalsOf(landscape, entry, subject)
  return {
    profiles: profilesOf(landscape, key, holders),
    groups: groupsOf(holders, zone),
    uncounted: holders.filter(({ counts, held }) => !counts && held.kind !== 'deleting').length,
    others,
    overrides: onWire(
      overridesOfVersion(landscape, entry, subject).filter(({ profile }) => profileKey(profile) !== key),
    ),
    lastLeaves: last === null || others > 0 ? null : onWire(last),
    refusals: refusals?.slice(0, mostRefusals).map(({ text }) => text) ?? null,
    refusalsTotal: refusals?.length ?? 0,
  }
}

/** This profile comes first, also without a cluster. */
function profilesOf(
  landscape: Landscape,
  own: string,
  holders: readonly ClusterHolding[],
): VersionAnswer['holds']['profiles'] {
  const byProfile = groupedBy(holders, ({ member }) => member.profile)
  const others = [...byProfile.keys()].filter((key) => key !== own)
  return [own, ...others].flatMap((key) => {
    const entry = landscape.snapshot.profiles.get(key)
    return entry === undefined ? [] : [{ profile: entry.ref, clusters: byProfile.get(key)?.length ?? 0 }]
  })
}

function groupsOf(holders: readonly ClusterHolding[], zone: string): VersionAnswer['holds']['groups'] {
  return [...groupedBy(holders, ({ held }) => held.kind)].map(([why, members]) => {
    const last = lastLeaves(members)
    return {
      why,
      clusters: members.length,
      leaves: onWire(last),
      // Who leaves last says most of those who leave. They are in order of that.
      examples: [...groupedBy(members, ({ held }) => leavesAt(held)).values()]
        .reverse()
        .flat()
        .slice(0, mostExamples)
        .map((one) => ({
          ...holderOf(one),
          reason: holdReasonText(one.held, one.member.shoot.window, zone),
          leaves: onWire(leavesAt(one.held)),
        })),
    }
  })
}

/** Null: the edit cannot be made, as the version is not the profile's own. */
function refusalsOf(
  landscape: Landscape,
  entry: ProfileEntry,
  { image, version }: NamedVersion,
): readonly ProfileRefusal[] | null {
  const edited = editedProfiles(landscape, { entry, edits: [{ kind: 'remove', image, version }] })
  if (edited.problems.some((problem) => problem !== null)) return null
  return edited.refused(justAfter(landscape.at))
}
