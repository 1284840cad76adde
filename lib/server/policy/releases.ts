import type { ReleaseBody } from '@/lib/contract'
import { type Cadence, expectedReleases } from '@/lib/engine/policy/calendar'
import type { Release } from '@/lib/engine/policy/simulate'
import { DAY, startOfDay } from '@/lib/engine/time'
import type { CloudProfile, Instant } from '@/lib/engine/types'

/** As many as the contract lets anybody ask for. */
const most = 500

/** A release as the engine takes it. Today's come at once. */
export function readRelease({ date, ...rest }: ReleaseBody, at: Instant): Release {
  const day = Date.parse(`${date}T00:00:00Z`)
  return { ...rest, at: day === startOfDay(at) ? at : day }
}

export function releaseBody({ at, image, version, classification }: Release): ReleaseBody {
  return { date: new Date(startOfDay(at)).toISOString().slice(0, 10), image, version, classification }
}

interface Expectation {
  readonly profile: CloudProfile
  readonly at: Instant
  /** Absent: what the profile may expect. */
  readonly releases?: readonly ReleaseBody[] | undefined
  readonly cadence?: Cadence | undefined
}

/** What is expected. The usual is cut to what may be asked for: an answer can always be sent back as a question. */
export function expectedOf({ profile, at, releases, cadence }: Expectation): readonly Release[] {
  if (releases !== undefined) return releases.map((body) => readRelease(body, at))
  return expectedReleases(profile, { now: at, until: yearFrom(at) }, cadence).slice(0, most)
}

/** The end of the year that is looked at. */
export function yearFrom(at: Instant): Instant {
  return startOfDay(at) + 366 * DAY
}
