import type { ShootRow } from '@/lib/contract/clusters'

const usual = ['profile', 'kubernetes', 'pools', 'event', 'nodes', 'auto', 'window'] as const
/** Columns that can be chosen too. */
export const MORE_COLUMNS = ['region', 'purpose', 'size'] as const
/** The columns of the clusters table after the name, in their order. */
export const COLUMNS = [...usual, ...MORE_COLUMNS] as const

export type ClusterColumn = (typeof COLUMNS)[number]

/** What the table shows as long as nothing is chosen. */
export const USUAL_COLUMNS: readonly ClusterColumn[] = usual

export const COLUMN_WORDS: Readonly<Record<ClusterColumn, string>> = {
  profile: 'Profile',
  kubernetes: 'Kubernetes',
  pools: 'Pools’ images',
  event: 'Next event',
  nodes: 'Nodes',
  auto: 'Auto-update',
  window: 'Window',
  region: 'Region',
  purpose: 'Purpose',
  size: 'All nodes',
}

/** `kubernetes,event`: what the address says; nothing and what is not known in it stands for the usual columns. */
export function readColumns(text: string | null): readonly ClusterColumn[] {
  const names = new Set(text?.split(','))
  const found = COLUMNS.filter((column) => names.has(column))
  return found.length === 0 ? USUAL_COLUMNS : found
}

/** Undefined: the usual ones. */
export function columnsText(columns: readonly ClusterColumn[]): string | undefined {
  const text = columns.join()
  return text === USUAL_COLUMNS.join() || text === '' ? undefined : text
}

/** The columns without or with one; at least one stays. */
export function withColumn(
  columns: readonly ClusterColumn[],
  column: ClusterColumn,
  isShown: boolean,
): readonly ClusterColumn[] {
  const next = COLUMNS.filter((one) => (one === column ? isShown : columns.includes(one)))
  return next.length === 0 ? columns : next
}

const BOTH = 'Kubernetes, image'

/** What Gardener updates by itself: `Kubernetes, image`, `image only`, `off`. A cluster without workers has no images. */
export function autoUpdateText({ autoUpdate, flags }: Pick<ShootRow, 'autoUpdate' | 'flags'>): string {
  if (flags.workerless) return autoUpdate.kubernetes ? 'Kubernetes' : 'off'
  if (autoUpdate.kubernetes) return autoUpdate.machineImage ? BOTH : 'Kubernetes only'
  return autoUpdate.machineImage ? 'image only' : 'off'
}

/** The word in a column, which has no room for two: `both`. */
export function autoUpdateWord(row: Pick<ShootRow, 'autoUpdate' | 'flags'>): string {
  const text = autoUpdateText(row)
  return text === BOTH ? 'both' : text
}
