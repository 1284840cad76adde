import type { Moment } from '@/lib/browser/at'
import { selection } from '@/lib/browser/paths'
import { timed } from '@/lib/browser/query'
import type { ExceptionsRoute, MoreTimeInput, MoreTimeRoute } from './contract'

/** What a draft asks, apart from the moment. */
export type AskedMoreTime = Pick<MoreTimeInput, 'project' | 'profile' | 'image' | 'version' | 'until' | 'clusters'>

export const exceptionsQueries = {
  exceptions: (query: Moment = {}) => timed<ExceptionsRoute>('GET /api/exceptions', { query }),
  /** Asked by POST: clusters may be many. */
  moreTime: (body: MoreTimeInput) => timed<MoreTimeRoute>('POST /api/more-time', { body }),
}

/** A draft as its address has it. */
export interface MoreTimeDraft {
  readonly asked: AskedMoreTime
  /** Why, which changes nothing of the answer; empty: none is given. */
  readonly reason: string
}

/** What an address asks; null: it does not name all that is needed. Whether that makes sense the server says. */
export function moreTimeIn(search: URLSearchParams): MoreTimeDraft | null {
  const textOf = (name: string) => search.get(name) ?? ''
  const [project, profile, until, clusters] = [
    textOf('project'),
    textOf('profile'),
    textOf('until'),
    textOf('clusters'),
  ]
  const [, what, version] = /^([^/]+)\/(.+)$/.exec(textOf('select')) ?? []
  if (project === '' || profile === '' || what === undefined || version === undefined) return null
  const asked = {
    project,
    profile,
    image: what === 'kubernetes' ? null : what,
    version,
    ...(until !== '' && { until: endOfDay(until) }),
    ...(clusters !== '' && { clusters: clusters === NO_CLUSTER ? [] : clusters.split(',') }),
  }
  return { asked, reason: textOf('why') }
}

/** No cluster can be named so. */
const NO_CLUSTER = '-'

/** The same as values of the address. */
export function moreTimeSearch({ asked, reason }: MoreTimeDraft) {
  const { project, profile, image, version, until, clusters } = asked
  return {
    project,
    profile,
    select: selection(image ?? 'Kubernetes', version),
    until: until?.slice(0, 10),
    clusters: clusters === undefined ? undefined : clusters.join(',') || NO_CLUSTER,
    why: reason.trim() === '' ? undefined : reason,
  }
}

/** The last second of a day, as it is written. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59Z`
}
