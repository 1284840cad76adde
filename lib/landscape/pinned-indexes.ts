import { LRUCache } from 'lru-cache'
import type { MemoizedProfiles } from '@/lib/engine/course'
import type { Instant } from '@/lib/engine/types'
import type { Snapshot } from '@/lib/garden'
import { Jobs } from '@/lib/process/jobs'
import { holdsFrom } from './ahead'
import { buildIndexAhead, type FleetIndex } from './fleet-index'

/** So many are kept. */
const kept = 3
/** What was foreseen from an instant may be told for so long, in milliseconds, like every answer for now. */
const fresh = 60_000

/** The indexes for pinned instants, those that were used last. */
export class PinnedIndexes {
  private readonly known = new LRUCache<string, FleetIndex>({ max: kept })

  /**
   * @param name of the garden, in the keys of `building`
   * @param building for several gardens: whatever is being computed for an instant
   */
  constructor(
    private readonly profiles: MemoizedProfiles,
    private readonly name = '',
    private readonly building = new Jobs(),
  ) {}

  /**
   * For an instant that lies ahead every cluster is moved on to it, as if nobody acted from now on: what the garden holds counts
   * as true until now, as it does on pages whose clock runs, so that what these foresee has happened here. A garden that says it
   * was read later than now (a demo with a birthday to come) is moved on from then. Any other instant has today's landscape at
   * that hour: what it was like then is not kept.
   */
  async at(snapshot: Snapshot, at: Instant, now: Instant): Promise<FleetIndex> {
    const from = Math.max(now, snapshot.observedAt)
    const pin = `${at} ${snapshot.revision}`
    const known = this.known.get(pin)
    const index = known !== undefined && isUsable(known, snapshot, from) ? known : await this.build(snapshot, at, from)
    this.known.set(pin, index)
    return index
  }

  private build(snapshot: Snapshot, at: Instant, from: Instant): Promise<FleetIndex> {
    const key = `${this.name} ${at} ${snapshot.revision} ${at > from}`
    return this.building.ask(key, () => buildIndexAhead(snapshot, from, at, this.profiles))
  }
}

/** Whether an index may still be told when it would be made from that instant on now. */
function isUsable({ snapshot: shown, foreseen, at }: FleetIndex, snapshot: Snapshot, from: Instant): boolean {
  if (foreseen === undefined) return shown === snapshot && at <= from
  if (foreseen.recorded !== snapshot || at <= from) return false
  return Math.abs(from - foreseen.from) < fresh || holdsFrom(foreseen, from)
}
