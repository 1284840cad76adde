import type { GardenAnswer } from '@/lib/contract'
import type { Event } from './event'

export type Move = GardenAnswer['days'][number]['top'][number]

/** Counts clusters that go the same way, by the change that stands for the event. */
export class Moves {
  private readonly byKey = new Map<string, Move>()

  add(profile: string, { kind, digest: { lead } }: Event, clusters: number): void {
    if (lead === null) return
    const { what, from, to } = lead
    const key = `${kind} ${profile} ${what} ${from} ${to}`
    const move = this.byKey.get(key)
    if (move === undefined) this.byKey.set(key, { kind, profile, what, from, to, clusters })
    else move.clusters += clusters
  }

  /** The most frequent ones. */
  top(count: number): Move[] {
    const order = (m: Move) => `${m.profile} ${m.what} ${m.from} ${m.to}`
    return [...this.byKey.values()]
      .sort((a, b) => b.clusters - a.clusters || (order(a) < order(b) ? -1 : 1))
      .slice(0, count)
  }
}
