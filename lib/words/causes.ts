import type { CauseCode } from '@/lib/engine/outlook'

/** Why a maintenance fails, in the few words that fit a row of a table; `about`: what the code is about, empty for most. */
const CAUSES = {
  'no-version': () => 'no version to move to',
  refused: () => 'refused by the API server',
  'unfit-architecture': () => 'image is for another architecture',
  'unfit-capability': () => 'image does not fit the machine type',
  'unfit-cri': () => 'image lacks the container runtime',
  'unfit-kubelet': () => 'image does not support the kubelet',
  'unfit-in-place': () => 'image is not for updates in place',
  'none-for-architecture': () => 'no image for the architecture',
  'none-for-capability': () => 'no image for the machine type',
  'none-for-cri': () => 'no image with the container runtime',
  'none-for-kubelet': () => 'no image for the kubelet',
  'none-for-in-place': () => 'no in-place step left',
  'machine-type-unknown': () => 'machine type is not in the profile',
  'version-unreadable': () => 'a version cannot be read',
  'control-plane-moves': () => 'its control plane is moving',
  'feature-gate-locked': () => 'a feature gate is locked',
  'image-architecture': (about) => `${about} is for another architecture`,
  'image-capabilities': (about) => `image does not fit ${about}`,
  'image-kubelet': (about) => `image allows kubelet ${about}`,
  'image-not-in-place': () => 'no update in place to that image',
  'image-not-listed': () => 'image version is not in the profile',
  'image-unavailable': (about) => `${about} is not available`,
  'image-unknown': () => 'image is not in the profile',
  'machine-type-gone': (about) => `${about} is not in the profile`,
  'api-ends': (about) => `${about === '' ? 'an API' : about} ends with the minor`,
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
} as const satisfies Record<CauseCode, (about: string) => string>

/** `no version to move to`, `image allows kubelet < 1.31`. A code that is not known, as of an old link, is told as it is. */
export function codedCauseText(coded: string): string {
  const blank = coded.indexOf(' ')
  const [code, about] = blank < 0 ? [coded, ''] : [coded.slice(0, blank), coded.slice(blank + 1)]
  return Object.hasOwn(CAUSES, code) ? CAUSES[code as CauseCode](about) : coded
}
