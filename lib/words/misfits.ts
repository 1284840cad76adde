import type { ImageMisfit } from '@/lib/engine/types'

/**
 * Why a pool has no version of its image to go to although there are some: the end of a sentence that has named pool and version.
 * Null: there are none.
 */
export function misfitText(misfit: ImageMisfit | null): string {
  if (misfit === null) return 'no version of the image is left to go to'
  return misfit.isOwn
    ? `it ${OWN[misfit.rule]}, and no other version fits the pool`
    : `there are other versions of the image, but none ${OTHERS[misfit.rule]}`
}

const OWN = {
  architecture: 'does not run on the architecture of the pool',
  capability: 'does not fit the machine type of the pool',
  cri: 'does not have the container runtime of the pool',
  kubelet: 'does not support the kubelet of the pool',
  'in-place': 'is not marked for updates in place',
} as const satisfies Record<ImageMisfit['rule'], string>

const OTHERS = {
  architecture: 'for the architecture of the pool',
  capability: 'for the machine type of the pool',
  cri: 'with the container runtime of the pool',
  kubelet: 'for the kubelet of the pool',
  'in-place': 'that can be reached in place',
} as const satisfies Record<ImageMisfit['rule'], string>
