import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { onWire } from '@/lib/contract/dates'
import { DAY, HOUR } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import type { Garden, Snapshot } from '@/lib/garden'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { openGarden } from '@/lib/garden/open-garden'
import { InMemoryHistory } from '@/lib/history'
import { mayEdit } from './access'
import { landscapeAt } from './current-landscape'
import type { Asker } from './garden'
import { PastGardens } from './past'

/** The demo of that day says that it was read at 18:00; its first cluster was made a day before. */
const read = Date.parse('2026-11-21T18:00:00Z')
const begun = read - 5 * DAY
let garden: Garden
let today: Snapshot
let pasts: PastGardens
const asker = (): Asker => ({ identity: { kind: 'process' }, user: null, garden, sight: '' })

beforeAll(async () => {
  garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '40' })
  await garden.ready()
  today = garden.snapshot()
  const history = new InMemoryHistory()
  history.record({ ...today, shoots: ChunkedList.of([...today.shoots].slice(1)) }, begun)
  history.record(today, read - DAY, true)
  pasts = new PastGardens(garden, history)
})
afterAll(() => garden.close())

async function seen(at: Instant): Promise<Asker> {
  return pasts.seenBy(asker(), onWire(at))
}

describe('the past', () => {
  it('is what was known at an instant, and stays so', async () => {
    const past = await seen(read - 2 * DAY)
    const landscape = await landscapeAt(past.garden, undefined)
    expect(landscape.at).toBe(read - 2 * DAY)
    expect(landscape.snapshot.shoots.length).toBe(today.shoots.length - 1)
    expect(landscape.snapshot.seen).toBe(read - 2 * DAY)
    expect(await landscapeAt((await seen(read - 2 * DAY)).garden, undefined)).toBe(landscape)
    expect((await seen(read - HOUR)).garden.snapshot().shoots).toBe(today.shoots)
  })

  it('foresaw what lay ahead of it, from then on', async () => {
    const { garden } = await seen(read - 2 * DAY)
    const ahead = await landscapeAt(garden, onWire(read + 30 * DAY))
    expect(ahead.foreseen?.from).toBe(read - 2 * DAY)
    expect((await landscapeAt(garden, onWire(read - 3 * DAY))).foreseen).toBeUndefined()
  })

  it('has what was read within the second that is asked for', async () => {
    const history = new InMemoryHistory()
    history.record(today, begun + 700)
    const past = await new PastGardens(garden, history).seenBy(asker(), onWire(begun))
    expect(past.garden.snapshot().shoots).toBe(today.shoots)
  })

  it('is not known before the first record, and is said to be so', async () => {
    await expect(seen(begun - DAY)).rejects.toMatchObject({
      code: 'not-recorded',
      message: 'What was known at 2026-11-15T18:00:00Z is not recorded.',
      details: { hint: 'Recorded since 2026-11-16T18:00:00Z.', recordedSince: '2026-11-16T18:00:00Z' },
    })
    await expect(new PastGardens(garden, new InMemoryHistory()).seenBy(asker(), onWire(begun))).rejects.toMatchObject({
      code: 'not-recorded',
      details: { hint: 'Nothing is recorded here.' },
    })
  })

  it('is known without a record where nothing has changed since', async () => {
    const past = await new PastGardens(garden, new InMemoryHistory()).seenBy(asker(), onWire(read))
    expect(past.garden.snapshot().shoots).toBe(today.shoots)
  })

  it('does not lie ahead', async () => {
    const now = Math.max(Date.now(), read)
    await expect(seen(now + DAY)).rejects.toMatchObject({
      code: 'invalid',
      details: { fields: [{ field: 'seen', reason: 'must not lie after now' }] },
    })
  })

  it('is not changed', async () => {
    const past = await seen(read - 2 * DAY)
    const ref = { kind: 'CloudProfile', name: 'aws' } as const
    await expect(past.garden.apply(past.identity, ref, (one) => one, { resourceVersion: '1' })).rejects.toMatchObject({
      code: 'forbidden',
      message: 'Nothing can be applied from the past.',
    })
    expect(await mayEdit(past, ref)).toBe(false)
    expect(await mayEdit(asker(), ref)).toBe(true)
    const tell = vi.fn()
    past.garden.subscribe(tell)()
    expect(tell).not.toHaveBeenCalled()
  })
})
