import { type RefusalSubject, UPDATE_RULES, type UpdateRefusal, type UpdateRule } from '@/lib/engine/refusal'

/**
 * Why a maintenance fails, in the few words that fit a table row; the whole text is in the step. `error`: what the API server
 * or the controller answered, null when it accepted and there was no version to move to. `refused`: what it consists of.
 * Names of pools are left out: the words are shared by shoots that name theirs differently.
 */
export function causeOf(error: string | null, refused: readonly UpdateRefusal[]): string {
  if (error === null) return 'no version to move to'
  const rule = UPDATE_RULES.find((one) => refused.some((refusal) => refusal.rule === one))
  const first = refused.find((refusal) => refusal.rule === rule)
  return first === undefined ? 'refused by the API server' : CAUSES[first.rule](first.subject)
}

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
  operation: () => 'an operation is not permitted',
  'pool-above-control-plane': () => 'a pool is above its control plane',
  'pool-pending-in-place': () => 'a pool is being updated in place',
  'pool-too-far-behind': () => 'a pool is too many minors behind',
  'version-downgrade': () => 'a pool cannot go back',
  'version-not-listed': () => 'Kubernetes version is not in the profile',
  'version-skips-minor': () => 'a pool in place cannot skip a minor',
} as const satisfies Record<UpdateRule, (subject: RefusalSubject) => string>
