import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { stripVTControlCharacters } from 'node:util'
import { type DestinationStream, type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino'
import { processWide } from '../kept'
import { cleaned, secretsOf } from './clean'
import { readLogLevel } from './level.mjs'
import { REFUSALS, type Refusal } from './refusals'

export { requestIdOf } from './request-id'

type Env = Readonly<Record<string, string | undefined>>

/** The one log of this process: JSON lines on its output, or words where that is a terminal. `LOG_LEVEL` says how much. */
export const log: Logger = processWide('log', () => {
  const made = makeLog(process.env, process.stdout.isTTY ? terminal : undefined)
  listen(made)
  return made
})

/** Into `to`, by default the output of the process. Each line is cleaned as a whole, whatever field a secret is in. */
export function makeLog(env: Env, to?: DestinationStream): Logger {
  const known = secretsOf(env)
  const level = readLogLevel(env) ?? (env.NODE_ENV === 'test' ? 'silent' : 'info')
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => ({ ...thisRequest() }),
      serializers: { err: errorFacts },
      hooks: { streamWrite: (line) => cleaned(line, known) },
    },
    ...(to === undefined ? [] : [to]),
  )
}

const terminal: DestinationStream = { write: (line) => void process.stdout.write(wordsOf(line)) }

/** What an error says itself: what libraries hang on it, as headers and bodies of requests, is not written down. */
function errorFacts(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { type, message, stack } = stdSerializers.err(error)
  const code = 'code' in error && ['string', 'number'].includes(typeof error.code) ? { code: error.code } : {}
  return { type, message, stack, ...code }
}

/** What other parts tell without knowing who logs. */
function listen(to: Logger): void {
  subscribe(REFUSALS, (event) => {
    const { reason, ...facts } = event as Refusal
    to.warn({ reason, ...facts }, 'refused')
  })
}

interface Line {
  readonly time: string
  readonly level: string
  readonly msg: string
  readonly status?: number
  readonly err?: { readonly stack?: string; readonly message?: string }
}

/**
 * A line of the log for whoever sits before a terminal: its words, and the stack of an error. Requests that went well are left out,
 * as pages show them; names that come from others move no cursor.
 */
export function wordsOf(line: string): string {
  const { time: _, level, msg, err, ...facts } = JSON.parse(line) as Line & Readonly<Record<string, unknown>>
  if (facts.status !== undefined && facts.status < 500) return ''
  const told = Object.entries(facts).map(([name, value]) => `${name}=${value}`)
  const words = [level === 'info' ? '' : `${level}: `, msg, ...told.map((fact) => ` ${fact}`)].join('')
  const lines = [words, ...(err === undefined ? [] : [err.stack ?? err.message ?? ''])]
  return `${lines.map(printable).join('\n')}\n`
}

/** Without what a terminal takes for a command, or shows in another order; the ends of lines of a stack stay. */
function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, ' ')
}

/** The request that is being answered: what every line of the log says that is written meanwhile. */
export interface LoggedRequest {
  readonly request: string
  /** Who asks, as soon as that is known. */
  user?: string
}

const requests = () => processWide('requests', () => new AsyncLocalStorage<LoggedRequest>())

/** Runs `answer` as part of the request with this id. */
export function inRequest<T>(request: string, answer: () => T): T {
  return requests().run({ request }, answer)
}

/** The request that is being answered; undefined outside of one. */
export function thisRequest(): LoggedRequest | undefined {
  return requests().getStore()
}

/** Says who asks, for the rest of this request. */
export function askedBy(user: string | undefined): void {
  const request = thisRequest()
  if (request !== undefined && user !== undefined) request.user = user
}
