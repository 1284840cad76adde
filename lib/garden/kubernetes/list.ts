import { setTimeout } from 'node:timers/promises'
import type { Identity } from '../garden'
import { isRecord } from '../reader'
import { delayAfter, isHopeless } from './backoff'
import type { Connection } from './connection'
import { ApiError, failureOf } from './failure'
import { textOf } from './http'
import type { Resource } from './resources'

/** A part of a list. */
export interface Page {
  readonly items: readonly unknown[]
  /** Of the whole list: where a watch goes on. All pages have the same. */
  readonly resourceVersion: string
  /** How many items there are in all, as far as the server tells. */
  readonly of?: number
}

export interface ListOptions {
  readonly identity: Identity
  /** Items per page. */
  readonly limit: number
  readonly silence: number
  readonly signal: AbortSignal
}

/** More bytes in one page than this are not read. */
const largestPage = 256 * 1024 * 1024
/** How often a page is asked for again before the list is given up. */
const mostRetries = 4

/**
 * All objects of a resource, page by page, as of one moment. A page that does not come is asked for again, so that a hiccup does
 * not cost a list of 200 pages. Throws an `ApiError`; of kind `expired` when the server forgot that moment meanwhile.
 */
export async function* listPages(
  connection: Connection,
  resource: Resource,
  options: ListOptions,
): AsyncGenerator<Page> {
  let token = ''
  let read = 0
  do {
    const page = await getPage(connection, resource, token, options)
    read += page.items.length
    token = page.token
    const of = token === '' ? read : page.remaining === undefined ? undefined : read + page.remaining
    yield { items: page.items, resourceVersion: page.resourceVersion, ...(of !== undefined && { of }) }
  } while (token !== '')
}

interface RawPage {
  readonly items: readonly unknown[]
  readonly resourceVersion: string
  readonly token: string
  readonly remaining?: number
}

async function getPage(
  connection: Connection,
  resource: Resource,
  token: string,
  { identity, limit, silence, signal }: ListOptions,
): Promise<RawPage> {
  const query = { limit: String(limit), ...(token !== '' && { continue: token }) }
  for (let failures = 0; ; failures++) {
    try {
      const { body } = await connection.ask(identity, { method: 'GET', path: resource.path, query, silence, signal })
      return readPage(await textOf(body, largestPage))
    } catch (error) {
      const failure = failureOf(error)
      const isOver = token === '' || failure.kind === 'expired' || failure.kind === 'unusable' || isHopeless(failure)
      if (signal.aborted || isOver || failures === mostRetries) throw error
      await setTimeout(delayAfter(failure, failures, Math.random()), undefined, { signal, ref: false })
    }
  }
}

function readPage(text: string): RawPage {
  const list = parse(text)
  const metadata = isRecord(list) && isRecord(list.metadata) ? list.metadata : {}
  const { resourceVersion, continue: token, remainingItemCount: remaining } = metadata
  // Without items: an empty list, which some servers write as null.
  const items = isRecord(list) ? (list.items ?? []) : undefined
  if (!Array.isArray(items) || typeof resourceVersion !== 'string') {
    throw new ApiError({ kind: 'unusable', message: 'answers something that is no list' })
  }
  return {
    items,
    resourceVersion,
    token: typeof token === 'string' ? token : '',
    ...(Number.isSafeInteger(remaining) && { remaining: Math.max(0, Number(remaining)) }),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError({ kind: 'unusable', message: 'answers something that is no JSON' })
  }
}
