import 'server-only'
import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { onWire } from '@/lib/contract/dates'
import type { AnsweredRoute, CheckedRequest, Route, RouteAnswer } from '@/lib/contract/route'
import { isAccessError } from '@/lib/garden'
import { isDamaged } from '@/lib/history'
import { GardenAccess, signedOut } from '@/lib/landscape/access'
import { landscapeAt } from '@/lib/landscape/current-landscape'
import { type Asker, almanac, theGarden } from '@/lib/landscape/garden'
import type { Landscape } from '@/lib/landscape/landscape'
import { thePasts } from '@/lib/landscape/past'
import { policyFile } from '@/lib/landscape/policy'
import { CodedError, NotReady, SIGN_IN_HINTS } from '@/lib/process/errors'
import { theCostly } from '@/lib/process/jobs'
import { oncePerProcess, processWide } from '@/lib/process/kept'
import { onBehalf } from '@/lib/process/on-behalf'
import { authMode, sessionIn, tokenOf } from './auth'
import { parseBody, parseQuery, type SearchInput } from './read-request'

/** The user who sent a request. Throws `unauthenticated` when they are signed out. */
export async function askerOf(headers: Pick<Headers, 'get' | 'has'>): Promise<Asker> {
  if (authMode() === 'none') return almanac()
  const token = await tokenOf(headers)
  if (token === null) throw await notSignedIn(headers)
  return { identity: { kind: 'user', token }, ...(await theAccess().of(token)) }
}

async function notSignedIn(headers: Pick<Headers, 'get'>): Promise<CodedError> {
  if (authMode() === 'proxy') {
    return new CodedError('unauthenticated', 'The proxy in front of Almanac sent no token with this request.', {
      hint: SIGN_IN_HINTS.proxy,
    })
  }
  const session = await sessionIn(headers)
  const isEnded = session.kind === 'ended'
  return new CodedError('unauthenticated', isEnded ? 'Your session ended.' : 'You are signed out.', {
    hint: SIGN_IN_HINTS.here,
    ...(isEnded && { endedAt: onWire(session.at) }),
  })
}

/**
 * Who is kept waiting when too much is asked for: a user by name, a client without sign-in by the address that it asks from.
 * If all clients without sign-in counted as one, one of them could hold up all others. A proxy that is not trusted hides the
 * addresses of those behind it: they are one.
 */
export function identityOf({ user }: Asker, headers: Pick<Headers, 'get'>): string {
  return user === null ? `address ${headers.get('x-almanac-client') ?? ''}` : `user ${user.name}`
}

/** Forgets what a user may see after a refusal, so that it is asked again with their next request. */
export async function askAnew(headers: Pick<Headers, 'get' | 'has'>): Promise<void> {
  const token = authMode() === 'none' ? null : await tokenOf(headers)
  if (token !== null) theAccess().forget(token)
}

/** What people may see of the one garden of this process. */
export function theAccess(): GardenAccess {
  return processWide('access', () => new GardenAccess(theGarden(), { hint: signInAgain() }))
}

/** What they do whose token the garden does not accept any more. */
function signInAgain(): string {
  return authMode() === 'proxy' ? SIGN_IN_HINTS.proxy : 'Sign in again.'
}

/** A text in parts, so that a large one is never held as a whole. */
export type TextParts = AsyncGenerator<string, void>

/** A text where the answer is no JSON, also in parts. */
export type AnswerOrText<R extends AnsweredRoute> =
  | RouteAnswer<R>
  | (R extends { csv: string } ? string : never)
  | (RouteAnswer<R> extends string ? TextParts : never)

/** The user who asks, and the address at which they reach this program, for answers that tell whole addresses. */
interface AnswerContext extends Asker {
  readonly origin: string
}

/** What computes the answer of a route. What it throws is told as `errors.ts` says. */
export type AnswerTo<R extends AnsweredRoute> = (
  asked: CheckedRequest<R>,
  asking: AnswerContext,
) => AnswerOrText<R> | Promise<AnswerOrText<R>>

/** What is asked, as it comes: from a request, or from a page's own address. */
export interface RequestInput {
  readonly path?: object
  readonly query?: SearchInput
  readonly body?: unknown
  /** The address at which the client reaches this program, for answers that tell whole addresses. */
  readonly origin?: string
  /** The identity whose requests wait if this takes long: see `identityOf`. */
  readonly identity?: string
  /** Aborts when the client has left. */
  readonly signal?: AbortSignal
}

/**
 * The answer of a route for a client, for its handler and for pages, which need no HTTP: the question is checked, told for the time
 * that it asks for, and of a costly route computed once for all who ask for the same. What follows from a landscape alone is told
 * again. Throws a coded error: see `errors.ts`, and `errorBodyOf` for how it is told. Pages call `await connection()` before:
 * answers depend on the clock.
 */
export async function answer<R extends AnsweredRoute>(
  route: R,
  answerTo: AnswerTo<NoInfer<R>>,
  asker: Asker,
  { path, query, body, origin = 'http://localhost', ...behalf }: RequestInput = {},
): Promise<AnswerOrText<R>> {
  const checked = {
    path,
    query: route.query && withClock(parseQuery(route.query, query ?? {})),
    body: route.body && withClock(parseBody(route.body, body)),
  }
  const { at, seen } = checked.query ?? checked.body ?? {}
  const compute = async (): Promise<AnswerOrText<R>> => {
    const asking = { ...(seen === undefined ? asker : await thePasts().seenBy(asker, seen)), origin }
    const anew = async () => answerTo(checked as CheckedRequest<R>, asking)
    if (route.costly === undefined && route.ofLandscape === undefined) return anew()
    const key = keyOf(route.name, route.costly ?? 'sight', checked, asking)
    const tell = () => (route.costly === undefined ? anew() : theCostly().ask(key, anew))
    return route.ofLandscape === undefined ? tell() : toldAgain(await landscapeAt(asking.garden, at), key, tell)
  }
  try {
    return await onBehalf(behalf, compute)
  } catch (error) {
    if (isAccessError(error)) throw error.kind === 'refused' ? signedOut(signInAgain()) : new NotReady(error.message)
    if (isDamaged(error)) throw new NotReady(error.message)
    throw error
  }
}

/** How many answers of a landscape are told again: several users look at one page, and each goes back to where they were. */
const most = 50

const answersOf = oncePerProcess('answers', (_: Landscape) => new LRUCache<string, object>({ max: most }))

/**
 * What was told of a landscape to all who ask for the same. Other than of `lastPer`, it is computed for who asks, and ends when they have
 * left; what ended or failed is computed anew.
 */
async function toldAgain<T>(landscape: Landscape, key: string, tell: () => Promise<T>): Promise<T> {
  const answers = answersOf(landscape)
  const known = answers.get(key)
  if (known !== undefined) return known as T
  const told = await tell()
  answers.set(key, told as object)
  return told
}

/** A key that is the same for all clients that get the same answer. */
function keyOf(name: string, scope: NonNullable<Route['costly']>, checked: object, asking: AnswerContext): string {
  const { identity, sight, garden, origin } = asking
  const policy = policyFile()?.readAt
  const shared = [name, checked, sight, garden.snapshot().revision, garden.status().state, policy, origin]
  if (scope === 'sight') return JSON.stringify(shared)
  return JSON.stringify([...shared, scope === 'asker' ? identity : randomUUID()])
}

interface RequestedTimes {
  readonly at?: string
  readonly seen?: string
}

/** What is asked of the past is told for its own time, unless another one is asked for. */
function withClock(asked: object): RequestedTimes {
  const { seen }: RequestedTimes = asked
  return seen === undefined ? asked : { at: seen, ...asked }
}
