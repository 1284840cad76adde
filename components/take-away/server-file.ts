import { searchText } from '@/lib/browser/fetch-json'
import type { FeedScopeQuery } from '@/lib/questions/feeds/contract'
import type { ShootsParams } from '@/lib/questions/queries'

/** What the server makes of the page's question, in several forms. */
export interface ServerFile {
  readonly name: string
  readonly forms: readonly {
    /** `CSV` */
    readonly form: string
    /** The address, to which the clock is added. */
    readonly href: string
  }[]
  /** An address to subscribe to, which follows the clock. */
  readonly feed?: string
  /** What that address shows, where it may also be had to work without signing in. */
  readonly scope?: FeedScopeQuery
}

/** Clusters as rows of a file: exactly those that the filters leave. The clock is added where it is pinned. */
export function rowsFile(name: string, { at: _, seen: __, fold: ___, ...params }: ShootsParams): ServerFile {
  return {
    name,
    forms: [
      { form: 'CSV', href: `/api/shoots.csv${searchText(params)}` },
      { form: 'JSON', href: `/api/shoots.json${searchText(params)}` },
    ],
  }
}

/** A calendar, to load and to subscribe to. */
export function feedFile(name: string, feed: string): ServerFile {
  return { name, forms: [{ form: 'iCalendar', href: feed }], feed }
}

/** The forced updates of a project as a calendar. */
export function projectFeed(project: string): ServerFile {
  return feedFile(`Forced updates of ${project}`, `/api/feeds/projects/${encodeURIComponent(project)}.ics`)
}

/** The clusters of the table as files, and what they are forced to as a calendar. */
export function shootsFiles(params: ShootsParams): readonly ServerFile[] {
  const { at: _, seen: __, fold: ___, sort: ____, group: _____, ...filters } = params
  return [
    rowsFile('These clusters', params),
    feedFile('Forced updates of these clusters', `/api/feeds/shoots.ics${searchText(filters)}`),
  ]
}
