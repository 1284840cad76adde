import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MINUTE } from '@/lib/engine/time'
import { openStore, type Store } from '@/lib/store'
import { describeEachStore, type Place } from '@/lib/store/testdata/kinds'
import { StoredHistory } from '.'
import { changed, contentsOf, day0, landscape, maintained, shoot } from './testdata/snapshots'

const api = { kind: 'Shoot', namespace: 'garden-core', name: 'api' } as const

/** What docs/history.md tells operators to run. */
async function statements(): Promise<readonly string[]> {
  const docs = await readFile('docs/history.md', 'utf8')
  const [, sql = ''] = /```sql\n(.*?)```/s.exec(docs) ?? []
  return [...sql.split(';').flatMap((one) => one.trim() || []), ...(docs.includes('`VACUUM;`') ? ['VACUUM'] : [])]
}

describeEachStore('the past of a cluster', (kind) => {
  let running: Awaited<ReturnType<typeof kind.start>>
  let place: Place
  beforeAll(async () => {
    running = await kind.start()
    place = await running.place()
  })
  afterAll(async () => {
    await place?.remove()
    await running?.stop()
  })

  const open = (store: Store) => new StoredHistory(store, { days: 400, onFailure: String, clock: () => 0, lead: 0 })

  it('is deleted as it is documented, and nothing else is', async () => {
    const first = changed(landscape(), {
      shoots: { api: shoot('api', { purpose: 'secret-purpose', lastMaintenance: maintained('secret words') }) },
    })
    const second = changed(first, { shoots: { api: shoot('api', { kubernetesVersion: '1.33.2' }) } })
    const store = openStore(place.env)
    const history = open(store)
    history.record(first, day0)
    history.record(second, day0 + MINUTE)
    await history.settled()
    await history.close()
    await store.close()

    const all = await statements()
    expect(all).toHaveLength(4)
    const file = join(place.env.DATA_DIR ?? '', 'almanac.db')
    if (kind.name === 'a file') {
      expect(await readFile(file, 'latin1')).toContain('secret-purpose')
      const database = new Libsql(file)
      for (const statement of all) database.exec(statement)
      database.close()
      expect(await readFile(file, 'latin1')).not.toMatch(/secret/)
    } else {
      const other = openStore(place.env)
      for (const statement of all) await other.rows(statement)
      await other.close()
    }

    const after = openStore(place.env)
    const told = open(after)
    const bodies = await after.rows('SELECT body FROM history_contents')
    expect(JSON.stringify(bodies)).not.toMatch(/secret/)
    expect(await told.statesOf(api)).toEqual([])
    const known = await told.snapshotAt(day0 + MINUTE)
    const without = changed(second, { shoots: { api: null } })
    expect(known.kind === 'known' && contentsOf(known.snapshot)).toEqual(contentsOf(without))
    // What is still there begins anew.
    told.record(second, day0 + 2 * MINUTE)
    await told.settled()
    expect((await told.statesOf(api)).map(({ seen, value }) => [seen, value?.kubernetesVersion])).toEqual([
      [day0 + 2 * MINUTE, '1.33.2'],
    ])
    const again = await told.snapshotAt(day0 + 2 * MINUTE)
    expect(again.kind === 'known' && contentsOf(again.snapshot)).toEqual(contentsOf(second))
    await told.close()
    await after.close()
  })
})
