import type { ShownMoment } from '@/lib/browser/at'
import { selection } from '@/lib/browser/paths'
import { timed } from '@/lib/browser/query'
import type { exceptionsRoute, MoreTimeInput, moreTimeRoute } from './contract'

/** What a draft asks, apart from the moment. */
export type MoreTimeDraftInput = Pick<MoreTimeInput, 'project' | 'profile' | 'image' | 'version' | 'until' | 'clusters'>

export const exceptionsQueries = {
  exceptions: (query: ShownMoment) => timed<typeof exceptionsRoute>('GET /api/exceptions', { query }),
  /** Asked by POST: clusters may be many. */
  moreTime: (body: MoreTimeInput) => timed<typeof moreTimeRoute>('POST /api/more-time', { body }),
}

/** A draft as its address has it. */
export interface MoreTimeDraft {
  readonly asked: MoreTimeDraftInput
  /** Why, which changes nothing of the answer; empty: none is given. */
  readonly reason: string
}

/**
 * What an address asks behind its `?`. The reason stands behind its `#`: browsers send that to no server, so that it is in no log of a proxy.
 * Null: it does not name all that is needed. Whether that makes sense the server says.
 */
export function moreTimeIn(address: string): MoreTimeDraft | null {
  const [search, hash] = address.split('#', 2)
  const given = new URLSearchParams(search)
  const [project, profile, until, clusters] = ['project', 'profile', 'until', 'clusters'].map((name) => given.get(name))
  const [, what, version] = /^([^/]+)\/(.+)$/.exec(given.get('select') ?? '') ?? []
  if (!project || !profile || what === undefined || version === undefined) return null
  const asked = {
    project,
    profile,
    image: what === 'kubernetes' ? null : what,
    version,
    ...(until && { until: endOfDay(until) }),
    ...(clusters && { clusters: clusters === NO_CLUSTER ? [] : clusters.split(',') }),
  }
  return { asked, reason: new URLSearchParams(hash).get('why') ?? given.get('why') ?? '' }
}

/** No cluster can be named so. */
const NO_CLUSTER = '-'

/** The draft as its address has it behind the `?`. */
export function moreTimeAddress({ asked, reason }: MoreTimeDraft): string {
  const { project, profile, image, version, until, clusters } = asked
  const search = new URLSearchParams({
    project,
    profile,
    select: selection(image ?? 'Kubernetes', version),
    ...(until !== undefined && { until: until.slice(0, 10) }),
    ...(clusters !== undefined && { clusters: clusters.join(',') || NO_CLUSTER }),
  })
  return reason.trim() === '' ? `${search}` : `${search}#${new URLSearchParams({ why: reason })}`
}

/** The last second of a day, as it is written. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59Z`
}
