import type { DigestChange, EventKind } from '@/lib/engine/outlook'

/** Clusters that go the same way. */
export interface Move {
  readonly kind: EventKind
  /** `aws`, or `garden-core/aws-ext` for a namespaced one. */
  readonly profile: string
  /** `Kubernetes` or the image's name. */
  readonly what: string
  readonly from: string
  readonly to: string | null
  clusters: number
}

/** What is told of a maintenance. */
export interface LedBy {
  readonly kind: EventKind
  /** The change that stands for all; null: no version is to change. */
  readonly lead: Pick<DigestChange, 'what' | 'from' | 'to'> | null
}

/** Counts clusters that go the same way, by the change that stands for what happens to them. */
export class Moves {
  /** By maintenance first: clusters share them, so that there are far fewer texts to compare. Each belongs to one profile. */
  private readonly counts = new Map<LedBy, { readonly profile: string; clusters: number }>()
  /** All of them, the most frequent first; null: not since something was added. */
  private ordered: readonly Move[] | null = null

  /** Fewer than none are taken away again. */
  add(profile: string, digest: LedBy, clusters: number): void {
    this.ordered = null
    const count = this.counts.get(digest)
    if (count === undefined) this.counts.set(digest, { profile, clusters })
    else count.clusters += clusters
  }

  /** The most frequent ones. */
  top(most: number): Move[] {
    this.ordered ??= this.inOrder()
    return this.ordered.slice(0, most)
  }

  private inOrder(): readonly Move[] {
    const moves = new Map<string, Move>()
    for (const [{ kind, lead }, { profile, clusters }] of this.counts) {
      if (lead === null || clusters === 0) continue
      const { what, from, to } = lead
      const key = `${profile} ${what} ${from} ${to} ${kind}`
      const move = moves.get(key)
      if (move === undefined) moves.set(key, { kind, profile, what, from, to, clusters })
      else move.clusters += clusters
    }
    return [...moves].sort(([a, x], [b, y]) => y.clusters - x.clusters || (a < b ? -1 : 1)).map(([, move]) => move)
  }
}
