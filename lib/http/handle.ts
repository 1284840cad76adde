import 'server-only'
import { errorStatus } from '@/lib/contract/common'
import type { AnsweredRoute, Route } from '@/lib/contract/route'
import { type Asker, almanac } from '@/lib/landscape/garden'
import { askedBy, inRequest, log, requestIdOf } from '@/lib/process/log'
import { type AnswerTo, answer, askAnew, askerOf, identityOf, type TextParts } from './answer'
import { authMode } from './auth'
import { askerOfKey } from './feeds/addresses'
import { countRequest } from './metrics'
import { originOf } from './origin'
import { readJsonBody } from './read-request'
import { refuse, respond, respondWith } from './respond'

type PathParts = Readonly<Record<string, string | readonly string[]>>

/** The status for logs and figures if the client has left and does not read the answer. */
const hasLeft = 499

/**
 * The handler of a route, made of what its question says of it and of what computes its answer.
 * @param path the parts of its path that vary, without what it ends with: see `routeAt`
 */
export function handle<R extends AnsweredRoute>(route: R, answerTo: AnswerTo<NoInfer<R>>, path: PathParts = {}) {
  const respondTo = async (request: Request): Promise<Response> => {
    try {
      const query = new URL(request.url).searchParams
      const body = route.body === undefined ? undefined : await readJsonBody(request)
      const file = fileOf(path, route)
      const asker = route.isOpen ? almanac() : await askerFor(request.headers, route, path, query.get('key'))
      askedBy(asker.user?.name)
      const { headers, signal } = request
      const whose = { origin: originOf(headers), identity: identityOf(asker, headers), signal }
      const told = await answer(route, answerTo, asker, { path, query, body, ...whose })
      if (typeof told === 'string') return sendText(request, told, route, file, asker)
      if (isPicture(told)) return respondWith(request, told, pictureHeaders('image/png', asker.user !== null))
      if (isInParts(told)) return sendParts(told, route, file)
      if (route.statuses !== undefined) return sendOutcome(told, route.statuses)
      return respond(request, told)
    } catch (error) {
      return request.signal.aborted ? new Response(null, { status: hasLeft }) : refuse(error)
    }
  }
  return (request: Request): Promise<Response> =>
    answered(request, route.name, async () => {
      const response = await respondTo(request)
      if (response.status === errorStatus.forbidden) await askAnew(request.headers)
      return response
    })
}

/** A key stands for the client that asks with it, also if a user is signed in: they see what others see who have it. */
function askerFor(
  headers: Headers,
  { keyed }: Route,
  { namespace, name }: PathParts,
  key: string | null,
): Promise<Asker> {
  if (keyed === undefined || key === null || authMode() === 'none') return askerOf(headers)
  return askerOfKey(key, { kind: keyed, namespace: namespace && String(namespace), name: String(name) })
}

/** What an answer is saved as, where it is a file. */
function fileOf(path: PathParts, { name, ending }: Route): string | undefined {
  return ending === undefined ? /[^/]+\.\w+$/.exec(name)?.[0] : `${Object.values(path).flat().at(-1)}.${ending}`
}

function sendText(
  request: Request,
  text: string,
  { answer, csv }: Route,
  file: string | undefined,
  asker: Asker,
): Response {
  if (csv !== undefined) return sendOnce(text, { ...typed('text/csv'), ...savedAs(csv) })
  if (answer === 'text/calendar') return respondWith(request, text, { ...typed(answer), ...savedAs(file) })
  if (answer === 'image/svg+xml') return respondWith(request, text, pictureHeaders(answer, asker.user !== null))
  return sendOnce(text, {})
}

function isPicture(told: unknown): told is Uint8Array<ArrayBuffer> {
  return told instanceof Uint8Array
}

function isInParts(told: unknown): told is TextParts {
  return typeof told === 'object' && told !== null && Symbol.asyncIterator in told
}

/** Parts are made as fast as they are taken, and no longer when the client stops taking them. */
function sendParts(parts: TextParts, { answer }: Route, file: string | undefined): Response {
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await parts.return()
    },
  })
  return sendOnce(stream, { ...typed(String(answer)), ...savedAs(file) })
}

function typed(type: string) {
  return { 'content-type': `${type}; charset=utf-8` }
}

/** Names come from addresses: what could end the header, or lead out of a folder, is not in them. */
function savedAs(file: string | undefined): Readonly<Record<string, string>> {
  if (file === undefined) return {}
  return { 'content-disposition': `attachment; filename="${file.replaceAll(/[^\w.-]/g, '_')}"` }
}

function sendOnce(body: string | ReadableStream, headers: Readonly<Record<string, string>>): Response {
  return new Response(body, { headers: { ...headers, 'cache-control': 'no-store' } })
}

function sendOutcome(told: unknown, statuses: Readonly<Record<string, number>>): Response {
  const { outcome } = told as { readonly outcome: string }
  return Response.json(told, { status: statuses[outcome] ?? 200, headers: { 'cache-control': 'no-store' } })
}

/** What is asked every few seconds by programs that look whether we live is of use only to who looks for it. */
const PROBES: readonly string[] = ['GET /healthz', 'GET /readyz', 'GET /metrics']

/** Answers a request to a route, by its name, as one that is counted and has its line in the log. */
export function answered(request: Request, name: string, respond: () => Promise<Response>): Promise<Response> {
  const begin = performance.now()
  return inRequest(requestIdOf(request.headers), async () => {
    const response = await respond()
    const { status } = response
    const milliseconds = performance.now() - begin
    countRequest(name, status, milliseconds / 1000)
    const level = status >= 500 ? 'warn' : PROBES.includes(name) ? 'debug' : 'info'
    const route = name.slice(name.indexOf(' ') + 1)
    log[level]({ method: request.method, route, status, ms: Math.round(milliseconds * 10) / 10 }, 'answered')
    return response
  })
}

/** What others show for a while without asking: seconds. */
const SHOWN_FOR = 300

/** The headers by which a client is known. */
const WHO = 'Cookie, Authorization'

/**
 * How long a badge or a picture may be shown without asking. What only some may see is for their own browser, which asks each time: the next
 * user of it may be another one, who is answered otherwise at the same address.
 */
export function pictureHeaders(type: string, isSignedIn: boolean): Readonly<Record<string, string>> {
  if (!isSignedIn) return { 'content-type': type, 'cache-control': `public, max-age=${SHOWN_FOR}` }
  return { 'content-type': type, 'cache-control': 'private, no-cache', vary: WHO }
}
