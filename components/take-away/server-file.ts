import { searchText } from '@/lib/browser/fetch-json'
import type { FeedScopeQuery } from '@/lib/questions/feeds/contract'
import type { ShootsParams } from '@/lib/questions/queries'

/** What the server makes of the page's question, in several forms. */
export interface ServerFile {
  readonly name: string
  readonly forms: readonly {
    /** `CSV` */
    readonly form: string
    /** Its address: the clock is added. */
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

/** The clusters of the table as files, and what they are forced to as a calendar. */
export function shootsFiles(params: ShootsParams): readonly ServerFile[] {
  const { at: _, seen: __, fold: ___, sort: ____, group: _____, ...filters } = params
  const feed = `/api/feeds/shoots.ics${searchText(filters)}`
  return [
    rowsFile('These clusters', params),
    { name: 'Their forced updates', forms: [{ form: 'iCalendar', href: feed }], feed },
  ]
}
