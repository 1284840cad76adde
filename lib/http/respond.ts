import { createHash } from 'node:crypto'
import { type ErrorBody, errorStatus } from '@/lib/contract/common'
import { isCoded, RETRY_AFTER } from '@/lib/process/errors'
import { log, thisRequest } from '@/lib/process/log'

type ResponseHeaders = Readonly<Record<string, string>>

const json = { 'content-type': 'application/json; charset=utf-8' }

/**
 * Tells an answer as JSON. It carries an ETag over its whole text, so that polling costs no transfer while nothing changed; it is
 * never used from a cache without asking.
 */
export function respond(request: Request, answer: unknown): Response {
  return respondWith(request, JSON.stringify(answer), json)
}

/** As `respond`, for a text or bytes; `headers` say what it is, and whether it may be used for some time without asking again. */
export function respondWith(request: Request, body: string | Uint8Array<ArrayBuffer>, own: ResponseHeaders): Response {
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
  const headers = { 'cache-control': 'private, no-cache', ...own, etag }
  if (matches(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  return new Response(body, { headers })
}

/** The one place where errors become HTTP. What was not meant to be told is logged and answered without its text. */
export function refuse(error: unknown): Response {
  const body = errorBodyOf(error)
  const headers = { ...json, 'cache-control': 'no-store' }
  return new Response(JSON.stringify(body), {
    status: errorStatus[body.error.code],
    headers: {
      ...headers,
      ...(['not-ready', 'too-many'].includes(body.error.code) && { 'retry-after': String(RETRY_AFTER) }),
    },
  })
}

/** The body for an error, for routes and for pages that show it in place. */
export function errorBodyOf(error: unknown): ErrorBody {
  if (isCoded(error)) return { error: { code: error.code, message: error.message, ...error.details } }
  log.error({ err: error }, 'An answer could not be computed')
  const requestId = thisRequest()?.request
  const where = requestId === undefined ? 'The server log' : `The server log, at request ${requestId},`
  return {
    error: {
      code: 'internal',
      message: 'The answer could not be computed.',
      hint: `${where} says why.`,
      ...(requestId !== undefined && { requestId }),
    },
  }
}

function matches(header: string | null, etag: string): boolean {
  if (header === null) return false
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
}
