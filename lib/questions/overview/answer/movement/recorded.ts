import { LRUCache } from 'lru-cache'
import { isNews, isToCount } from '@/lib/engine/accuracy'
import { type PastUpdate, pastUpdates } from '@/lib/engine/course'
import { DAY, MINUTE } from '@/lib/engine/time'
import type { ForecastStep, Instant, LastMaintenance } from '@/lib/engine/types'
import { profileKey } from '@/lib/garden/garden'
import type { History, ShootStates } from '@/lib/history'
import type { LedBy } from '@/lib/landscape/moves'
import { minorText } from '@/lib/landscape/version-text'
import { forEverybody } from '@/lib/process/on-behalf'
import { TimeSlice } from '@/lib/process/time-slice'

/** So many days back is told on which minors clusters were. */
export const MOVEMENT_DAYS = 60
/** What is read once serves everybody for so long. */
const fresh = 10 * MINUTE

/** What became of one cluster. */
export interface ClusterMovement {
  readonly namespace: string
  readonly name: string
  /** From when on its control plane was on a minor, oldest first; null: it was gone, or not there yet. */
  readonly minors: readonly { readonly at: Instant; readonly minor: string | null }[]
  readonly updates: readonly Happened[]
}

export interface Happened {
  readonly at: Instant
  /** When the window began that it belongs to. */
  readonly window: Instant
  readonly kind: 'forced' | 'auto' | 'fails' | 'byHand'
  readonly isRolling: boolean
  /** As `profileKey` has it. */
  readonly profile: string
  /** Null: by hand. */
  readonly led: LedBy | null
}

/** What was read at once. */
export interface ReadMovement {
  readonly clusters: readonly ClusterMovement[]
  /** All that was recorded by then is in it. */
  readonly until: Instant
}

/** What moved in the last sixty days, cluster by cluster. It is read once for all who ask: what each of them sees is cut from it. */
export class RecordedMovement {
  private readonly kept = new LRUCache<Instant, Promise<ReadMovement>>({ max: 3 })

  constructor(private readonly history: Pick<History, 'shootsSince'>) {}

  /** Up to `known`, or a few minutes less. */
  upTo(known: Instant, isPast: boolean): Promise<ReadMovement> {
    const to = isPast ? known : Math.floor(known / fresh) * fresh + fresh
    let read = this.kept.get(to)
    if (read === undefined) {
      read = forEverybody(async () => ({ clusters: await this.read(to), until: known }))
      this.kept.set(to, read)
      read.catch(() => this.kept.delete(to))
    }
    return read
  }

  private async read(to: Instant): Promise<readonly ClusterMovement[]> {
    const slice = new TimeSlice()
    const all: ClusterMovement[] = []
    const from = to - (MOVEMENT_DAYS + 1) * DAY
    for await (const one of this.history.shootsSince(from, () => true)) {
      all.push(movementOf(one, from, to))
      if (slice.isOver) await slice.pause()
    }
    return all
  }
}

function movementOf({ namespace, name, states: all }: ShootStates, from: Instant, to: Instant): ClusterMovement {
  const states = all.filter(({ seen }) => seen <= to)
  const minors: { at: Instant; minor: string | null }[] = []
  for (const { seen, value } of states) {
    const minor = value && minorText(value.kubernetesVersion)
    if ((minors.at(-1)?.minor ?? null) !== minor) minors.push({ at: seen, minor })
  }
  // Of most clusters nothing is news, and words of old maintenances take time to read.
  const isQuiet = states.length === 1 && (states[0]?.value?.lastMaintenance?.triggeredTime ?? 0) < from
  return { namespace, name, minors, updates: isQuiet ? [] : happenedIn(pastUpdates(states)) }
}

/** What fails again for the same reason is told once, as it is of what is ahead. */
function happenedIn(updates: readonly PastUpdate[]): Happened[] {
  let last: LastMaintenance | undefined
  return updates.flatMap((update): Happened[] => {
    const profile = profileKey(update.shoot.profile)
    if (update.kind === 'other') {
      const { at } = update
      return [{ at, window: at, kind: 'byHand', isRolling: false, profile, led: null }]
    }
    const { at, step, shoot } = update
    const before = last
    last = shoot.lastMaintenance
    if (step.kind === 'other' || !isToCount(step) || last === undefined || !isNews(last, before)) return []
    const isRolling = step.effects.some(({ effect }) => effect === 'rolling')
    return [{ at, window: step.window.begin, kind: step.kind, isRolling, profile, led: ledBy(step) }]
  })
}

/** What fails stands for a maintenance that fails, what is forced for one that forces, else the first change. */
function ledBy({ kind, changes }: ForecastStep): LedBy {
  const failing = kind === 'fails' ? changes.find((change) => change.kind === 'failure') : undefined
  const lead = failing ?? changes.find(({ why }) => why !== 'auto') ?? changes[0]
  if (lead === undefined) return { kind, lead: null }
  return {
    kind,
    lead: { what: lead.image ?? 'Kubernetes', from: lead.from, to: lead.kind === 'update' ? lead.to : null },
  }
}
