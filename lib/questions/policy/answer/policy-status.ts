import { onWire } from '@/lib/contract/dates'
import { shortName } from '@/lib/contract/version-name'
import { proposeEdits } from '@/lib/engine/policy'
import type { Instant } from '@/lib/engine/types'
import { type ProfileEntry, profileKey, type Snapshot } from '@/lib/garden/garden'
import { evidenceOf } from '@/lib/landscape/evidence'
import type { PolicyFile } from '@/lib/landscape/policy-file'
import type { PolicyStatusAnswer } from '../contract'

/** So many differing versions are named. */
const named = 3

/** How far each CloudProfile is from the policy of a file; those that differ first, most of them first. */
export function policyStatusView(snapshot: Snapshot, at: Instant, file: PolicyFile | null): PolicyStatusAnswer {
  const evidence = evidenceOf({ snapshot, at })
  if (file === null) return { ...evidence, file: null, profiles: [] }
  const { name, readAt, reading } = file
  const problems = reading.kind === 'ok' ? [] : [...reading.problems]
  const users = new Map<string, number>()
  for (const shoot of snapshot.shoots) {
    const key = profileKey(shoot.profile)
    users.set(key, (users.get(key) ?? 0) + 1)
  }
  const profiles =
    reading.kind === 'ok'
      ? [...snapshot.profiles.values()]
          .filter(({ ref }) => ref.kind === 'CloudProfile')
          .map((entry) => driftOf(entry, proposeEdits(entry.profile, reading.policy, at), users))
          .sort((a, b) => b.differing - a.differing || (a.profile.name < b.profile.name ? -1 : 1))
      : []
  return { ...evidence, file: { name, readAt: onWire(readAt), problems }, profiles }
}

function driftOf(
  { ref }: ProfileEntry,
  proposed: ReturnType<typeof proposeEdits>,
  users: ReadonlyMap<string, number>,
): PolicyStatusAnswer['profiles'][number] {
  const clusters = users.get(profileKey(ref)) ?? 0
  if (proposed.kind === 'unreadable') {
    const { image, version, reason } = proposed
    const problem = `${shortName(image, version)} cannot be read (${reason}): the policy does nothing to this profile.`
    return { profile: ref, clusters, differing: 0, examples: [], problem }
  }
  const { proposals } = proposed
  const examples = proposals.slice(0, named).map(({ image, before }) => shortName(image, before.version))
  return { profile: ref, clusters, differing: proposals.length, examples, problem: null }
}
