import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { openStore, type Store } from '@/lib/store'
import { describeEachStore, type Place } from '@/lib/store/testdata/kinds'
import { BEAT, StoredHistory } from '.'
import type { History } from './history'
import {
  changed,
  contentsOf,
  day0,
  landscape,
  maintained,
  profile,
  project,
  shoot,
  writingThrough,
} from './testdata/snapshots'

const api = { kind: 'Shoot', namespace: 'garden-core', name: 'api' } as const
const web = { kind: 'Shoot', namespace: 'garden-core', name: 'web' } as const

describeEachStore('a history', (kind) => {
  let running: Awaited<ReturnType<typeof kind.start>>
  let place: Place
  /** Of all processes: what tells them that another one does not live any more. */
  let clock = 0
  let failures: string[] = []
  const stores: Store[] = []
  const open = (options: { days?: number; store?: Store } = {}) => {
    const store = options.store ?? openStore(place.env)
    stores.push(store)
    const told = failures
    return new StoredHistory(store, {
      days: options.days ?? 400,
      onFailure: (error) => {
        told.push(String(error))
        return 'It cannot be written.'
      },
      clock: () => clock,
      lead: 0,
    })
  }
  /** The process that has it. */
  const kill = async (store: Store) => {
    stores.splice(stores.indexOf(store), 1)
    await store.close()
  }
  /** Until everything is written that can be. */
  const written = async (history: StoredHistory) => {
    for (let i = 0; i < 3; i++) await history.settled()
  }
  const shown = async (history: History, at: number) => {
    const known = await history.snapshotAt(at)
    if (known.kind !== 'known') throw new Error(`Nothing is known of it: since ${known.since}`)
    return known.snapshot
  }
  const rowsOf = async (table: string) =>
    (await openRows(`SELECT * FROM ${table} ORDER BY id`)).map((row) => ({ ...row }))
  const openRows = async (statement: string) => {
    const store = openStore(place.env)
    stores.push(store)
    return store.rows(statement)
  }
  beforeAll(async () => {
    running = await kind.start()
  })
  afterAll(() => running?.stop())
  beforeEach(async () => {
    place = await running.place()
    failures = []
  })
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()))
    await place.remove()
  })

  it('tells how the garden was known at any moment, in the order of the garden, and to another process too', async () => {
    const history = open()
    const first = landscape()
    const second = changed(first, {
      shoots: { api: shoot('api', { kubernetesVersion: '1.34.0' }), new: shoot('new'), web: null },
      profiles: { gcp: profile('gcp') },
      projects: { core: null, apps: project('apps') },
    })
    history.record(first, day0)
    await written(history)
    history.record(second, day0 + MINUTE)
    await written(history)
    for (const one of [history, open()]) {
      expect(contentsOf(await shown(one, day0))).toEqual(contentsOf(first))
      expect(contentsOf(await shown(one, day0 + MINUTE - 1))).toEqual(contentsOf(first))
      expect(contentsOf(await shown(one, day0 + MINUTE))).toEqual(contentsOf(second))
      expect(await one.snapshotAt(day0 - 1)).toEqual({ kind: 'before', since: day0 })
      expect(await one.since()).toBe(day0)
      expect(await one.gaps()).toEqual([])
    }
    expect(failures).toEqual([])
  })

  it('leaves what is today as it was then the very same object', async () => {
    const history = open()
    const first = landscape()
    const second = changed(first, { shoots: { api: shoot('api', { kubernetesVersion: '1.34.0' }) } })
    history.record(first, day0)
    history.record(second, day0 + MINUTE)
    await written(history)
    const then = await shown(history, day0)
    expect(then.shoots.at(1)).toBe(second.shoots.at(1))
    expect(then.profiles.get('aws')).toBe(second.profiles.get('aws'))
    expect(then.shoots.at(0)).toEqual(first.shoots.at(0))
    expect((await shown(history, day0)).revision).toBe(then.revision)
    expect(then.revision).not.toBe((await shown(history, day0 + MINUTE)).revision)
    expect(then.observedAt).toBe(day0)
  })

  it('tells what waits to be written as well', async () => {
    const history = open({ store: { ...openStore(place.env), together: () => new Promise(() => {}) } })
    const first = landscape()
    history.record(first, day0)
    expect(contentsOf(await shown(history, day0 + 5))).toEqual(contentsOf(first))
    expect(await history.since()).toBe(day0)
    expect(await history.statesOf(api)).toMatchObject([{ seen: day0, after: null }])
    expect(history.state()).toMatchObject({ waiting: 1, recorded: null })
  })

  it('tells every state of an object: what it became, that it was gone, and that it was made anew', async () => {
    const history = open()
    const first = landscape()
    const moved = changed(first, { shoots: { web: shoot('web', { kubernetesVersion: '1.34.0' }) } })
    const gone = changed(moved, { shoots: { web: null } })
    const anew = shoot('web', { creationTimestamp: day0 + 3 * MINUTE })
    const back = changed(gone, { shoots: { web: anew } })
    for (const [i, snapshot] of [first, moved, gone, back].entries()) history.record(snapshot, day0 + i * MINUTE)
    await written(history)
    const states = await history.statesOf(web)
    expect(states.map(({ seen, after }) => [seen, after])).toEqual([
      [day0, null],
      [day0 + MINUTE, undefined],
      [day0 + 2 * MINUTE, undefined],
      [day0 + 3 * MINUTE, undefined],
    ])
    expect(states.map(({ value }) => value)).toEqual([first.shoots.at(1), moved.shoots.at(1), null, anew])
    expect(await history.statesOf({ kind: 'Shoot', namespace: 'garden-core', name: 'none' })).toEqual([])
    expect(contentsOf(await shown(history, day0 + 2 * MINUTE))).toEqual(contentsOf(gone))
  })

  it('tells how shoots were since a moment, also those that came and went, and no others', async () => {
    const history = open()
    const first = landscape()
    const moved = changed(first, { shoots: { web: shoot('web', { kubernetesVersion: '1.34.0' }) } })
    const made = changed(moved, { shoots: { batch: shoot('batch'), old: shoot('old') } })
    const gone = changed(made, { shoots: { old: null, web: shoot('web', { kubernetesVersion: '1.35.0' }) } })
    for (const [i, snapshot] of [first, moved, made, gone].entries()) history.record(snapshot, day0 + i * MINUTE)
    const from = day0 + 90 * SECOND
    const since = async () => {
      const found: unknown[][] = []
      for await (const some of history.shootsSince(from, (place) => place.name !== 'api'))
        for (const { name, states } of some)
          found.push([name, ...states.map(({ seen, after, value }) => [seen, after, value?.kubernetesVersion])])
      return found.sort()
    }
    const expected = [
      ['batch', [day0 + 2 * MINUTE, undefined, '1.33.1']],
      ['old', [day0 + 2 * MINUTE, undefined, '1.33.1'], [day0 + 3 * MINUTE, undefined, undefined]],
      ['web', [from, null, '1.34.0'], [day0 + 3 * MINUTE, undefined, '1.35.0']],
    ]
    expect(await since()).toEqual(expected)
    await written(history)
    expect(await since()).toEqual(expected)
    for await (const some of history.shootsSince(day0 - HOUR, (place) => place.name === 'api'))
      for (const { name, states } of some)
        expect([name, states]).toEqual(['api', [{ seen: day0, after: null, value: first.shoots.at(0) }]])
  })

  it('keeps who wrote a profile, and each version of it', async () => {
    const history = open()
    const first = landscape()
    const written2 = { manager: 'kubectl-edit', at: day0 + MINUTE }
    const touched = changed(first, { profiles: { aws: profile('aws', { resourceVersion: '2', written: written2 }) } })
    history.record(first, day0)
    history.record(touched, day0 + MINUTE)
    await written(history)
    const states = await history.statesOf({ kind: 'CloudProfile', name: 'aws' })
    expect(states.map(({ value }) => [value?.resourceVersion, value?.written])).toEqual([
      ['1', undefined],
      ['2', written2],
    ])
    // The content is the same, and is kept once.
    const bodies = (await rowsOf('history_contents')).filter(({ body }) => String(body).includes('machineImages'))
    expect(bodies).toHaveLength(1)
  })

  it('keeps each maintenance that was seen', async () => {
    const history = open()
    const first = landscape()
    const once = changed(first, { shoots: { api: shoot('api', { lastMaintenance: maintained('one') }) } })
    const twice = changed(once, { shoots: { api: shoot('api', { lastMaintenance: maintained('two') }) } })
    for (const [i, snapshot] of [first, once, twice].entries()) history.record(snapshot, day0 + i * MINUTE)
    await written(history)
    const seen = await history.maintenancesSeen(day0 - 1, day0 + HOUR)
    expect(seen).toEqual([
      { seen: day0, after: null, namespace: 'garden-core', name: 'web', maintenance: maintained('of before') },
      { seen: day0 + MINUTE, namespace: 'garden-core', name: 'api', maintenance: maintained('one') },
      { seen: day0 + 2 * MINUTE, namespace: 'garden-core', name: 'api', maintenance: maintained('two') },
    ])
    expect(await history.maintenancesSeen(day0, day0 + MINUTE)).toEqual([seen[1]])
  })

  it('takes no note of a reconciliation that ends as the one before, but of one that fails or goes on for long', async () => {
    const history = open()
    const first = landscape()
    const withOperation = (state: string) =>
      changed(first, { shoots: { api: shoot('api', { lastOperation: { type: 'Reconcile', state } }) } })
    history.record(first, day0)
    history.record(withOperation('Processing'), day0 + MINUTE)
    await written(history)
    const before = (await rowsOf('history_states')).length
    expect((await shown(history, day0 + 30 * SECOND)).shoots.at(0)).toEqual(first.shoots.at(0))
    history.record(withOperation('Succeeded'), day0 + 2 * MINUTE)
    history.record(withOperation('Processing'), day0 + 3 * MINUTE)
    await written(history)
    expect(await rowsOf('history_states')).toHaveLength(before)
    history.record(withOperation('Error'), day0 + 4 * MINUTE)
    const stuck = withOperation('Processing')
    history.record(stuck, day0 + 5 * MINUTE)
    await written(history)
    for (let i = 0; i < 40; i++) history.record(stuck, day0 + (5 + i) * MINUTE)
    await written(history)
    expect((await history.statesOf(api)).map(({ value }) => value?.lastOperation?.state)).toEqual([
      'Succeeded',
      'Error',
      'Processing',
    ])
    expect(failures).toEqual([])
  })

  it('takes note of when a reconciliation begins and ends that carries a change out, however short it is', async () => {
    const history = open()
    const first = landscape()
    const is = (state: string, more: Partial<Shoot> = {}) =>
      changed(first, { shoots: { api: shoot('api', { lastOperation: { type: 'Reconcile', state }, ...more }) } })
    const set = { kubernetesVersion: '1.33.9' }
    history.record(first, day0)
    history.record(is('Succeeded', { ...set, awaitsReconciliation: true }), day0 + MINUTE)
    for (const [i, progress] of [0, 40, 80].entries()) {
      const lastOperation = { type: 'Reconcile', state: 'Processing', progress }
      history.record(is('Processing', { ...set, lastOperation }), day0 + (2 + i) * MINUTE)
    }
    history.record(is('Succeeded', set), day0 + 5 * MINUTE)
    await written(history)
    const states = await history.statesOf(api)
    expect(states.map(({ seen, value }) => [(seen - day0) / MINUTE, value?.lastOperation?.state])).toEqual([
      [0, 'Succeeded'],
      [1, 'Succeeded'],
      [2, 'Processing'],
      [5, 'Succeeded'],
    ])
    expect(states.map(({ value }) => value?.awaitsReconciliation)).toEqual([undefined, true, undefined, undefined])
    expect(failures).toEqual([])
  })

  it('takes note of an error and of its codes, and of its words only when they last', async () => {
    const history = open()
    const reported = { type: 'MaintenancePreconditionsSatisfied', status: 'False', reason: 'A', message: 'B', since: 1 }
    const first = landscape()
    const failed = (description: string, code: string) =>
      changed(first, {
        shoots: {
          api: shoot('api', {
            lastOperation: { type: 'Reconcile', state: 'Error' },
            lastErrors: [{ description, codes: [code] }],
            conditions: [{ type: 'EveryNodeReady', status: 'False' }],
            reportedConstraints: [reported],
          }),
        },
      })
    history.record(first, day0)
    history.record(failed('request 1', 'ERR_INFRA_QUOTA_EXCEEDED'), day0 + MINUTE)
    for (let i = 2; i < 20; i++) history.record(failed(`request ${i}`, 'ERR_INFRA_QUOTA_EXCEEDED'), day0 + i * MINUTE)
    history.record(failed('request 20', 'ERR_CONFIGURATION_PROBLEM'), day0 + 20 * MINUTE)
    const last = failed('request 21', 'ERR_CONFIGURATION_PROBLEM')
    history.record(last, day0 + 21 * MINUTE)
    await written(history)
    for (let i = 22; i < 60; i++) history.record(last, day0 + i * MINUTE)
    await written(history)
    const states = await history.statesOf(api)
    expect(states.map(({ value }) => value?.lastErrors?.[0])).toEqual([
      undefined,
      { description: 'request 1', codes: ['ERR_INFRA_QUOTA_EXCEEDED'] },
      { description: 'request 20', codes: ['ERR_CONFIGURATION_PROBLEM'] },
      { description: 'request 21', codes: ['ERR_CONFIGURATION_PROBLEM'] },
    ])
    expect(states[1]?.value?.conditions).toEqual([{ type: 'EveryNodeReady', status: 'False' }])
    expect(states[1]?.value?.reportedConstraints).toEqual([reported])
  })

  it('goes on after a restart with what is new, and says what came about unseen', async () => {
    const first = landscape()
    const before = open()
    before.record(first, day0)
    await before.close()
    const rows = await rowsOf('history_states')
    const after = open()
    const second = changed(landscape(), { shoots: { api: shoot('api', { hibernated: true }) } })
    after.record(second, day0 + HOUR)
    await written(after)
    expect(await rowsOf('history_states')).toHaveLength(rows.length + 1)
    expect((await after.statesOf(api)).map(({ seen, after }) => [seen, after])).toEqual([
      [day0, null],
      [day0 + HOUR, day0],
    ])
    const gap = { from: day0, until: day0 + HOUR }
    expect(await after.gaps()).toEqual([gap])
    expect(await after.snapshotAt(day0 + MINUTE)).toMatchObject({ kind: 'known', gap, since: day0 })
    expect((await shown(after, day0 + MINUTE)).observedAt).toBe(day0)
    expect(await after.snapshotAt(day0 + HOUR)).not.toHaveProperty('gap')
    // Nothing differs: nothing is written.
    await after.close()
    const again = open()
    again.record(changed(landscape(), { shoots: { api: shoot('api', { hibernated: true }) } }), day0 + HOUR + SECOND)
    await written(again)
    expect(await rowsOf('history_states')).toHaveLength(rows.length + 1)
    expect(await again.gaps()).toEqual([gap])
  })

  it('knows when it was not followed within a process', async () => {
    const history = open()
    const first = landscape()
    history.record(first, day0)
    history.record(first, day0 + BEAT)
    await written(history)
    const second = changed(first, { shoots: { api: null } })
    history.record(second, day0 + HOUR)
    await written(history)
    expect(await history.gaps()).toEqual([{ from: day0 + BEAT, until: day0 + HOUR }])
    expect((await history.statesOf(api)).at(-1)).toEqual({ seen: day0 + HOUR, after: day0 + BEAT, value: null })
  })

  it('never goes back with a clock that does', async () => {
    const history = open()
    const snapshots = [landscape()]
    for (let i = 1; i < 4; i++) {
      snapshots.push(
        changed(snapshots.at(-1) ?? landscape(), {
          shoots: { api: shoot('api', { kubernetesVersion: `1.33.${i + 1}` }) },
        }),
      )
    }
    const [a, b, c, d] = snapshots as [
      (typeof snapshots)[0],
      (typeof snapshots)[0],
      (typeof snapshots)[0],
      (typeof snapshots)[0],
    ]
    history.record(a, day0 + DAY)
    history.record(b, day0)
    await written(history)
    history.record(c, day0 + SECOND)
    await written(history)
    await history.close()
    const other = open()
    other.record(d, day0 + HOUR)
    await written(other)
    const moments = (await rowsOf('history_states')).map(({ seen }) => Number(seen))
    expect(moments).toEqual(moments.toSorted((x, y) => x - y))
    expect((await other.statesOf(api)).map(({ value }) => value?.kubernetesVersion)).toEqual([
      '1.33.1',
      '1.33.2',
      '1.33.3',
      '1.33.4',
    ])
    expect(failures).toEqual([])
  })

  it('is written by one of several processes, so that one that lags behind writes nothing, until that one is gone', async () => {
    const store = openStore(place.env)
    const [one, two] = [open({ store }), open()]
    const first = landscape()
    const second = changed(first, { shoots: { api: shoot('api', { hibernated: true }) } })
    const third = changed(second, { shoots: { web: null } })
    one.record(first, day0)
    await written(one)
    two.record(structuredCopy(first), day0 + 1)
    await written(two)
    one.record(second, day0 + SECOND)
    one.record(third, day0 + 2 * SECOND)
    await written(one)
    const rows = await rowsOf('history_states')
    two.record(structuredCopy(second), day0 + 3 * SECOND)
    await written(two)
    two.record(structuredCopy(third), day0 + 4 * SECOND)
    await written(two)
    expect(await rowsOf('history_states')).toEqual(rows)
    expect(contentsOf(await shown(two, day0 + SECOND))).toEqual(contentsOf(second))
    // The second one saw what came meanwhile when the first one is killed.
    const fourth = changed(third, { shoots: { api: null } })
    two.record(fourth, day0 + 5 * SECOND)
    await written(two)
    expect(await rowsOf('history_states')).toEqual(rows)
    await kill(store)
    two.record(fourth, day0 + 10 * SECOND)
    await written(two)
    // It may have seen less than the first one wrote, and waits a little.
    expect(await rowsOf('history_states')).toEqual(rows)
    clock += BEAT
    two.record(fourth, day0 + 20 * SECOND)
    await written(two)
    expect((await two.statesOf(api)).at(-1)).toEqual({ seen: day0 + 5 * SECOND, value: null })
    expect(await two.gaps()).toEqual([])
    expect(failures).toEqual([])
  })

  it('is written no more by a process whose connection is lost, as another one may write', async (context) => {
    if (kind.name !== 'PostgreSQL') context.skip()
    const [one, two] = [open(), open()]
    const first = landscape()
    one.record(first, day0)
    await written(one)
    two.record(structuredCopy(first), day0 + SECOND)
    await written(two)
    const locks =
      "FROM pg_locks JOIN pg_database d ON d.oid = database WHERE locktype = 'advisory' AND d.datname = current_database()"
    await openRows(`SELECT pg_terminate_backend(pid) ${locks}`)
    // It is only told to end: until it has, it holds the lock.
    await expect.poll(() => openRows(`SELECT pid ${locks}`)).toEqual([])
    const gone = changed(first, { shoots: { api: null } })
    two.record(gone, day0 + 2 * SECOND)
    await written(two)
    clock += BEAT
    await written(two)
    expect((await two.statesOf(api)).at(-1)).toEqual({ seen: day0 + 2 * SECOND, value: null })
    // It lags behind.
    one.record(changed(first, { shoots: { api: shoot('api', { hibernated: true }) } }), day0 + 3 * SECOND)
    await one.settled()
    expect(failures).toEqual([expect.stringContaining('The database does not answer')])
    await expect.poll(() => one.settled().then(() => one.state().problem)).toBeNull()
    expect((await two.statesOf(api)).at(-1)?.value).toBeNull()
    await two.close()
    one.record(gone, day0 + 4 * SECOND)
    await written(one)
    clock += BEAT
    await written(one)
    expect(one.state()).toMatchObject({ waiting: 0, problem: null })
    expect((await open().statesOf(api)).map(({ seen, value }) => [seen, value?.name])).toEqual([
      [day0, 'api'],
      [day0 + 2 * SECOND, undefined],
    ])
  })

  it('catches up with what could not be written', async () => {
    const store = openStore(place.env)
    let isAway = false
    const flaky = writingThrough(store, (write) => (isAway ? Promise.reject(new Error('away')) : write()))
    const history = open({ store: flaky })
    const first = landscape()
    history.record(first, day0)
    await written(history)
    isAway = true
    const second = changed(first, { shoots: { api: shoot('api', { hibernated: true }) } })
    const third = changed(second, { shoots: { web: null } })
    history.record(second, day0 + SECOND)
    history.record(third, day0 + 2 * SECOND)
    await written(history)
    expect(history.state()).toMatchObject({ waiting: 2, recorded: day0, problem: 'It cannot be written.' })
    expect(contentsOf(await shown(history, day0 + SECOND))).toEqual(contentsOf(second))
    isAway = false
    await written(history)
    expect(history.state()).toEqual({ kept: store.kept, waiting: 0, recorded: day0 + 2 * SECOND, problem: null })
    const other = open()
    for (const [i, snapshot] of [first, second, third].entries())
      expect(contentsOf(await shown(other, day0 + i * SECOND))).toEqual(contentsOf(snapshot))
    expect(await other.gaps()).toEqual([])
  })

  it('shows nothing of what was written by halves, and goes on there', async () => {
    const store = openStore(place.env)
    let left = 3
    const failing = writingThrough(store, (write) => (left-- > 0 ? write() : Promise.reject(new Error('killed'))))
    const many = changed(landscape(), {
      shoots: Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`s${i}`, shoot(`s${i}`)])),
    })
    const history = open({ store: failing })
    history.record(many, day0)
    await written(history)
    expect((await rowsOf('history_states')).length).toBeGreaterThan(0)
    const other = open()
    expect(await other.snapshotAt(day0 + HOUR)).toEqual({ kind: 'before', since: null })
    await kill(failing)
    other.record(many, day0 + HOUR)
    await written(other)
    other.record(many, day0 + HOUR + SECOND)
    await written(other)
    expect(contentsOf(await shown(other, day0 + HOUR + SECOND))).toEqual(contentsOf(many))
    expect((await rowsOf('history_objects')).length).toBe(many.shoots.length + 2)
  })

  it('forgets what is too old, but not what held at the edge', async () => {
    const history = open({ days: 10 })
    const first = changed(landscape(), { shoots: { old: shoot('old') } })
    const gone = changed(first, { shoots: { old: null, api: shoot('api', { kubernetesVersion: '1.33.2' }) } })
    const moved = changed(gone, { shoots: { api: shoot('api', { kubernetesVersion: '1.33.3' }) } })
    const last = changed(moved, { shoots: { api: shoot('api', { kubernetesVersion: '1.33.4' }) } })
    for (const [i, snapshot] of [first, gone, moved, last].entries()) history.record(snapshot, day0 + i * DAY, true)
    history.record(last, day0 + 12.5 * DAY, true)
    await written(history)
    await history.forgetOld()
    const edge = day0 + 2.5 * DAY
    expect(await history.since()).toBe(edge)
    expect(await history.snapshotAt(edge - 1)).toEqual({ kind: 'before', since: edge })
    for (const one of [history, open({ days: 10 })]) {
      expect(contentsOf(await shown(one, edge))).toEqual(contentsOf(moved))
      expect(contentsOf(await shown(one, day0 + 3 * DAY))).toEqual(contentsOf(last))
    }
    expect((await rowsOf('history_objects')).map(({ name }) => name)).not.toContain('old')
    expect((await rowsOf('history_contents')).filter(({ body }) => /1\.33\.[12]"/.test(String(body)))).toHaveLength(2)
    history.record(changed(last, { shoots: { old: shoot('old') } }), day0 + 13 * DAY, true)
    await written(history)
    expect(await history.statesOf({ kind: 'Shoot', namespace: 'garden-core', name: 'old' })).toHaveLength(1)
    expect(failures).toEqual([])
  })

  it('tells what held at the edge as so from the beginning, whether what was before it is forgotten yet or not', async () => {
    const history = open({ days: 10 })
    const aws = { kind: 'CloudProfile', name: 'aws' } as const
    const first = landscape()
    const edited = changed(first, { profiles: { aws: profile('aws', { resourceVersion: '2' }) } })
    const one = changed(edited, { shoots: { api: shoot('api', { lastMaintenance: maintained('one') }) } })
    const set = { lastMaintenance: maintained('one'), kubernetesVersion: '1.33.2' }
    const two = changed(one, { shoots: { api: shoot('api', set) }, profiles: { gcp: profile('gcp') } })
    const last = changed(two, {
      shoots: { api: shoot('api', { ...set, kubernetesVersion: '1.33.3' }) },
      profiles: { azure: profile('azure') },
    })
    for (const [i, snapshot] of [first, edited, one, two, last].entries())
      history.record(snapshot, day0 + i * DAY, true)
    history.record(last, day0 + 13.5 * DAY, true)
    await written(history)
    const days = async (ref: Parameters<typeof history.statesOf>[0]) =>
      (await history.statesOf(ref)).map(({ seen, after }) => [(seen - day0) / DAY, after])
    for (const isForgotten of [false, true]) {
      if (isForgotten) await history.forgetOld()
      expect(await days(aws)).toEqual([[1, null]])
      expect(await days({ ...aws, name: 'gcp' })).toEqual([[3, null]])
      expect(await days({ ...aws, name: 'azure' })).toEqual([[4, undefined]])
      expect(await days(api)).toEqual([
        [3, null],
        [4, undefined],
      ])
      const [held] = await history.statesOf(api)
      expect(held?.value).toMatchObject(set)
    }
    expect(failures).toEqual([])
  })
})

/** What another process has of it. */
function structuredCopy<T extends ReturnType<typeof landscape>>(snapshot: T): T {
  return changed(snapshot, {
    shoots: Object.fromEntries([...snapshot.shoots].map((one) => [one.name, structuredClone(one)])),
  }) as T
}
