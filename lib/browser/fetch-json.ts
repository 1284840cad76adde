import { BASE_PATH } from '@/lib/contract/base-path'
import type { ErrorBody, ErrorCode } from '@/lib/contract/common'
import type { JsonRoute, NameOf, Route, RouteAnswer, RouteQuestion } from '@/lib/contract/route'

/** What went wrong with a request: the server's own words, or that no answer came. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly code: ErrorCode | 'unreachable'
  readonly status: number
  readonly hint: string | undefined
  readonly near: readonly string[]
  readonly fields: readonly { readonly field: string; readonly reason: string }[]
  readonly retryAfter: number | undefined
  /** For a session that has ended: when it ended. */
  readonly endedAt: string | undefined

  constructor(code: ErrorCode | 'unreachable', status: number, error: Omit<ErrorBody['error'], 'code'>) {
    super(error.message)
    this.code = code
    this.status = status
    this.hint = error.hint
    this.near = error.near ?? []
    this.fields = error.fields ?? []
    this.retryAfter = error.retryAfter
    this.endedAt = error.endedAt
  }
}

/** Asking again may help: no answer came, or the server said it is not ready or failed. */
export function mayRetry(error: unknown): boolean {
  return !(error instanceof RequestError) || error.code === 'unreachable' || error.status >= 500
}

export type SearchValue = string | number | boolean | undefined | readonly (string | number)[]

/** `?a=1&b=x&b=y`; undefined values are left out, keys are in the order given. Empty: no question mark. */
export function searchText(params: Readonly<Record<string, SearchValue>>): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(params)) {
    if (value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(key, String(one))
  }
  const text = search.toString()
  return text ? `?${text}` : ''
}

/** A question as a route types it, by part. */
interface RequestParts {
  readonly path?: Readonly<Record<string, string | readonly string[]>>
  readonly query?: Readonly<Record<string, SearchValue>>
  readonly body?: unknown
}

/**
 * Asks a route of our own server, e.g. `ask<typeof shootsRoute>('GET /api/shoots', { query: { profile: ['aws'] } })`. The shape is the contract's; both
 * sides are built together, so the answer is not checked again. One that says what became of something is an answer whatever its
 * status; all others throw a `RequestError`.
 */
export async function ask<R extends JsonRoute>(
  name: NameOf<R>,
  asked: RouteQuestion<R>,
  signal?: AbortSignal,
): Promise<RouteAnswer<R>> {
  const response = await request<R>(name, asked, signal)
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok || (typeof answer === 'object' && answer !== null && 'outcome' in answer))
    return answer as RouteAnswer<R>
  const error = (answer as Partial<ErrorBody> | null)?.error
  throw new RequestError(error?.code ?? 'internal', response.status, {
    ...error,
    message: error?.message ?? `HTTP ${response.status} ${response.statusText}`.trim(),
  })
}

/** `/api/shoots/[namespace]/[name]` with its parts filled in. */
function addressOf(folder: string, path: RequestParts['path'] = {}): string {
  return folder.replace(/\[(?:\.\.\.)?(\w+)\]/g, (_, part: string) =>
    [path[part] ?? []].flat().map(encodeURIComponent).join('/'),
  )
}

/** As `ask`, for an answer that is no JSON. */
export async function request<R extends Route>(
  name: NameOf<R>,
  asked: RouteQuestion<R>,
  signal?: AbortSignal,
): Promise<Response> {
  const { path, query, body } = asked as RequestParts
  const [method = '', folder = ''] = name.split(' ')
  try {
    return await fetch(BASE_PATH + addressOf(folder, path) + searchText(query ?? {}), {
      method,
      headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new RequestError('unreachable', 0, {
      message: 'Almanac does not answer.',
      hint: 'Is the program still running?',
    })
  }
}
