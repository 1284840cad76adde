import type { ReleaseBody } from '@/lib/contract'
import type { Release } from '@/lib/engine/policy/simulate'
import { DAY, startOfDay } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'

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

/** What is expected, cut to what may be asked for: an answer can always be sent back as a question. */
export function bounded(releases: readonly Release[]): readonly Release[] {
  return releases.slice(0, most)
}

/** The end of the year that is looked at. */
export function yearFrom(at: Instant): Instant {
  return startOfDay(at) + 366 * DAY
}
