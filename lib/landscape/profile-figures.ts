import type { EventKind } from '@/lib/contract/common'
import { type ClusterForecast, type Event, firstOf } from '@/lib/engine/outlook'
import { DAY } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { type ClassSum, classSum } from './class-sums'
import type { Classed, ShootClass } from './classes'

export interface ProfileFigures {
  clusters: number
  /** With a forced update within 90 days. */
  forced90: number
  /** With an update that fails within 90 days. */
  stuck: number
}

const none: Readonly<ProfileFigures> = { clusters: 0, forced90: 0, stuck: 0 }

class ProfileSum implements ClassSum {
  private readonly profiles = new Map<string, ProfileFigures>()

  constructor(private readonly index: Classed) {}

  add({ profile, forecast, clusters: own }: ShootClass, times: 1 | -1): void {
    const clusters = times * own
    let figures = this.profiles.get(profile)
    if (figures === undefined) {
      figures = { clusters: 0, forced90: 0, stuck: 0 }
      this.profiles.set(profile, figures)
    }
    figures.clusters += clusters
    if (happensWithin(this.index, forecast, 'forced', 90)) figures.forced90 += clusters
    if (happensWithin(this.index, forecast, 'fails', 90)) figures.stuck += clusters
  }

  told(): ReadonlyMap<string, ProfileFigures> {
    const used = [...this.profiles].filter(([, { clusters }]) => clusters > 0)
    return new Map(used.map(([profile, figures]) => [profile, { ...figures }]))
  }
}

/** Who uses which profile and what is ahead of them, by its key. */
export const figuresIn = classSum('figures of profiles', {
  make: (index) => new ProfileSum(index),
  tell: (sum: ProfileSum) => sum.told(),
})

/** Who uses which profile and what is ahead of them, by its key. */
export interface Figures {
  readonly figures: ReadonlyMap<string, ProfileFigures>
}

/** Who uses a profile and what is ahead of them. */
export function figuresOf({ figures }: Figures, profile: string): Readonly<ProfileFigures> {
  return figures.get(profile) ?? none
}

/** Keys of the profiles that clusters use, known or not, in order. */
export function profilesInUse({ figures }: Figures): string[] {
  return [...figures.keys()].sort()
}

/** Whether the last maintenance failed and the next one fails again: what pages call stuck already. Shoots of a class are alike in this. */
export function failsAgain(index: Pick<Classed, 'at'>, [next]: readonly Event[], { lastMaintenance }: Shoot): boolean {
  return lastMaintenance?.state === 'Failed' && next?.kind === 'fails' && next.from < index.at + DAY
}

/** Whether an event of the kind begins within so many days: the one rule behind every figure and every filter. */
export function happensWithin(
  index: Pick<Classed, 'at'>,
  forecast: ClusterForecast,
  kind: EventKind,
  days: number,
): boolean {
  const first = firstOf(forecast, kind)
  return first !== undefined && first <= index.at + days * DAY
}
