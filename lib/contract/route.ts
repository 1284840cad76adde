import type { z } from 'zod'
import type { ErrorCode } from './common'

/** One route. Its handler, what it checks, its description for programs and the questions of the pages are made of such a value. */
export interface Route {
  /** The method and the path: `GET /api/shoots`; `[...ref]` is `NAME` or `NAMESPACE/NAME`, for versions followed by more. */
  readonly name: `${'GET' | 'POST'} /${string}`
  /** What it answers, for the description. */
  readonly summary: string
  /** Left out: no parameter is looked at. */
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  /** JSON of this shape, or what else it is. */
  readonly answer:
    | z.ZodType
    | 'text/plain'
    | 'text/event-stream'
    | 'text/calendar'
    | 'text/csv'
    | 'application/json'
    | 'image/svg+xml'
    | 'image/png'
    /** Leads elsewhere (303). */
    | 'a redirect'
  /** The ending of the path after a dot, as of a file; `name` is without it. */
  readonly ending?: string
  /** The name under which the answer is saved as a table, which it is with `"format": "csv"` in the body. */
  readonly csv?: string
  /** The status of an answer by its `outcome`, where it is not always 200. */
  readonly statuses?: Readonly<Record<string, number>>
  /** Whether no sign-in is needed, as it knows nothing of the garden, or asks on its own who may read it. */
  readonly isOpen?: true
  /** With `key` in the question no sign-in is needed either: the route shows one object of this kind, named by the parts of the path. */
  readonly keyed?: 'Shoot' | 'Project'
  /**
   * It takes its time, so that only some of them are computed at once for each identity. Who asks for the same while it is computed waits for the same answer: all who see the same (`sight`), the asker
   * alone (`asker`), or each request on its own (`request`).
   */
  readonly costly?: 'sight' | 'asker' | 'request'
  /**
   * Its answer follows from the question and the landscape alone: it is told again for as long as that is the same. What is recorded is no
   * part of it: the recorder comes after the landscape.
   */
  readonly ofLandscape?: true
  /** Besides what every route with a question has: what is wrong with it, and what is not foreseen. */
  readonly refusals?: readonly ErrorCode[]
}

/** The refusals of a route about something by its name. */
export const notFound = ['not-found', 'not-ready'] as const satisfies readonly ErrorCode[]

/** One whose answer is JSON. */
export type JsonRoute = Route & { readonly answer: z.ZodType }
/** One that answers once; the others stream, or lead elsewhere. */
export type AnsweredRoute = Route & { readonly answer: Exclude<Route['answer'], 'text/event-stream' | 'a redirect'> }

/** The name of one route. Never where the route is left to be inferred from it, as any route would do then: the type is given. */
export type NameOf<R extends Route> = `GET /${string}` extends R['name'] ? never : R['name']

/** The parts of a path that vary. */
type PartsOf<Name extends string> = Name extends `${infer Before}/[${infer Part}]${infer After}`
  ? PartsOf<Before> & PartsOf<After> & (Part extends `...${infer Many}` ? Record<Many, string[]> : Record<Part, string>)
  : unknown
export type PathOf<R extends Route> = { [P in keyof PartsOf<R['name']>]: PartsOf<R['name']>[P] }

/** What is asked, once it is checked. */
export interface CheckedRequest<R extends Route> {
  readonly path: PathOf<R>
  readonly query: R extends { query: infer Q extends z.ZodObject } ? z.output<Q> : undefined
  readonly body: R extends { body: infer B extends z.ZodObject } ? z.output<B> : undefined
}

/** Optional where the schema lets it be, with the values that it reads; what is undefined is not sent. */
export type SentValues<S extends z.ZodObject> = {
  readonly [P in keyof z.input<S>]:
    | (z.output<S>[P & keyof z.output<S>] extends infer V ? (V extends readonly (infer E)[] ? readonly E[] : V) : never)
    | (undefined extends z.input<S>[P] ? undefined : never)
}

/** What is asked of a route, by part. */
export type RouteQuestion<R extends Route> = (keyof PartsOf<R['name']> extends never
  ? object
  : { readonly path: PathOf<R> }) &
  (R extends { query: infer Q extends z.ZodObject }
    ? Record<never, never> extends SentValues<Q>
      ? { readonly query?: SentValues<Q> }
      : { readonly query: SentValues<Q> }
    : unknown) &
  (R extends { body: infer B extends z.ZodObject } ? { readonly body: SentValues<B> } : unknown)

export type RouteAnswer<R extends Route> = R['answer'] extends infer A extends z.ZodType
  ? z.output<A>
  : R['answer'] extends 'image/png'
    ? Uint8Array<ArrayBuffer>
    : string
