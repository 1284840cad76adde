import 'server-only'
import { LRUCache } from 'lru-cache'
import { onWire } from '@/lib/contract/dates'
import { NOTHING_FROM_THE_PAST } from '@/lib/contract/words'
import { madeOnce } from '@/lib/engine/grouped'
import type { Instant } from '@/lib/engine/types'
import type { Garden, GardenAction, GardenState, Identity, ShootEvents, Snapshot } from '@/lib/garden'
import { resourceCounts } from '@/lib/garden/snapshot'
import type { History } from '@/lib/history'
import { CodedError, InvalidQuery } from '@/lib/process/errors'
import { Jobs, theLandscapes } from '@/lib/process/jobs'
import { processWide } from '@/lib/process/kept'
import { instantOfParameter, nowOf, REST_OF_SECOND, wholeSeconds } from './clock'
import { type Asker, theGarden, untilRead } from './garden'
import { theHistory } from './history'

/**
 * A garden as it was known at some instant, in the place of the one that it is now: it stays as it is for all, and nothing is
 * applied to it. Who may see what of it is decided by the caller that cuts it.
 */
class PastGarden implements Garden {
  constructor(
    private readonly today: Garden,
    private readonly known: Snapshot,
    /** The instant since which what is shown was known, if nothing was recorded at the moment itself. */
    private readonly notSince?: Instant,
  ) {}

  snapshot(): Snapshot {
    return this.known
  }

  /** What may not be read today is not shown of the past either. */
  status(): GardenState {
    const { kind, label, covers, resources } = this.today.status()
    const counts = resourceCounts(this.known)
    const names = [...new Set(resources.map(({ name }) => name))]
    return {
      kind,
      label,
      ...(covers !== undefined && { covers }),
      ...(this.notSince === undefined
        ? { state: 'live' }
        : { state: 'stale', since: this.notSince, reason: 'Nothing was recorded just then.' }),
      resources: names.map((name) => {
        const closed = resources.find((one) => one.name === name && one.state === 'forbidden')
        return closed ?? { name, read: counts[name] ?? 0, state: 'synced' }
      }),
    }
  }

  /** A past garden never changes, so listeners are never called. */
  subscribe(): () => void {
    return () => {}
  }

  async ready(): Promise<void> {}

  async apply(): Promise<never> {
    throw nothingApplied()
  }

  /** Objects are not kept with all that their source has. */
  async preview(): Promise<never> {
    throw nothingApplied()
  }

  async events(): Promise<ShootEvents> {
    return { kind: 'unreadable', reason: 'Events of the past are not kept.' }
  }

  /** No user may change it. */
  async may(_: Identity, actions: readonly GardenAction[]): Promise<readonly boolean[]> {
    return actions.map(({ verb }) => verb !== 'patch')
  }

  async close(): Promise<void> {}
}

function nothingApplied(): CodedError {
  return new CodedError('forbidden', NOTHING_FROM_THE_PAST, {
    hint: 'Ask without `seen`: edits are made of what there is today.',
  })
}

/** How many instants are kept, with what was computed for them. */
const mostInstants = 3
/** How many people may see different parts of one instant. */
const mostViews = 50

interface PastViews {
  readonly whole: Garden
  readonly views: LRUCache<string, Garden>
}

/** The garden as it was known at the instants that were asked for last. */
export class PastGardens {
  private readonly pasts = new LRUCache<Instant, PastViews>({ max: mostInstants })

  constructor(
    private readonly today: Garden,
    private readonly history: Pick<History, 'snapshotAt'>,
    private readonly recalling = new Jobs(),
  ) {}

  /**
   * Who asks, with the garden as it was known at `seen`, of which they see what they may see today. Throws `InvalidQuery` for an
   * instant that is still to come, and a coded error for one of which nothing is recorded.
   */
  async seenBy(asker: Asker, seen: string): Promise<Asker> {
    await untilRead(this.today)
    const instant = instantOfParameter('seen', seen, 0)
    const now = Math.max(nowOf({}), this.today.snapshot().observedAt)
    if (instant > now) throw new InvalidQuery([{ field: 'seen', reason: 'must not lie after now' }])
    return this.knownBy(asker, instant + REST_OF_SECOND)
  }

  /**
   * The same as it was known at a moment, to the millisecond: for what came just before a change that was seen. Throws as `seenBy` does,
   * but for a moment that is still to come.
   */
  async knownBy(asker: Asker, moment: Instant): Promise<Asker> {
    await untilRead(this.today)
    const { whole, views } = await this.at(moment)
    if (asker.sight === '') return { ...asker, garden: whole }
    const view = () => {
      if (asker.garden.cutOf === undefined) throw new Error('What is cut today is cut of the past.')
      return asker.garden.cutOf(whole)
    }
    return { ...asker, garden: madeOnce(views, asker.sight, view) }
  }

  private async at(moment: Instant): Promise<PastViews> {
    return (
      this.pasts.get(moment) ??
      this.recalling.ask(`known at ${moment}`, async () => {
        const past = await this.recall(moment)
        this.pasts.set(moment, past)
        return past
      })
    )
  }

  private async recall(moment: Instant): Promise<PastViews> {
    const known = await this.history.snapshotAt(moment)
    const snapshot = known.kind === 'known' ? known.snapshot : this.unchangedSince(moment)
    const seen = wholeSeconds(moment)
    if (snapshot === null) throw notRecorded(seen, known.since)
    const gap = known.kind === 'known' ? known.gap : undefined
    const observedAt = Math.min(snapshot.observedAt, seen)
    const whole = new PastGarden(this.today, { ...snapshot, observedAt, seen }, gap?.from)
    return { whole, views: new LRUCache({ max: mostViews }) }
  }

  /** What is there today was known then already, though it is not recorded; null: it was not. */
  private unchangedSince(moment: Instant): Snapshot | null {
    const snapshot = this.today.snapshot()
    return snapshot.observedAt <= moment ? snapshot : null
  }
}

/** The past gardens of this process. */
export function thePasts(): PastGardens {
  return processWide('pasts', () => new PastGardens(theGarden(), theHistory(), theLandscapes()))
}

function notRecorded(seen: Instant, since: Instant | null): CodedError {
  const what = `What was known at ${onWire(seen)} is not recorded.`
  if (since === null) return new CodedError('not-recorded', what, { hint: 'Nothing is recorded here.' })
  const recordedSince = onWire(since)
  return new CodedError('not-recorded', what, { hint: `Recorded since ${recordedSince}.`, recordedSince })
}
