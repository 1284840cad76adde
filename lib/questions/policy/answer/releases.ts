import type { Release } from '@/lib/engine/policy'
import { type Cadence, expectedReleases } from '@/lib/engine/policy'
import { DAY, startOfDay } from '@/lib/engine/time'
import type { CloudProfile, Instant } from '@/lib/engine/types'
import { dateText, startOfDate } from '@/lib/landscape/zone'
import type { ReleaseBody } from '../contract'

/** As many as the contract lets anybody ask for. */
const most = 500

/** Whose days the releases are: an instant in an IANA zone. */
interface Calendar {
  readonly at: Instant
  readonly zone: string
}

/** A release as the engine takes it. Today's come at once. */
function readRelease({ date, ...rest }: ReleaseBody, { at, zone }: Calendar): Release {
  return { ...rest, at: date === dateText(zone, at) ? at : startOfDate(zone, date) }
}

export function releaseBody({ at, image, version, classification }: Release, zone: string): ReleaseBody {
  return { date: dateText(zone, at), image, version, classification }
}

interface Expectation extends Calendar {
  readonly profile: CloudProfile
  /** Absent: what the profile may expect. */
  readonly releases?: readonly ReleaseBody[] | undefined
  readonly cadence?: Cadence | undefined
}

/** What is expected. The usual is cut to what may be asked for: an answer can always be sent back as a question. */
export function expectedOf({ profile, at, zone, releases, cadence }: Expectation): readonly Release[] {
  if (releases !== undefined) return releases.map((body) => readRelease(body, { at, zone }))
  // The engine counts in days of UTC: the same day on the calendar is meant wherever the reader is.
  return expectedReleases(profile, { now: at, until: yearFrom(at) }, cadence)
    .slice(0, most)
    .map((release) => readRelease(releaseBody(release, 'UTC'), { at, zone }))
}

/** The end of the year that is looked at. */
export function yearFrom(at: Instant): Instant {
  return startOfDay(at) + 366 * DAY
}
