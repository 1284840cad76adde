import type { ShootRow } from '@/lib/contract/clusters'

const BOTH = 'Kubernetes, image'

/** What Gardener updates by itself: `Kubernetes, image`, `image only`, `off`. A cluster without workers has no images. */
export function autoUpdateText({ autoUpdate, flags }: Pick<ShootRow, 'autoUpdate' | 'flags'>): string {
  if (flags.workerless) return autoUpdate.kubernetes ? 'Kubernetes' : 'off'
  if (autoUpdate.kubernetes) return autoUpdate.machineImage ? BOTH : 'Kubernetes only'
  return autoUpdate.machineImage ? 'image only' : 'off'
}

/** The same in a column, which has no room for two: `both`. */
export function autoUpdateWord(row: Pick<ShootRow, 'autoUpdate' | 'flags'>): string {
  const text = autoUpdateText(row)
  return text === BOTH ? 'both' : text
}
