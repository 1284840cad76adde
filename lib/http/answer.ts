import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Answer, AnsweredRoute, Checked, Route } from '@/lib/contract/route'
import { isAccessError } from '@/lib/garden'
import { isDamaged } from '@/lib/history'
import { signedOut } from '@/lib/landscape/access'
import type { Asker } from '@/lib/landscape/garden'
import { thePasts } from '@/lib/landscape/past'
import { policyFile } from '@/lib/landscape/policy'
import { NotReady } from '@/lib/process/errors'
import { theCostly } from '@/lib/process/jobs'
import { onBehalf } from '@/lib/process/on-behalf'
import { signInAgain } from './asker'
import { parseBody, parseQuery, type SearchInput } from './read-request'

/** A text in parts, so that a large one is never held as a whole. */
export type Parts = AsyncGenerator<string, void>

/** A text where the answer is no JSON, also in parts. */
export type Told<R extends AnsweredRoute> =
  | Answer<R>
  | (R extends { csv: string } ? string : never)
  | (Answer<R> extends string ? Parts : never)

/** Who asks, and where they reach this program: for answers that tell whole addresses. */
interface Asking extends Asker {
  readonly origin: string
}

/** What computes the answer of a route. What it throws is told as `errors.ts` says. */
export type AnswerTo<R extends AnsweredRoute> = (asked: Checked<R>, asking: Asking) => Told<R> | Promise<Told<R>>

/** What is asked, as it comes: from a request, or from a page's own address. */
export interface Question {
  readonly path?: object
  readonly query?: SearchInput
  readonly body?: unknown
  /** Where whoever asks reaches this program: for answers that tell whole addresses. */
  readonly origin?: string
  /** Who is kept waiting when this takes long: see `identityOf`. */
  readonly identity?: string
  /** Aborts when whoever asks has left. */
  readonly signal?: AbortSignal
}

/**
 * The answer of a route for whoever asks, for its handler and for pages, which need no HTTP: the question is checked, told for the time
 * that it asks for, and of a costly route computed once for all who ask for the same. Throws a coded error: see `errors.ts`, and
 * `errorBodyOf` for how it is told. Pages call `await connection()` before: answers depend on the clock.
 */
export async function answer<R extends AnsweredRoute>(
  route: R,
  answerTo: AnswerTo<NoInfer<R>>,
  asker: Asker,
  { path, query, body, origin = 'http://localhost', ...behalf }: Question = {},
): Promise<Told<R>> {
  const checked = {
    path,
    query: route.query && withClock(parseQuery(route.query, query ?? {})),
    body: route.body && withClock(parseBody(route.body, body)),
  }
  const seen = (checked.query ?? checked.body)?.seen
  const compute = async (): Promise<Told<R>> => {
    const asking = { ...(seen === undefined ? asker : await thePasts().seenBy(asker, seen)), origin }
    const told = async () => answerTo(checked as Checked<R>, asking)
    return route.costly === undefined ? told() : theCostly().ask(keyOf(route.name, route.costly, checked, asking), told)
  }
  try {
    return await onBehalf(behalf, compute)
  } catch (error) {
    if (isAccessError(error)) throw error.kind === 'refused' ? signedOut(signInAgain()) : new NotReady(error.message)
    if (isDamaged(error)) throw new NotReady(error.message)
    throw error
  }
}

/** The same for all who are told the same. */
function keyOf(name: string, scope: NonNullable<Route['costly']>, checked: object, asking: Asking): string {
  const { identity, sight, garden, origin } = asking
  const policy = policyFile()?.readAt
  const shared = [name, checked, sight, garden.snapshot().revision, garden.status().state, policy, origin]
  if (scope === 'sight') return JSON.stringify(shared)
  return JSON.stringify([...shared, scope === 'asker' ? identity : randomUUID()])
}

interface Clock {
  readonly at?: string
  readonly seen?: string
}

/** What is asked of the past is told for its own time, unless another one is asked for. */
function withClock(asked: object): Clock {
  const { seen }: Clock = asked
  return seen === undefined ? asked : { at: seen, ...asked }
}
