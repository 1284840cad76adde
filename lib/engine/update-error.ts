/** Which rule of the API server an update breaks. */
export type UpdateRule =
  | 'image-unknown'
  | 'image-not-listed'
  | 'image-architecture'
  | 'image-unavailable'
  | 'image-not-in-place'
  | 'image-capabilities'
  | 'image-kubelet'
  | 'version-not-listed'
  | 'version-downgrade'
  | 'version-skips-minor'
  | 'pool-above-control-plane'
  | 'pool-too-far-behind'
  | 'pool-pending-in-place'
  | 'operation'
  | 'control-plane-moves'
  | 'feature-gate-locked'

/** One of the API server's reasons to refuse an update. */
export interface UpdateError {
  readonly rule: UpdateRule
  /** Position of the pool; null: not about a pool. */
  readonly pool: number | null
  /** The server's own words, field first. */
  readonly text: string
}

/** Whether they say the same, names aside: what comes of a shoot is found on another one that has the same. */
export function isSameUpdateError(a: UpdateError, b: UpdateError): boolean {
  return a.rule === b.rule && a.pool === b.pool && (NAMES_POOL.has(a.rule) || a.text === b.text)
}

/** Rules whose text names the pool of its position, and says nothing else that may differ. */
const NAMES_POOL: ReadonlySet<UpdateRule> = new Set(['pool-pending-in-place'])
