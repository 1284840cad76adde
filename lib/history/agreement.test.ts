import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '@/lib/engine/testdata/runs'
import { HOUR, MINUTE, SECOND } from '@/lib/engine/time'
import type { Snapshot } from '@/lib/garden/garden'
import { demoGarden } from '@/lib/garden/testdata/demo'
import { openStore } from '@/lib/store'
import { InMemoryHistory } from './in-memory'
import { composed, objectParts, versionOfObject } from './parts'
import { StoredHistory } from './stored'
import { changed, contentsOf, day0, landscape, maintained, profile, project, shoot } from './testdata/snapshots'

const open = (store = openStore({})) => {
  const history = new StoredHistory(store, {
    days: 400,
    onFailure: (error) => {
      throw error
    },
    clock: () => 0,
  })
  return { store, history }
}

it('the demo is read as it was recorded', { tags: 'long' }, async () => {
  const garden = await demoGarden()
  const { store, history } = open()
  for await (const { seen, snapshot } of garden.past?.() ?? []) history.record(snapshot, seen, true)
  history.record(garden.snapshot(), Date.parse('2026-11-21T18:00:00Z'), true)
  await history.settled()
  // Another process has none of the objects.
  const other = new StoredHistory(store, { days: 400, onFailure: String })
  for await (const { seen, snapshot } of garden.past?.() ?? []) {
    const known = await other.snapshotAt(seen)
    expect(known.kind === 'known' && contentsOf(known.snapshot)).toEqual(contentsOf(snapshot))
  }
  const known = await other.snapshotAt(Date.parse('2026-11-21T18:00:00Z'))
  expect(known.kind === 'known' && contentsOf(known.snapshot)).toStrictEqual(contentsOf(garden.snapshot()))
  await garden.close()
  await store.close()
})

it('what is kept of an object is plain, and all of it', async () => {
  const garden = await demoGarden()
  const { profiles, projects, shoots } = garden.snapshot()
  const refs = [
    ...[...profiles.values()].map((entry) => [entry.ref, entry] as const),
    ...projects.map((one) => [{ kind: 'Project', name: one.name }, one] as const),
    ...shoots.map((one) => [{ kind: 'Shoot', namespace: one.namespace, name: one.name }, one] as const),
  ] as const
  for (const [ref, value] of refs) {
    const parts = JSON.parse(JSON.stringify(objectParts(ref.kind, value)))
    expect(composed(ref, parts, versionOfObject(ref.kind, value))).toStrictEqual(value)
  }
  await garden.close()
})

const names = fc.constantFrom('a', 'b', 'c')
const change = fc.oneof(
  fc.record({
    kind: fc.constant('shoot' as const),
    name: names,
    version: fc.constantFrom('1.33.1', '1.33.2'),
    text: fc.option(names),
  }),
  fc.record({ kind: fc.constant('gone' as const), name: names }),
  fc.record({ kind: fc.constant('profile' as const), name: names, version: fc.option(fc.constantFrom('1', '2')) }),
  fc.record({ kind: fc.constant('project' as const), name: names, isThere: fc.boolean() }),
)
const step = fc.record({
  changes: fc.array(change, { maxLength: 3 }),
  after: fc.constantFrom(0, 1, SECOND, 30 * SECOND, 10 * MINUTE, -MINUTE),
  isWritten: fc.boolean(),
  /** Of the process that writes, after it. */
  end: fc.constantFrom(null, null, null, 'closed', 'killed'),
})

function withChange(snapshot: Snapshot, one: typeof change extends fc.Arbitrary<infer T> ? T : never): Snapshot {
  const { name } = one
  switch (one.kind) {
    case 'gone':
      return changed(snapshot, { shoots: { [name]: null } })
    case 'shoot': {
      const more = one.text === null ? {} : { lastMaintenance: maintained(one.text) }
      // In gardens, what says the same has the version that it had.
      const resourceVersion = `${one.version} ${one.text}`
      return changed(snapshot, {
        shoots: { [name]: shoot(name, { kubernetesVersion: one.version, ...more, resourceVersion }) },
      })
    }
    case 'profile':
      return changed(snapshot, {
        profiles: { [name]: one.version === null ? null : profile(name, { resourceVersion: one.version }) },
      })
    case 'project':
      return changed(snapshot, { projects: { [name]: one.isThere ? project(name) : null } })
  }
}

it('what is written tells the same as what is in memory, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const { store } = open()
      const leads: Awaited<ReturnType<typeof store.lead>>[] = []
      const begun = () =>
        open({
          ...store,
          lead: async () => {
            const lead = await store.lead()
            leads.push(lead)
            return lead
          },
        }).history
      let history = begun()
      const memory = new InMemoryHistory()
      let snapshot = landscape()
      let now = day0
      const moments: number[] = []
      for (const { changes, after, isWritten, end } of steps) {
        for (const one of changes) snapshot = withChange(snapshot, one)
        now += after
        moments.push(now, now + 1)
        for (const one of [history, memory]) one.record(snapshot, now)
        if (isWritten) await history.settled()
        if (end === null) continue
        await history.settled()
        if (end === 'closed') await history.close()
        else for (const lead of leads) await lead?.end()
        history = begun()
        await history.settled()
      }
      const isEnded = steps.some(({ end }) => end !== null)
      // The one that begins next has something to write.
      snapshot = withChange(snapshot, { kind: 'project', name: 'c', isThere: true })
      for (const one of [history, memory]) one.record(snapshot, now)
      await history.settled()
      expect(await history.since()).toBe(await memory.since())
      const known = await history.snapshotAt(now + HOUR)
      expect(known.kind === 'known' && contentsOf(known.snapshot)).toEqual(contentsOf(snapshot))
      for (const name of ['a', 'b', 'c', 'api']) {
        for (const ref of [
          { kind: 'Shoot', namespace: 'garden-core', name } as const,
          { kind: 'CloudProfile', name } as const,
        ]) {
          const [are, should] = [await history.statesOf(ref), await memory.statesOf(ref)]
          expect(are.map(({ value }) => value)).toEqual(should.map(({ value }) => value))
          if (!isEnded) expect(are).toEqual(should)
        }
      }
      // Who begins anew does not know what came about when.
      if (isEnded) return store.close()
      expect(await history.gaps()).toEqual(await memory.gaps())
      for (const moment of moments) {
        const [is, should] = [await history.snapshotAt(moment), await memory.snapshotAt(moment)]
        expect(is).toMatchObject({ kind: should.kind, since: should.since })
        if (is.kind !== 'known' || should.kind !== 'known') continue
        expect(contentsOf(is.snapshot)).toEqual(contentsOf(should.snapshot))
        expect([is.gap, is.snapshot.observedAt]).toEqual([should.gap, should.snapshot.observedAt])
      }
      expect(await history.maintenancesSeen(0, now + HOUR)).toEqual(await memory.maintenancesSeen(0, now + HOUR))
      await store.close()
    }),
    { numRuns: runs(60) },
  )
}, 60_000)

it('tells what the oldest snapshot of a process has as so from the beginning, where those before are forgotten', async () => {
  const memory = new InMemoryHistory({ snapshots: 2, changes: 20_000 })
  const first = landscape()
  const second = changed(first, { profiles: { gcp: profile('gcp') } })
  const third = changed(second, { profiles: { azure: profile('azure') } })
  for (const [i, snapshot] of [first, second, third].entries()) memory.record(snapshot, day0 + i * SECOND)
  const seen = async (name: string) =>
    (await memory.statesOf({ kind: 'CloudProfile', name })).map((state) => [state.seen - day0, state.after])
  expect(await seen('aws')).toEqual([[SECOND, null]])
  expect(await seen('gcp')).toEqual([[SECOND, null]])
  expect(await seen('azure')).toEqual([[2 * SECOND, undefined]])
})
