import type { Instant } from '@/lib/engine/types'
import type { Store } from '@/lib/store'
import { placeholders } from './database'
import { recordKey } from './parts'
import { type KnownObject, positionAt, refIn } from './reading'

/** How many states are looked at in one transaction. */
const page = 500

/**
 * Forgets what was no longer so at `edge`: the state that held then stays. A little at a time, so that no user waits for it. What is
 * interrupted goes on with the next one.
 */
export async function cleanUp(database: Store, edge: Instant, objects: Map<string, KnownObject>): Promise<void> {
  const last = await positionAt(database.rows, edge)
  for (let from = 0; from < last; ) {
    const [row] = await database.rows(
      `SELECT max(id) AS id FROM (SELECT id FROM history_states WHERE id > $1 AND id <= $2 ORDER BY id LIMIT ${page}) page`,
      [from, last],
    )
    const until = Number(row?.id ?? last)
    await forgetBetween(database, from, until, last, objects)
    from = until
  }
  await database.rows('DELETE FROM history_runs WHERE alive < $1 AND id < (SELECT max(id) FROM history_runs)', [edge])
}

function forgetBetween(
  { together }: Store,
  from: number,
  until: number,
  last: number,
  objects: Map<string, KnownObject>,
): Promise<void> {
  return together(async (rows) => {
    const forgotten = await rows(
      `DELETE FROM history_states WHERE id > $1 AND id <= $2 AND EXISTS (
         SELECT 1 FROM history_states n
         WHERE n.object = history_states.object AND n.part = history_states.part AND n.id > history_states.id AND n.id <= $3
       ) RETURNING content`,
      [from, until, last],
    )
    // That something is not there says nothing where nothing is known from before.
    const gone = await rows(
      `DELETE FROM history_states WHERE id > $1 AND id <= $2 AND content IS NULL AND NOT EXISTS (
         SELECT 1 FROM history_states n
         WHERE n.object = history_states.object AND n.part = history_states.part AND n.id < history_states.id
       ) RETURNING object`,
      [from, until],
    )
    const contents = [...new Set(forgotten.flatMap(({ content }) => (content === null ? [] : [Number(content)])))]
    if (contents.length > 0) {
      await rows(
        `DELETE FROM history_contents WHERE id IN (${placeholders(contents.length)})
         AND NOT EXISTS (SELECT 1 FROM history_states s WHERE s.content = history_contents.id)`,
        contents,
      )
    }
    const ids = [...new Set(gone.map(({ object }) => Number(object)))]
    if (ids.length === 0) return
    const removed = await rows(
      `DELETE FROM history_objects WHERE id IN (${placeholders(ids.length)})
       AND NOT EXISTS (SELECT 1 FROM history_states s WHERE s.object = history_objects.id)
       RETURNING kind, namespace, name`,
      ids,
    )
    for (const row of removed) objects.delete(recordKey(refIn(row)))
  })
}
