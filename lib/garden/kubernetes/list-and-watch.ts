import { setTimeout } from 'node:timers/promises'
import type { Json } from '@/lib/engine/json'
import { isRecord } from '@/lib/engine/reader'
import type { Connection, RequestPatience } from './connection'
import { ApiError, delayAfter, failureOf, isLasting } from './failure'
import type { ApiResource } from './resources'

export interface ListPage {
  readonly items: readonly unknown[]
  /** The resource version of the whole list, from which a watch goes on. All pages have the same. */
  readonly resourceVersion: string
  /** How many items there are in all, as far as the server tells. */
  readonly of?: number
}

export interface PageOptions extends RequestPatience {
  /** Items per page. */
  readonly limit: number
}

/** The identity that reads what the landscape of all users is made of. */
export const asProcess = { kind: 'process' } as const
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
  resource: ApiResource,
  options: PageOptions,
): AsyncGenerator<ListPage> {
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
  resource: ApiResource,
  token: string,
  { limit, silence, signal }: PageOptions,
): Promise<RawPage> {
  const query = { limit: String(limit), ...(token !== '' && { continue: token }) }
  for (let failures = 0; ; failures++) {
    try {
      const question = { method: 'GET', path: resource.path, query, silence, signal } as const
      return readPage(await connection.json(asProcess, question, largestPage))
    } catch (error) {
      const failure = failureOf(error)
      const isOver = token === '' || failure.kind === 'expired' || failure.kind === 'unusable' || isLasting(failure)
      if (signal.aborted || isOver || failures === mostRetries) throw error
      await setTimeout(delayAfter(failure, failures, Math.random()), undefined, { signal, ref: false })
    }
  }
}

function readPage(list: Json): RawPage {
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

/** The silence of a watch may last a minute, as bookmarks come about once a minute. */
export interface WatchOptions extends RequestPatience {
  readonly resourceVersion: string
  /** Seconds after which the server ends the watch in good order, so that long ones move to another server. */
  readonly timeoutSeconds: number
  /** The server has begun to watch. */
  readonly onOpen: () => void
}

/**
 * What happens to the objects of a resource after a version, several events at a time as they come; each is of unknown shape.
 * Ends when the server ends it; throws an `ApiError` or whatever broke.
 */
export async function* watchEvents(
  connection: Connection,
  resource: ApiResource,
  { resourceVersion, timeoutSeconds, silence, signal, onOpen }: WatchOptions,
): AsyncGenerator<readonly unknown[]> {
  const query = {
    watch: '1',
    allowWatchBookmarks: 'true',
    resourceVersion,
    timeoutSeconds: String(timeoutSeconds),
  }
  const { body } = await connection.ask(asProcess, { method: 'GET', path: resource.path, query, silence, signal })
  onOpen()
  for await (const lines of linesOfStream(body)) yield lines.filter((line) => line.trim() !== '').map(parseEvent)
}

function parseEvent(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new ApiError({ kind: 'unusable', message: 'sent an event that is no JSON' })
  }
}

/** The largest event that is read. etcd holds objects of up to 1.5 MB. */
const longestLine = 8 * 1024 * 1024

/**
 * Cuts a stream into lines, several at a time as they come. A last line without its end is dropped: the connection broke in the
 * middle of it. Throws an `ApiError` for a line of more than `most` bytes, which would otherwise fill the memory.
 */
export async function* linesOfStream(stream: AsyncIterable<Uint8Array>, most = longestLine): AsyncGenerator<string[]> {
  let begun: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    const lines: string[] = []
    let from = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      const part = chunk.subarray(from, end)
      if (length + part.length > most) throw tooLong(most)
      lines.push(begun.length === 0 ? text(part) : text(Buffer.concat([...begun, part])))
      begun = []
      length = 0
      from = end + 1
    }
    if (from < chunk.length) {
      begun.push(chunk.subarray(from))
      length += chunk.length - from
      if (length > most) throw tooLong(most)
    }
    if (lines.length > 0) yield lines
  }
}

const newline = 0x0a

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

function tooLong(most: number): ApiError {
  return new ApiError({ kind: 'unusable', message: `sent an event of more than ${most} bytes` })
}
