import { isRecord } from '@/lib/engine/reader'
import type { Cause } from '../garden'

/** Why the API did not give what it was asked for. */
export interface Failure {
  readonly kind: /** 410: the version or the continue token is too old. */
    | 'expired'
    /** 504 ResourceVersionTooLarge: the server is behind what others of its kind told, or its storage was restored. */
    | 'behind'
    /** 401, or no credentials could be had. */
    | 'credentials'
    /** 403. */
    | 'forbidden'
    /** 404: the API is not installed, or the object does not exist. */
    | 'missing'
    /** 409. */
    | 'conflict'
    /** 429, and 5xx that say when to come back. */
    | 'busy'
    /** No connection, a connection that broke, 5xx. */
    | 'unreachable'
    /** Nothing came for too long. */
    | 'silent'
    /** An answer that cannot be understood, or a question that the server did not understand. */
    | 'unusable'
  /** For people, without the name of the server: `cannot be reached (ECONNREFUSED)`. */
  readonly message: string
  /** HTTP status or the code of an ERROR event. */
  readonly status?: number
  /** Milliseconds that the server asks to wait. */
  readonly retryAfter?: number
  /** The server's own words, with their lines. */
  readonly said?: string
  readonly causes?: readonly Cause[]
  /** A Status of 500 that gives no reason: to a write that is how plug-ins refuse that break off with a plain text. */
  readonly isPlain?: true
}

/** As many characters of what a server says are kept. Gardener writes a line for each cluster that a version is in use by. */
const longestWords = 16_000

export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(readonly failure: Failure) {
    super(failure.message)
  }
}

/** Bundles hold copies of every module, so `instanceof` would miss some. */
function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError'
}

/** Whatever was thrown while asking, as a failure. */
export function failureOf(error: unknown): Failure {
  if (isApiError(error)) return error.failure
  const code = isRecord(error) && typeof error.code === 'string' ? error.code : undefined
  const message = error instanceof Error ? error.message : String(error)
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return { kind: 'unreachable', message: `broke the connection (${code})` }
  if (code !== undefined && /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) {
    return { kind: 'unreachable', message: `cannot be trusted: ${oneLine(message)} (${code})` }
  }
  return { kind: 'unreachable', message: `cannot be reached (${code ?? oneLine(message)})` }
}

/**
 * An answer that is no success, as a failure. The body is a `Status` in JSON, or any text: an aggregated API that is down answers
 * 503 with text/plain.
 */
export function failureOfAnswer(status: number, body: string, retryAfterSeconds?: string): Failure {
  const parsed = parseJson(body)
  if (isRecord(parsed) && parsed.kind === 'Status')
    return failureOfStatus({ code: status, ...parsed }, retryAfterSeconds)
  return failureOfStatus({ code: status, message: body }, retryAfterSeconds)
}

/** A `Status`: the body of a refusal, or the object of an ERROR event. */
export function failureOfStatus(status: unknown, retryAfterSeconds?: string): Failure {
  const given = isRecord(status) ? status : {}
  const isPlain = given.kind === 'Status' && given.code === 500 && (given.reason ?? '') === ''
  const code = typeof given.code === 'number' ? given.code : 500
  const reason = typeof given.reason === 'string' ? given.reason : ''
  const details = isRecord(given.details) ? given.details : {}
  const seconds = Number(details.retryAfterSeconds ?? retryAfterSeconds ?? Number.NaN)
  const said = typeof given.message === 'string' ? given.message.trim().slice(0, longestWords) : ''
  const causes = causesOf(details.causes)
  return {
    kind: kindOf(code, reason, causes, Number.isFinite(seconds)),
    message: `answers ${code}${said === '' ? '' : `: ${oneLine(said)}`}`,
    status: code,
    ...(said !== '' && { said }),
    ...(Number.isFinite(seconds) && { retryAfter: Math.min(Math.max(seconds, 0), 300) * 1000 }),
    causes,
    ...(isPlain && { isPlain }),
  }
}

function kindOf(code: number, reason: string, causes: readonly Cause[], saysWhen: boolean): Failure['kind'] {
  if (code === 410 || reason === 'Expired' || reason === 'Gone') return 'expired'
  if (code === 504 && causes.some(({ reason }) => reason === 'ResourceVersionTooLarge')) return 'behind'
  if (code === 401) return 'credentials'
  if (code === 403) return 'forbidden'
  if (code === 404) return 'missing'
  if (code === 409) return 'conflict'
  if (code === 429 || (code >= 500 && saysWhen)) return 'busy'
  return code >= 500 ? 'unreachable' : 'unusable'
}

function causesOf(causes: unknown): readonly Cause[] {
  if (!Array.isArray(causes)) return []
  return causes.filter(isRecord).map(({ field, message, reason }) => ({
    field: typeof field === 'string' ? field : '',
    message: typeof message === 'string' ? message.trim().slice(0, longestWords) : '',
    ...(typeof reason === 'string' && { reason }),
  }))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Text from elsewhere, fit for one line of a page. */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return line.length > 300 ? `${line.slice(0, 299)}…` : line
}
