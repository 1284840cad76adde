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
