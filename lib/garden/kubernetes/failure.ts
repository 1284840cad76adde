import { isRecord } from '@/lib/engine/reader'
import type { RefusalCause } from '../garden'

export interface RequestFailure {
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
  /** A message for people, without the name of the server: `cannot be reached (ECONNREFUSED)`. */
  readonly message: string
  /** HTTP status or the code of an ERROR event. */
  readonly status?: number
  /** Milliseconds that the server asks to wait. */
  readonly retryAfter?: number
  /** The server's own words, with their lines. */
  readonly said?: string
  readonly causes?: readonly RefusalCause[]
  /** A Status of 500 that gives no reason: to a write that is how plug-ins refuse that break off with a plain text. */
  readonly isPlain?: true
}

/** How many characters of what a server says are kept. Gardener writes a line for each cluster that a version is in use by. */
const longestWords = 16_000

export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(readonly failure: RequestFailure) {
    super(failure.message)
  }
}

/** Bundles hold copies of every module, so `instanceof` would miss some. */
function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError'
}

/** Whatever was thrown while asking, as a failure. */
export function failureOf(error: unknown): RequestFailure {
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
export function failureOfAnswer(status: number, body: string, retryAfterSeconds?: string): RequestFailure {
  const parsed = parseJson(body)
  if (isRecord(parsed) && parsed.kind === 'Status')
    return failureOfStatus({ code: status, ...parsed }, retryAfterSeconds)
  return failureOfStatus({ code: status, message: body }, retryAfterSeconds)
}

/** A `Status`: the body of a refusal, or the object of an ERROR event. */
export function failureOfStatus(status: unknown, retryAfterSeconds?: string): RequestFailure {
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

function kindOf(
  code: number,
  reason: string,
  causes: readonly RefusalCause[],
  saysWhen: boolean,
): RequestFailure['kind'] {
  if (code === 410 || reason === 'Expired' || reason === 'Gone') return 'expired'
  if (code === 504 && causes.some(({ reason }) => reason === 'ResourceVersionTooLarge')) return 'behind'
  if (code === 401) return 'credentials'
  if (code === 403) return 'forbidden'
  if (code === 404) return 'missing'
  if (code === 409) return 'conflict'
  if (code === 429 || (code >= 500 && saysWhen)) return 'busy'
  return code >= 500 ? 'unreachable' : 'unusable'
}

function causesOf(causes: unknown): readonly RefusalCause[] {
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

/** How patient a garden is, in milliseconds where nothing else is said. Tests are less so. */
export interface GardenTiming {
  /** A watch that held for so long has begun well: the next failure is the first one. */
  readonly steady: number
  /** How long a resource may go unfollowed before that is told: servers restart. */
  readonly patience: number
  /** Seconds after which the server ends a watch in good order; up to half as much is added to spread them. */
  readonly watchSeconds: number
  /** A watch that says nothing for so long is given up. Bookmarks come once a minute. */
  readonly watchSilence: number
  /** The silence that is allowed in lists and reads of single objects. */
  readonly listSilence: number
  /** The silence that is allowed when it is asked who a user is and what they may do: the user waits for it. */
  readonly accessSilence: number
  /** The wait after so many failures in a row. */
  readonly delay: (failure: RequestFailure, failures: number) => number
  /** While waiting for other credentials: how often to look whether their files changed. */
  readonly credentialsCheck: number
  /** How long to wait for a whole first reading before parts of it are shown. */
  readonly wholePatience: number
  /** Between two readings of what can only be read by its name. */
  readonly again: number
  /** Between two snapshots. */
  readonly pause: number
  /** Between two snapshots while the first lists are read. */
  readonly readingPause: number
}

const most = 10_000

const first = 400
/** The delays when only an operator can help: new credentials, a role, an API that is installed. */
const slow = [1_000, 3_000, 10_000, 30_000, 60_000]

export const usualTiming: GardenTiming = {
  steady: 5_000,
  patience: 5_000,
  watchSeconds: 300,
  watchSilence: 90_000,
  listSilence: 60_000,
  accessSilence: 10_000,
  delay: (failure, failures) => delayAfter(failure, failures, Math.random()),
  credentialsCheck: 1_000,
  wholePatience: 3_000,
  again: 60_000,
  pause: 250,
  readingPause: 1_000,
}

/**
 * How long to wait, in milliseconds, after so many failures in a row (0 before the first retry). Twice as long each time, up to
 * ten seconds; what lasts is tried slowly. `random` in [0, 1) spreads what failed together.
 */
export function delayAfter(failure: RequestFailure, failures: number, random: number): number {
  const spread = 0.75 + random / 2
  switch (failure.kind) {
    case 'expired':
      // The first re-list happens at once: it is the ordinary way to go on.
      return failures === 0 ? 0 : Math.min(most, first * 2 ** Math.min(failures, 10)) * spread
    case 'credentials':
    case 'forbidden':
    case 'missing':
      return (slow[Math.min(failures, slow.length - 1)] ?? 60_000) * spread
    case 'behind':
    case 'busy':
    case 'conflict':
    case 'unreachable':
    case 'silent':
    case 'unusable':
      return Math.max(failure.retryAfter ?? 0, Math.min(most, first * 2 ** Math.min(failures, 10))) * spread
  }
}

/** Whether only an operator can help. */
export function isLasting(failure: RequestFailure): boolean {
  return failure.kind === 'credentials' || failure.kind === 'forbidden' || failure.kind === 'missing'
}
