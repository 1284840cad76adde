import type { EventKind } from '@/lib/contract/common'
import { type ClusterForecast, type Event, firstOf } from '@/lib/engine/outlook'
import { DAY } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { oncePerProcess } from '@/lib/process/kept'
import { Steps, stepLength } from '@/lib/process/steps'
import { type ClassSum, classSum } from './class-sums'
import type { ShootClass } from './classes'
import type { FleetIndex } from './fleet-index'

export interface ProfileFigures {
  clusters: number
  projects: Set<string>
  /** With a forced update within 90 days. */
  forced90: number
  /** With an update that fails within 90 days. */
  stuck: number
}

const none: Readonly<ProfileFigures> = { clusters: 0, projects: new Set(), forced90: 0, stuck: 0 }

/** Step by step. */
export const figuresByProfile = oncePerProcess('figures', (index: FleetIndex) => new Steps(figuresIn(index)))

function* figuresIn(index: FleetIndex): Generator<undefined, ReadonlyMap<string, ProfileFigures>> {
  const profiles = yield* countsByProfile(index)
  for (const [i, { profile, project }] of index.roster.members.entries()) {
    if (i % stepLength === 0) yield
    profiles.get(profile)?.projects.add(project)
  }
  return profiles
}

/** All but the projects. */
class ProfileSum implements ClassSum {
  private readonly profiles = new Map<string, Omit<ProfileFigures, 'projects'>>()

  constructor(private readonly index: FleetIndex) {}

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

  told(): Map<string, ProfileFigures> {
    const used = [...this.profiles].filter(([, { clusters }]) => clusters > 0)
    return new Map(used.map(([profile, figures]) => [profile, { ...figures, projects: new Set() }]))
  }
}

const countsByProfile = classSum('figures of profiles', {
  make: (index) => new ProfileSum(index),
  tell: (sum: ProfileSum) => sum.told(),
})

/** Who uses a profile and what is ahead of them. */
export function figuresOf(index: FleetIndex, profile: string): Readonly<ProfileFigures> {
  return figuresByProfile(index).value.get(profile) ?? none
}

/** Keys of the profiles that clusters use, known or not, in order. */
export function profilesInUse(index: FleetIndex): string[] {
  return [...figuresByProfile(index).value.keys()].sort()
}

/** Whether the last maintenance failed and the next one fails again: what pages call stuck already. Shoots of a class are alike in this. */
export function failsAgain(index: FleetIndex, [next]: readonly Event[], { lastMaintenance }: Shoot): boolean {
  return lastMaintenance?.state === 'Failed' && next?.kind === 'fails' && next.from < index.at + DAY
}

/** Whether an event of the kind begins within so many days: the one rule behind every figure and every filter. */
export function happensWithin(index: FleetIndex, forecast: ClusterForecast, kind: EventKind, days: number): boolean {
  const first = firstOf(forecast, kind)
  return first !== undefined && first <= index.at + days * DAY
}
