import type { Identity } from '../garden'
import type { Connection } from './connection'
import { ApiError } from './failure'
import { linesOf } from './lines'
import type { Resource } from './resources'

export interface WatchOptions {
  readonly identity: Identity
  readonly resourceVersion: string
  /** Seconds after which the server ends the watch in good order, so that long ones move to another server. */
  readonly timeoutSeconds: number
  /** Milliseconds without a byte after which the watch is given up. Bookmarks come about once a minute. */
  readonly silence: number
  readonly signal: AbortSignal
  /** The server has begun to watch. */
  readonly onOpen: () => void
}

/**
 * What happens to the objects of a resource after a version, several events at a time as they come; each is of unknown shape.
 * Ends when the server ends it; throws an `ApiError` or whatever broke.
 */
export async function* watchEvents(
  connection: Connection,
  resource: Resource,
  { identity, resourceVersion, timeoutSeconds, silence, signal, onOpen }: WatchOptions,
): AsyncGenerator<readonly unknown[]> {
  const query = {
    watch: '1',
    allowWatchBookmarks: 'true',
    resourceVersion,
    timeoutSeconds: String(timeoutSeconds),
  }
  const { body } = await connection.ask(identity, { method: 'GET', path: resource.path, query, silence, signal })
  onOpen()
  for await (const lines of linesOf(body)) yield lines.filter((line) => line.trim() !== '').map(parse)
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new ApiError({ kind: 'unusable', message: 'sent an event that is no JSON' })
  }
}
