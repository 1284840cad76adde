import type { ErrorBody, ErrorCode } from '@/lib/contract/common'
import { shortened } from '@/lib/engine/bounds'

type ErrorDetails = Omit<ErrorBody['error'], 'code' | 'message'>

const mark: unique symbol = Symbol.for('almanac.coded-error')

/**
 * An error that may be told to the client: a code for programs, a sentence for people, and what to do next.
 * Everything else that is thrown is an internal error and its text stays in the log.
 */
export class CodedError extends Error {
  readonly [mark] = true
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message)
    this.name = new.target.name
  }
}

/** How many wrong parameters are told one by one, and how many characters of each. */
const MOST_FIELDS = 20
const REASON_LENGTH = 500

/** The question itself is wrong; `fields` says which parameter and why. */
export class InvalidQuery extends CodedError {
  constructor(wrong: readonly { readonly field: string; readonly reason: string }[]) {
    const fields = wrong
      .slice(0, MOST_FIELDS)
      .map(({ field, reason }) => ({ field: shortened(field), reason: shortened(reason, REASON_LENGTH) }))
    const more = wrong.length - fields.length
    const texts = [...fields.map((f) => `${f.field}: ${f.reason}`), ...(more > 0 ? [`and ${more} more`] : [])]
    super('invalid', texts.join('; '), {
      hint: 'Correct these parameters; /api/openapi.json lists what each route takes.',
      fields,
    })
  }
}

/** What a user who is signed out does next: here, or where a proxy in front signs users in. */
export const SIGN_IN_HINTS = {
  here: 'Sign in at /signin; programs send Authorization: Bearer.',
  proxy:
    'Sign in at the proxy: load the page again, and programs ask it as they do elsewhere. Whoever runs it can say why it sends no Authorization: Bearer, or one that the garden does not accept.',
}

/** What was asked for is not in the garden; `near` are names it may have been meant to be. */
export class NotFound extends CodedError {
  constructor(what: string, near: readonly string[] = [], where = 'this garden') {
    super('not-found', `${shortened(what, REASON_LENGTH)} is not in ${where}.`, {
      hint: near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'Look it up with /api/find?q=…',
      near: [...near],
    })
  }
}

/** The error when nothing can be answered yet, or no longer; asking again later helps. */
export class NotReady extends CodedError {
  constructor(reason: string) {
    super('not-ready', reason, { hint: 'Ask again in a few seconds; /readyz says when the garden has been read.' })
  }
}

/** The number of seconds after which a client may ask again. */
export const RETRY_AFTER = 5

/** The client waits for so many answers that take long that others would have to wait for theirs. */
export class TooMany extends CodedError {
  constructor(reason: string) {
    super('too-many', reason, {
      hint: 'Pages ask again by themselves in a few seconds, programs after `Retry-After`.',
      retryAfter: RETRY_AFTER,
    })
  }
}

/** Whether `error` may be told. Modules are loaded several times in one process, so `instanceof` would miss some. */
export function isCoded(error: unknown): error is CodedError {
  return typeof error === 'object' && error !== null && mark in error
}
