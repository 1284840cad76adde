import type { ShootRow } from '@/lib/contract/shoots'

/** What Gardener updates by itself: `both`, `image only`, `off`. A cluster without workers has no images. */
export function autoUpdateText({ autoUpdate, flags }: Pick<ShootRow, 'autoUpdate' | 'flags'>): string {
  if (flags.workerless) return autoUpdate.kubernetes ? 'Kubernetes' : 'off'
  if (autoUpdate.kubernetes) return autoUpdate.machineImage ? 'both' : 'Kubernetes only'
  return autoUpdate.machineImage ? 'image only' : 'off'
}
