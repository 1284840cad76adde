import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { DAY, SECOND } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { ChunkedList } from '@/lib/garden/chunked-list'
import type { Snapshot } from '@/lib/garden/garden'
import { StoredHistory } from '@/lib/history'
import { openStore, type Store } from '@/lib/store'
import { at, landscape } from './landscape'
import { type Figure, summary, timeAsync, watched } from './measure'

/** What a year brings for each cluster: versions and settings that change, each with a maintenance; and how it is doing. */
const perYear = { maintained: 40, failing: 40 }
const changes = 2000
/** So many of them come within a moment, as when windows open; and of these so many come one after the other. */
const [atOnce, alone] = [100, 100]

/** Recording a landscape in a file, from its first moment on, and reading it back. */
export async function history(shoots = 100_000): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-'))
  const store = openStore({ DATA_DIR: folder })
  const open = (days = 400) =>
    new StoredHistory(store, {
      days,
      onFailure: (error) => {
        throw error
      },
    })
  const size = () => statSync(join(folder, 'almanac.db')).size
  const first = open()
  const { snapshot } = landscape(shoots)
  const begun = await watched(async () => {
    first.record(snapshot, at)
    await first.settled()
  })
  const atFirst = size()

  let current = snapshot
  let seen = at
  const spent: number[] = []
  const change = (i: number) => {
    const position = (i * 7919) % shoots
    const shoot = current.shoots.at(position)
    if (shoot === undefined) return
    seen += SECOND
    current = { ...current, revision: `${seen}`, shoots: current.shoots.toSpliced(position, 1, maintained(shoot, i)) }
    const before = performance.now()
    first.record(current, seen)
    spent.push(performance.now() - before)
  }
  /** What writing takes of the event loop, for each change. */
  const written = { together: [] as number[], alone: [] as number[] }
  for (let i = 0; i < changes; i++) {
    change(i)
    const isAlone = i >= changes - alone
    if (!isAlone && i % atOnce !== atOnce - 1) continue
    const { active } = await watched(() => first.settled())
    if (isAlone) written.alone.push(active)
    else written.together.push(active / atOnce)
  }

  // As many as one cluster has in a year, of some of them.
  const before = size()
  const some = Math.round(shoots / 5)
  const { maintained: often, failing } = { maintained: 1, failing: 1 }
  for (const [round, next] of [maintained, failed].entries()) {
    seen += DAY
    const changed = current.shoots.map((shoot, i) => (i % 5 === 0 ? next(shoot, round) : shoot))
    current = { ...current, revision: `${seen}`, shoots: ChunkedList.of(changed) }
    first.record(current, seen, true)
    await first.settled()
  }
  const each = (size() - before) / some / (often + failing)
  const year = atFirst + each * shoots * (perYear.maintained + perYear.failing)

  await first.close()
  const cold = open()
  cold.record(current, seen)
  const restarted = await watched(() => cold.settled())
  const past = await watched(() => snapshotOf(cold, at + changes * SECOND))
  const unread = open()
  unread.record(current, seen)
  const reader = await watched(() => snapshotOf(unread, at + changes * SECOND))
  await cold.close()
  await unread.close()
  const forgetful = open(1)
  forgetful.record(current, seen + SECOND)
  await forgetful.settled()
  const states = await statesIn(store)
  let [isOver, waited] = [false, 0]
  const cleaned = await watched(async () => {
    const asking = (async () => {
      while (!isOver) waited = Math.max(waited, (await timeAsync(() => store.rows('SELECT 1'))).wall)
    })()
    await forgetful.forgetOld()
    isOver = true
    await asking
  })
  const forgotten = states - (await statesIn(store))
  await forgetful.close()
  await store.close()
  rmSync(folder, { recursive: true })
  const line = (what: string, value: number, unit: Figure['unit'], below?: number): Figure => ({
    bench: 'history',
    what,
    value,
    unit,
    ...(below !== undefined && { target: { below } }),
  })
  return [
    line(`recording ${shoots} clusters for the first time`, begun.wall, 'ms', 10_000),
    line('the longest that the event loop is held meanwhile', begun.longest, 'ms', 50),
    line(
      'a change, as whoever brings it waits for',
      (spent.reduce((a, b) => a + b, 0) / spent.length) * 1000,
      'µs',
      100,
    ),
    line(
      `writing it, of the event loop, ${atOnce} at once, median`,
      summary(written.together).median * 1000,
      'µs',
      100,
    ),
    line('one alone, median', summary(written.alone).median * 1000, 'µs'),
    line('going on after a restart, in the background', restarted.wall, 'ms'),
    line('the longest that the event loop is held meanwhile', restarted.longest, 'ms', 50),
    line('the garden as it was, a fifth of the clusters changed since', past.wall, 'ms', 3000),
    line('the longest that the event loop is held meanwhile', past.longest, 'ms', 50),
    line('the same in a process that only reads, nothing read before', reader.wall, 'ms', 3000),
    line('the longest that the event loop is held meanwhile', reader.longest, 'ms', 50),
    line(`forgetting ${forgotten} states that are too old, while others ask`, cleaned.wall, 'ms'),
    line('the longest that one of these waits for the store', waited, 'ms'),
    line('the longest that the event loop is held meanwhile', cleaned.longest, 'ms', 50),
    line('what the first recording takes', atFirst / 2 ** 20, 'MB'),
    line(
      `what a year takes: ${perYear.maintained} maintenances, ${perYear.failing} changes of health each`,
      year / 2 ** 20,
      'MB',
      10_240,
    ),
  ]
}

async function statesIn(store: Store): Promise<number> {
  const [row] = await store.rows('SELECT count(*) AS count FROM history_states')
  return Number(row?.count)
}

async function snapshotOf(history: StoredHistory, seen: number): Promise<Snapshot> {
  const known = await history.snapshotAt(seen)
  if (known.kind !== 'known') throw new Error('It was recorded.')
  return known.snapshot
}

function maintained(shoot: Shoot, i: number): Shoot {
  const lastMaintenance = {
    description: `All updates succeeded (${i})`,
    state: 'Succeeded',
    triggeredTime: at + i,
  } as const
  return { ...shoot, kubernetesVersion: `1.33.${100 + i}`, lastMaintenance }
}

function failed(shoot: Shoot, i: number): Shoot {
  return { ...shoot, lastOperation: { type: 'Reconcile', state: i % 2 === 0 ? 'Failed' : 'Error' } }
}
