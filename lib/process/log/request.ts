import { AsyncLocalStorage } from 'node:async_hooks'
import { processWide } from '../kept'

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
