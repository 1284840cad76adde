import { createHash } from 'node:crypto'
import type { ErrorBody } from '@/lib/contract'
import { type ErrorCode, isCoded } from './errors'

const status: Record<ErrorCode, number> = {
  invalid: 400,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  internal: 500,
  'not-ready': 503,
}

const json = { 'content-type': 'application/json; charset=utf-8' }

/**
 * Runs `answer` and tells its result as JSON, or its error as an `ErrorBody`.
 * Answers carry an ETag over their whole text, so that polling costs no transfer while nothing changed; they are never
 * used from a cache without asking.
 */
export async function respond(request: Request, answer: () => unknown): Promise<Response> {
  try {
    const text = JSON.stringify(await answer())
    const etag = `"${createHash('sha1').update(text).digest('base64url')}"`
    const headers = { ...json, 'cache-control': 'private, no-cache', etag }
    if (matches(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
    return new Response(text, { headers })
  } catch (error) {
    return refuse(error)
  }
}

/** The one place where errors become HTTP. What was not meant to be told is logged and answered without its text. */
export function refuse(error: unknown): Response {
  const body = errorBodyOf(error)
  const headers = { ...json, 'cache-control': 'no-store' }
  return new Response(JSON.stringify(body), {
    status: status[body.error.code],
    headers: body.error.code === 'not-ready' ? { ...headers, 'retry-after': '5' } : headers,
  })
}

/** The body for an error, for routes and for pages that show it in place. */
export function errorBodyOf(error: unknown): ErrorBody {
  if (isCoded(error)) return { error: { code: error.code, message: error.message, ...error.details } }
  console.error(error)
  return {
    error: { code: 'internal', message: 'The answer could not be computed.', hint: 'The server log says why.' },
  }
}

function matches(header: string | null, etag: string): boolean {
  if (header === null) return false
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
}
