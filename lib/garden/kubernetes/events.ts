import type { Identity } from '../garden'
import { isRecord } from '../reader'
import { newestFirst, readShootEvent, type ShootEvents } from '../shoot-event'
import type { Connection } from './connection'
import { failureOf } from './failure'
import { textOf } from './http'

/** Of one shoot, in bytes; the API server keeps each event for an hour or some days. */
const longest = 4 * 1024 * 1024
const most = '200'

interface Asking {
  /** Milliseconds without a byte after which to give up. */
  readonly silence: number
  readonly signal: AbortSignal
}

/** The events of one shoot, asked for when somebody looks at it: events are not followed. Never rejects. */
export async function eventsOf(
  connection: Connection,
  identity: Identity,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  asking: Asking,
): Promise<ShootEvents> {
  try {
    const { body } = await connection.ask(identity, {
      method: 'GET',
      path: `/api/v1/namespaces/${encodeURIComponent(namespace)}/events`,
      query: { fieldSelector: `involvedObject.kind=Shoot,involvedObject.name=${name}`, limit: most },
      ...asking,
    })
    const list: unknown = JSON.parse(await textOf(body, longest))
    const items = isRecord(list) && Array.isArray(list.items) ? list.items : []
    const found = items
      .flatMap((item) => readShootEvent(item) ?? [])
      .filter(({ shoot }) => shoot === `${namespace}/${name}`)
    return { kind: 'read', events: newestFirst(found.map(({ event }) => event)) }
  } catch (error) {
    if (error instanceof SyntaxError)
      return { kind: 'unreadable', reason: 'The API server answers something that is no JSON.' }
    const { kind, message } = failureOf(error)
    return {
      kind: 'unreadable',
      reason: kind === 'forbidden' ? `Almanac may not list events in ${namespace}.` : `The API server ${message}.`,
    }
  }
}
