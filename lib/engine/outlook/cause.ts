import { type RefusalSubject, UPDATE_RULES, type UpdateRefusal, type UpdateRule } from '@/lib/engine/refusal'
import { fails, failsUnreported, type Run } from '@/lib/engine/rules'
import type { ImageMisfit, ImageStop } from '@/lib/engine/types'

/**
 * Why a maintenance fails, in the few words that fit a table row; the whole text is in the step. `error`: what the API server
 * or the controller answered, null when it accepted and there was no version to move to. `refused`: what it consists of. `misfit`:
 * what keeps the first pool that fails from versions of its image.
 * Names of pools are left out: the words are shared by shoots that name theirs differently.
 */
export function causeOf(error: string | null, refused: readonly UpdateRefusal[], misfit: ImageMisfit | null): string {
  if (error === null) {
    if (misfit === null) return 'no version to move to'
    return misfit.isOwn ? OWN_MISFITS[misfit.rule] : MISFITS[misfit.rule]
  }
  const rule = UPDATE_RULES.find((one) => refused.some((refusal) => refusal.rule === one))
  const first = refused.find((refusal) => refusal.rule === rule)
  return first === undefined ? 'refused by the API server' : CAUSES[first.rule](first.subject)
}

/** The same where nothing fails but what Gardener does not report; null: something else does, or nothing. */
export function stopCauseOf(run: Run): string | null {
  if (run.kind !== 'done' || !failsUnreported(run) || run.decided === null || run.decided.stop === null) return null
  return fails(run.decided, run.rotations) ? null : STOPS[run.decided.stop.because]
}

const STOPS = {
  'machine-type-unknown': 'machine type is not in the profile',
  'image-unknown': 'image is not in the profile',
  'version-unreadable': 'a version cannot be read',
} as const satisfies Record<ImageStop['because'], string>

const OWN_MISFITS = {
  architecture: 'image is for another architecture',
  capability: 'image does not fit the machine type',
  cri: 'image lacks the container runtime',
  kubelet: 'image does not support the kubelet',
  'in-place': 'not an in-place image',
} as const satisfies Record<ImageMisfit['rule'], string>

const MISFITS = {
  architecture: 'no image for the architecture',
  capability: 'no image for the machine type',
  cri: 'no image with the container runtime',
  kubelet: 'no image for the kubelet',
  'in-place': 'no in-place step left',
} as const satisfies Record<ImageMisfit['rule'], string>

const CAUSES = {
  'control-plane-moves': () => 'its control plane is moving',
  'feature-gate-locked': () => 'a feature gate is locked',
  'image-architecture': ({ image, version }) => `${image} ${version} is for another architecture`,
  'image-capabilities': ({ machineType }) => `image does not fit ${machineType}`,
  'image-kubelet': ({ supported }) => `image allows kubelet ${supported?.join() ?? ''}`,
  'image-not-in-place': () => 'no update in place to that image',
  'image-not-listed': () => 'image version is not in the profile',
  'image-unavailable': ({ image, version }) => `${image} ${version} is not available`,
  'image-unknown': () => 'image is not in the profile',
  'machine-type-gone': ({ machineType }) => `${machineType} is not in the profile`,
  'api-ends': ({ value }) => `${value ?? 'an API'} ends with the minor`,
  'ignore-taints-end': () => 'ignoreTaints ends with the minor',
  'plugin-ends': () => 'an admission plugin ends with the minor',
  'hibernation-schedule': () => 'a hibernation schedule is invalid',
  'operation-hibernated': () => 'not while hibernated or waking up',
  'operation-encryption-changes': () => 'encryption is being changed',
  'operation-not-ready': () => 'not reconciled yet',
  operation: () => 'an operation is not permitted',
  'pool-above-control-plane': () => 'a pool is above its control plane',
  'pool-pending-in-place': () => 'a pool is being updated in place',
  'pool-too-far-behind': () => 'a pool is too many minors behind',
  'version-downgrade': () => 'a pool cannot go back',
  'version-not-listed': () => 'Kubernetes version is not in the profile',
  'version-skips-minor': () => 'a pool in place cannot skip a minor',
} as const satisfies Record<UpdateRule, (subject: RefusalSubject) => string>
