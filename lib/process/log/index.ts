import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { stripVTControlCharacters } from 'node:util'
import { type DestinationStream, type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino'
import { processWide } from '../kept'
import { readLogLevel } from '../settings.mjs'
import { REFUSALS, type RequestRefusal } from './requests'

export { requestIdOf } from './requests'

type Env = Readonly<Record<string, string | undefined>>

const HIDDEN = '[hidden]'

/**
 * What a secret looks like in a line of the log, and what is left of it. Lines are JSON, so that no pattern goes past a quotation
 * mark or a backslash: what comes out is the same JSON with other texts. Every repetition is bounded, or over what no other part of
 * its pattern matches.
 */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  // A header, or a field that has the name of a secret, as text or as JSON within a text.
  [
    /\b((?:proxy-)?authorization|(?:set-)?cookie|x-[a-z]{1,20}-token|[a-z_-]{0,30}(?:secret|password|passwd|token))(\\{0,3}["']?\s?[:=]\s?(?:\[\s?)?\\{0,3}["']?)(?!\[hidden\])[^"'\\\s][^"'\\]*/gi,
    `$1$2${HIDDEN}`,
  ],
  [/\b(bearer\s)[\w.~+/=-]{8,}/gi, `$1${HIDDEN}`],
  // A JSON Web Token begins with `{"` in base64.
  [/\beyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g, HIDDEN],
  // The password of an address.
  [/(\b[a-z][a-z0-9+]{0,20}:\/\/[^\s:@/"\\]{0,200}):[^\s@"\\]{1,500}@/gi, `$1:${HIDDEN}@`],
  // What a signed address and the answer of a provider carry.
  [/([?&](?:key|code|state|nonce|signature|id_token_hint|code_verifier)=)[^&\s"\\#]+/gi, `$1${HIDDEN}`],
]

/**
 * Takes secrets out of what is written down: what looks like one, and `known` ones wherever they stand. Fields of our own have none;
 * this is for texts of others, as errors of libraries.
 */
export function cleaned(line: string, known: readonly string[]): string {
  let clean = line
  for (const secret of known) clean = clean.replaceAll(secret, HIDDEN)
  for (const [pattern, kept] of PATTERNS) clean = clean.replace(pattern, kept)
  return clean
}

const SECRETS = ['OIDC_CLIENT_SECRET', 'SESSION_SECRET', 'FEED_SECRET', 'NOTICE_SECRET'] as const

/** The secrets of the settings, as they may stand in JSON. What is shorter than this would take words apart. */
export function secretsOf(env: Env): readonly string[] {
  // Keys are several while one takes the place of another.
  const given = SECRETS.flatMap((name) => (env[name] ?? '').split(',').map((secret) => secret.trim()))
  const found = [...given, ...passwordsOf(env.DATABASE_URL ?? '')]
  return [...new Set(found.map((text) => JSON.stringify(text).slice(1, -1)))].filter((text) => text.length >= 6)
}

function passwordsOf(url: string): readonly string[] {
  const [, written = ''] = /^[^:]*:\/\/[^:@]*:(.*)@/.exec(url) ?? []
  const parsed = URL.canParse(url) ? new URL(url).password : ''
  try {
    return [written, parsed, decodeURIComponent(parsed)]
  } catch {
    return [written, parsed]
  }
}

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
    const { reason, ...facts } = event as RequestRefusal
    to.warn({ reason, ...facts }, 'refused')
  })
}

interface LogLine {
  readonly time: string
  readonly level: string
  readonly msg: string
  readonly status?: number
  readonly err?: { readonly stack?: string; readonly message?: string }
}

/**
 * A line of the log for a reader at a terminal: its words, and the stack of an error. Requests that went well are left out,
 * as pages show them; names that come from others move no cursor.
 */
export function wordsOf(line: string): string {
  const { time: _, level, msg, err, ...facts } = JSON.parse(line) as LogLine & Readonly<Record<string, unknown>>
  if (facts.status !== undefined && facts.status < 500) return ''
  const told = Object.entries(facts).map(([name, value]) => `${name}=${value}`)
  const words = [level === 'info' ? '' : `${level}: `, msg, ...told.map((fact) => ` ${fact}`)].join('')
  const lines = [words, ...(err === undefined ? [] : [err.stack ?? err.message ?? ''])]
  return `${lines.map(printable).join('\n')}\n`
}

/** A text without what a terminal takes for a command, or shows in another order; the line ends of a stack stay. */
function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, ' ')
}

/** The request that is being answered: what every line of the log says that is written meanwhile. */
export interface LoggedRequest {
  readonly request: string
  /** The user who asks, as soon as that is known. */
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
