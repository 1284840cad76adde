import type { FeedScopeQuery } from '@/lib/questions/feeds/contract'

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
