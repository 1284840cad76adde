import 'server-only'
import { onWire } from '@/lib/contract/dates'
import { shortName } from '@/lib/contract/version-name'
import { groupedBy } from '@/lib/engine/grouped'
import { proposeEdits } from '@/lib/engine/policy'
import type { Instant } from '@/lib/engine/types'
import { type ProfileEntry, profileKey, type Snapshot } from '@/lib/garden/garden'
import type { AnswerTo } from '@/lib/http/answer'
import { momentOf } from '@/lib/landscape/clock'
import { readLandscapeAt } from '@/lib/landscape/current-landscape'
import { isRead, untilRead } from '@/lib/landscape/garden'
import { evidenceOf } from '@/lib/landscape/landscape'
import { cloudProfilesByUse, findCloudProfile } from '@/lib/landscape/lookup'
import { EXAMPLE, type PolicyFile, policyFile, readPolicyText } from '@/lib/landscape/policy'
import { policyProblemBody } from '@/lib/words/policy'
import { policyView } from './answer/policy'
import { policyEffectsView } from './answer/policy-effects'
import type { PolicyStatusAnswer, policyEffectsRoute, policyRoute, policyStatusRoute } from './contract'

export const answerPolicyStatus: AnswerTo<typeof policyStatusRoute> = async ({ query }, { garden }) => {
  const { at } = momentOf(query.at)
  await isRead(garden)
  return policyStatusView(garden.snapshot(), at, policyFile())
}

/** Needs no forecast, so that it is quick while a user types. */
export const answerPolicy: AnswerTo<typeof policyRoute> = async ({ body }, { garden }) => {
  const { at } = momentOf(body.at)
  await untilRead(garden)
  const snapshot = garden.snapshot()
  const profiles = cloudProfilesByUse(snapshot)
  const { ref, profile, resourceVersion } = findCloudProfile(snapshot, body.profile ?? profiles[0] ?? '')
  const { text, origin, reading } = policyOf(body.text, policyFile())
  const { zone = 'UTC', releases, cadence } = body
  const outcome =
    reading.kind === 'ok'
      ? policyView({ profile, policy: reading.policy, at, zone, releases, cadence })
      : { kind: 'problems' as const, problems: reading.problems.map(policyProblemBody) }
  return {
    ...evidenceOf({ snapshot, at }),
    profile: ref,
    resourceVersion: resourceVersion ?? null,
    profiles,
    text,
    origin,
    outcome,
  }
}

export const answerPolicyEffects: AnswerTo<typeof policyEffectsRoute> = async ({ body }, { garden }) => {
  const landscape = await readLandscapeAt(garden, body.at)
  const entry = findCloudProfile(landscape.snapshot, body.profile ?? cloudProfilesByUse(landscape.snapshot)[0] ?? '')
  const { reading } = policyOf(body.text, policyFile())
  const { zone = 'UTC', releases, cadence } = body
  const effects =
    reading.kind === 'ok'
      ? await policyEffectsView(landscape, entry, { policy: reading.policy, zone, releases, cadence })
      : { clusters: 0, proposals: [], year: null }
  return { ...evidenceOf(landscape), profile: entry.ref, ...effects }
}

function policyOf(given: string | undefined, file: PolicyFile | null) {
  if (given !== undefined) return { text: given, origin: 'given' as const, reading: readPolicyText(given) }
  if (file !== null) return { ...file, origin: 'file' as const }
  return { text: EXAMPLE, origin: 'example' as const, reading: readPolicyText(EXAMPLE) }
}

/** How many differing versions are named. */
const named = 3

/** How far each CloudProfile is from the policy of a file; those that differ first, most of them first. */
export function policyStatusView(snapshot: Snapshot, at: Instant, file: PolicyFile | null): PolicyStatusAnswer {
  const evidence = evidenceOf({ snapshot, at })
  if (file === null) return { ...evidence, file: null, profiles: [] }
  const { name, readAt, reading } = file
  const problems = reading.kind === 'ok' ? [] : reading.problems.map(policyProblemBody)
  const users = groupedBy(snapshot.shoots, ({ profile }) => profileKey(profile))
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
  users: ReadonlyMap<string, readonly unknown[]>,
): PolicyStatusAnswer['profiles'][number] {
  const clusters = users.get(profileKey(ref))?.length ?? 0
  if (proposed.kind === 'unreadable') {
    const { image, version, reason } = proposed
    const problem = `${shortName(image, version)} cannot be read (${reason}): the policy does nothing to this profile.`
    return { profile: ref, clusters, differing: 0, examples: [], problem }
  }
  const { proposals } = proposed
  const examples = proposals.slice(0, named).map(({ image, before }) => shortName(image, before.version))
  return { profile: ref, clusters, differing: proposals.length, examples, problem: null }
}
