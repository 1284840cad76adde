import { forecast, type MemoizedProfiles, shootOn } from '@/lib/engine/course'
import { DAY, MINUTE } from '@/lib/engine/time'
import type { CloudProfile, ForecastStep, Instant, LastMaintenance, Shoot, ShootVersions } from '@/lib/engine/types'
import { minutesIntoWindow } from './shoot'

/** The profile of a shoot from a moment on, until the next one. */
export interface ProfileSince {
  readonly since: Instant
  readonly profile: CloudProfile
}

/** What a shoot became at a moment. */
export interface Occurrence {
  readonly at: Instant
  readonly by: 'maintenance' | 'owner'
  readonly shoot: Shoot
}

/** What an owner writes into a shoot at a moment. */
export interface OwnEdit {
  readonly at: Instant
  readonly edited: (shoot: Shoot) => Shoot
}

/** How a shoot may have begun, and what its owner did since. */
export interface Beginning {
  readonly shoot: Shoot
  readonly edits: readonly OwnEdit[]
}

export interface Course {
  readonly from: Instant
  readonly to: Instant
  /** Oldest first, the first one from before `from`. */
  readonly profiles: readonly ProfileSince[]
  readonly memoized: MemoizedProfiles
}

/**
 * All that happens to a shoot: maintained in every window with the profile of that moment, edited by its owner in between.
 * Only versions change: the demo's shoots have no settings that end on their way, and ask for no operations.
 */
export function courseOf({ shoot, edits }: Beginning, course: Course): readonly Occurrence[] {
  const { from, to, profiles, memoized } = course
  const occurrences: Occurrence[] = []
  let current = shoot
  let at = from
  let nextProfile = profiles.findIndex(({ since }) => since > from)
  if (nextProfile === -1) nextProfile = profiles.length
  let nextEdit = 0
  while (at < to) {
    const profile = profiles[nextProfile - 1]?.profile
    if (profile === undefined) return []
    const until = Math.min(to, profiles[nextProfile]?.since ?? to, edits[nextEdit]?.at ?? to)
    const moment = minutesIntoWindow(shoot.name) * MINUTE
    const { steps } = forecast(current, memoized.of(profile), { from: at, to: until - 1, moment })
    for (const step of steps) {
      for (let i = 0; i <= step.repeats; i++) {
        current = maintained(current, step, step.at + i * DAY)
        occurrences.push({ at: step.at + i * DAY, by: 'maintenance', shoot: current })
      }
    }
    const edit = edits[nextEdit]
    if (edit?.at === until) {
      current = edit.edited(current)
      occurrences.push({ at: until, by: 'owner', shoot: current })
      nextEdit++
    } else {
      nextProfile++
    }
    at = until
  }
  return occurrences
}

function maintained(shoot: Shoot, { versions, description, state, failureReason }: ForecastStep, at: Instant): Shoot {
  const { lastMaintenance: before, ...others } = withVersions(shoot, versions)
  const written: LastMaintenance | undefined =
    description === null || state === null
      ? before
      : { description, state, ...(failureReason !== null && { failureReason }), triggeredTime: at }
  return { ...others, ...(written && { lastMaintenance: written }) }
}

function withVersions(shoot: Shoot, { kubernetesVersion, workers }: ShootVersions): Shoot {
  return shootOn(shoot, {
    kubernetes: kubernetesVersion,
    pools: workers.map((worker) => worker.kubernetesVersion),
    images: workers.map(({ image }) => image?.version ?? null),
  })
}
