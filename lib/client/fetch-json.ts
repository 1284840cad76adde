import type { ErrorBody } from '@/lib/contract'

export type ErrorCode = ErrorBody['error']['code'] | 'unreachable'

/** What went wrong with a request: the server's own words, or that no answer came. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly code: ErrorCode
  readonly status: number
  readonly hint: string | undefined
  readonly near: readonly string[]
  readonly fields: readonly { readonly field: string; readonly reason: string }[]

  constructor(code: ErrorCode, status: number, error: Omit<ErrorBody['error'], 'code'>) {
    super(error.message)
    this.code = code
    this.status = status
    this.hint = error.hint
    this.near = error.near ?? []
    this.fields = error.fields ?? []
  }
}

/** Asking again may help: nobody answered, or the server said it is not ready or failed. */
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

/** GETs JSON from our own server. The shape is the contract's; both sides are built together, so it is not checked again. */
export function fetchJson<T>(url: string, signal?: AbortSignal): Promise<T> {
  return ask<T>(url, { headers: ACCEPT }, signal)
}

/** POSTs JSON to our own server: for questions that do not fit an address, and for what changes something. */
export function postJson<T>(url: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const headers = { ...ACCEPT, 'content-type': 'application/json' }
  return ask<T>(url, { method: 'POST', headers, body: JSON.stringify(body) }, signal)
}

const ACCEPT = { accept: 'application/json' }

async function ask<T>(url: string, request: RequestInit, signal?: AbortSignal): Promise<T> {
  let response: Response
  try {
    response = await fetch(url, { ...request, ...(signal ? { signal } : {}) })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new RequestError('unreachable', 0, {
      message: 'Almanac does not answer.',
      hint: 'Is the program still running?',
    })
  }
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) return body as T
  const error = (body as Partial<ErrorBody> | null)?.error
  throw new RequestError(error?.code ?? 'internal', response.status, {
    ...error,
    message: error?.message ?? `HTTP ${response.status} ${response.statusText}`.trim(),
  })
}
