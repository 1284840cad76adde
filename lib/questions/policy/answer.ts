import 'server-only'
import type { AnswerTo } from '@/lib/http/answer'
import { inClasses } from '@/lib/landscape/classes'
import { momentOf } from '@/lib/landscape/clock'
import { readIndexAt } from '@/lib/landscape/current-index'
import { evidenceOf } from '@/lib/landscape/evidence'
import { isRead } from '@/lib/landscape/garden'
import { cloudProfilesByUse, findCloudProfile } from '@/lib/landscape/lookup'
import { type PolicyFile, policyFile } from '@/lib/landscape/policy-file'
import { EXAMPLE, readPolicyText } from '@/lib/landscape/policy-text'
import { NotReady } from '@/lib/process/errors'
import { Steps } from '@/lib/process/steps'
import { policySteps } from './answer/policy'
import { policyEffectsView } from './answer/policy-effects'
import { policyStatusView } from './answer/policy-status'
import type { PolicyEffectsRoute, PolicyRoute, PolicyStatusRoute } from './contract'

export const answerPolicyStatus: AnswerTo<PolicyStatusRoute> = async ({ query }, { garden }) => {
  const { at } = momentOf(query.at)
  await isRead(garden)
  return policyStatusView(garden.snapshot(), at, policyFile())
}

/** Needs no forecast, so that it is quick while somebody types. */
export const answerPolicy: AnswerTo<PolicyRoute> = async ({ body }, { garden }) => {
  const { at } = momentOf(body.at)
  if (!(await isRead(garden))) throw new NotReady('The garden is still being read.')
  const snapshot = garden.snapshot()
  const profiles = cloudProfilesByUse(snapshot)
  const { ref, profile, resourceVersion } = findCloudProfile(snapshot, body.profile ?? profiles[0] ?? '')
  const { text, origin, reading } = policyOf(body.text, policyFile())
  const { zone = 'UTC', releases, cadence } = body
  const outcome =
    reading.kind === 'ok'
      ? await new Steps(policySteps({ profile, policy: reading.policy, at, zone, releases, cadence })).ready()
      : { kind: 'problems' as const, problems: [...reading.problems] }
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

export const answerPolicyEffects: AnswerTo<PolicyEffectsRoute> = async ({ body }, { garden }) => {
  const index = await inClasses(readIndexAt(garden, body.at))
  const entry = findCloudProfile(index.snapshot, body.profile ?? cloudProfilesByUse(index.snapshot)[0] ?? '')
  const { reading } = policyOf(body.text, policyFile())
  const { zone = 'UTC', releases, cadence } = body
  const effects =
    reading.kind === 'ok'
      ? await new Steps(policyEffectsView(index, entry, { policy: reading.policy, zone, releases, cadence })).ready()
      : { clusters: 0, proposals: [], year: null }
  return { ...evidenceOf(index), profile: entry.ref, ...effects }
}

function policyOf(given: string | undefined, file: PolicyFile | null) {
  if (given !== undefined) return { text: given, origin: 'given' as const, reading: readPolicyText(given) }
  if (file !== null) return { ...file, origin: 'file' as const }
  return { text: EXAMPLE, origin: 'example' as const, reading: readPolicyText(EXAMPLE) }
}
