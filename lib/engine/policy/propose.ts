import type { LifeEdit } from '@/lib/engine/edits'
import type { CloudProfile, ExpirableVersion, Instant, MachineImage } from '@/lib/engine/types'
import { judgeVersions, type PolicyJudgement, type UnreadableVersion } from './policy'
import type { LifecyclePolicy } from './read'

/** One version that the policy wants otherwise, as edits that make it so. */
export interface PolicyProposal extends JudgedVersion {
  /** One or two: another classification, another date. */
  readonly edits: readonly LifeEdit[]
}

/** A version that the policy has looked at, whether or not it wants it otherwise. */
export interface JudgedVersion extends PolicyJudgement<ExpirableVersion> {
  /** Null: Kubernetes. */
  readonly image: string | null
}

export type ProposalOutcome =
  | {
      readonly kind: 'ok'
      /** The proposals in the order of the profile: Kubernetes, then the images. */
      readonly proposals: readonly PolicyProposal[]
      /** Every version of a list that the policy manages. */
      readonly judged: readonly JudgedVersion[]
      /** The profile with all proposals adopted; the same object if there are none. */
      readonly profile: CloudProfile
    }
  /** One version that cannot be read stops the policy for the whole profile, images too. `image` null: Kubernetes. */
  | (UnreadableVersion & { readonly image: string | null })

/**
 * What a policy would write into a profile at an instant: Kubernetes first, then each machine image for itself, all or
 * nothing (docs/rules.md#version-management).
 */
export function proposeEdits(profile: CloudProfile, policy: LifecyclePolicy, at: Instant): ProposalOutcome {
  const judged: JudgedVersion[] = []
  let { kubernetes } = profile
  if (policy.kubernetes !== null) {
    const outcome = judgeVersions(kubernetes, policy.kubernetes, at)
    if (outcome.kind === 'unreadable') return { ...outcome, image: null }
    kubernetes = afterOf(kubernetes, outcome.list)
    judged.push(...outcome.list.map((one) => ({ ...one, image: null })))
  }
  const machineImages: MachineImage[] = []
  for (const image of profile.machineImages) {
    if (policy.machineImages === null) break
    const outcome = judgeVersions(image.versions, policy.machineImages, at)
    if (outcome.kind === 'unreadable') return { ...outcome, image: image.name }
    const versions = afterOf(image.versions, outcome.list)
    machineImages.push(versions === image.versions ? image : { ...image, versions })
    judged.push(...outcome.list.map((one) => ({ ...one, image: image.name })))
  }
  const proposals = judged.filter(({ before, after }) => before !== after).map((one) => proposalOf(one, at))
  if (proposals.length === 0) return { kind: 'ok', proposals, judged, profile }
  const images = policy.machineImages === null ? profile.machineImages : machineImages
  return { kind: 'ok', proposals, judged, profile: { ...profile, kubernetes, machineImages: images } }
}

function afterOf<T extends ExpirableVersion>(
  versions: readonly T[],
  list: readonly PolicyJudgement<T>[],
): readonly T[] {
  return list.some(({ before, after }) => before !== after) ? list.map(({ after }) => after) : versions
}

function proposalOf({ image, before, after, rule, minor, latest }: JudgedVersion, at: Instant): PolicyProposal {
  const { version } = before
  const edits: LifeEdit[] = []
  if (after.classification !== before.classification) {
    const classification = after.classification === 'supported' ? 'supported' : 'deprecated'
    edits.push({ kind: 'classify', image, version, classification, from: at })
  }
  if (after.expirationDate !== before.expirationDate) {
    edits.push({ kind: 'expire', image, version, expirationDate: after.expirationDate ?? null })
  }
  return { image, before, after, rule, minor, latest, edits }
}
