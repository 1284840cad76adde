import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { Forecaster } from '@/lib/engine/outlook/forecaster'
import * as arbitrary from '@/lib/engine/testdata/arbitraries'
import {
  auto,
  image,
  imageVersion,
  instant,
  profile,
  shoot,
  unavailableUntil,
  version,
  worker,
} from '@/lib/engine/testdata/builders'
import { ofEvent, ofStep } from '@/lib/engine/testdata/foreseen'
import { memoized } from '@/lib/engine/testdata/memoized'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile, Shoot } from '@/lib/engine/types'
import { forecast } from './forecast'

vi.setConfig({ testTimeout: 120_000 })

const from = instant('2026-06-01T12:00:00Z')
const options = { from, to: from + 60 * DAY }

/** What is foreseen of each, one after the other on one profile, is what is foreseen of it alone. */
function expectIndependent(shoots: readonly Shoot[], offered: CloudProfile): void {
  for (const one of shoots) {
    const alone = forecast(one, memoized(structuredClone(offered)), options)
    expect({ of: one, ...forecast(one, memoized(offered), options) }).toEqual({ of: one, ...alone })
  }
}

test('any shoots are foreseen the same whichever others were looked at before', () => {
  const anyShoots = fc.array(arbitrary.anyShoot, { minLength: 2, maxLength: 8 })
  fc.assert(
    fc.property(anyShoots, arbitrary.anyProfile, arbitrary.anyInstant, (shoots, offered, from) => {
      const named = shoots.map((one, i) => renamed(one, i))
      const forecaster = new Forecaster()
      const options = { from, to: from + arbitrary.days * DAY }
      for (const one of named) {
        const alone = forecast(one, memoized(structuredClone(offered)), options)
        expect(forecast(one, memoized(offered), options)).toEqual(alone)
        const { events } = forecaster.between(from, options.to, one, offered)
        expect(events.map((event) => ofEvent(event, one))).toEqual(alone.steps.map(ofStep))
      }
    }),
    { numRuns: runs(100) },
  )
})

/** With names that no other has. */
function renamed(one: Shoot, i: number): Shoot {
  return {
    ...one,
    name: `shoot-${i}`,
    workers: one.workers.map((pool) => ({ ...pool, name: `${pool.name}-${i}` })),
    pendingWorkerUpdates: one.pendingWorkerUpdates.map((pool) => `${pool}-${i}`),
    ...(one.versionBound && { versionBound: { ...one.versionBound, secretBindingName: `binding-${i}` } }),
  }
}

const failed = { type: 'Reconcile', state: 'Failed' }

test('a shoot that failed is refused like one that is at rest and has another name: one step for all nights', () => {
  const versions = [imageVersion('1.0.0'), imageVersion(unavailableUntil('2.0.0', '2026-07-01'))]
  const offered = profile(['1.33.5'], image('linux', 'major', versions))
  const resting = shoot('1.33.5', [worker('pool linux 1.0.0')], { ...auto, name: 'resting' })
  const other = shoot('1.33.5', [worker('other linux 1.0.0')], { ...auto, name: 'other', lastOperation: failed })
  expectIndependent([resting, other], offered)
  const [step] = forecast(other, memoized(offered), options).steps
  expect([step?.kind, step?.repeats]).toEqual(['fails', 29])
})

test('likewise where a pool is named that is being updated in place', () => {
  const inPlace = (name: string) => ({ ...worker(`${name} linux 1.0.0`), updateStrategy: 'AutoInPlaceUpdate' as const })
  const versions = ['1.0.0', '2.0.0'].map((text) =>
    imageVersion(text, { inPlaceUpdates: { supported: true, minVersionForUpdate: '1.0.0' } }),
  )
  const offered = profile(['1.33.5'], image('linux', 'major', versions))
  const pending = (name: string, pool: string, more: Partial<Shoot> = {}) =>
    shoot('1.33.5', [inPlace(pool)], { ...auto, name, pendingWorkerUpdates: [pool], ...more })
  const other = pending('other', 'b', { lastOperation: failed })
  expectIndependent([pending('resting', 'a'), other], offered)
  expect(forecast(other, memoized(offered), options).steps).toMatchObject([
    { kind: 'fails', denied: true, repeats: 59 },
  ])
})

test('bindings of credentials are those of the shoot itself', () => {
  const offered = profile([version('1.33.5 supported 2026-06-10'), '1.34.0'])
  const bound = (name: string) => shoot('1.33.5', [], { ...auto, name, versionBound: { secretBindingName: name } })
  expectIndependent([bound('one'), bound('two')], offered)
  const [step] = forecast(bound('two'), memoized(offered), options).steps
  const reason = expect.stringMatching(/^\.spec\.secretBindingName was migrated to \.spec\.credentialsBindingName\. /)
  expect(step?.dropped).toEqual([
    { path: 'spec.credentialsBindingName', from: null, to: 'force-migrated-two', reason },
    { path: 'spec.secretBindingName', from: 'two', to: null, reason },
  ])
})

test('nothing changes on the first night while the control plane moves', () => {
  const offered = profile(['1.33.5', '1.33.6'])
  const resting = shoot('1.33.5', [], auto)
  const moving = shoot('1.33.5', [], { ...auto, lastOperation: { type: 'Migrate', state: 'Processing' } })
  expectIndependent([resting, moving], offered)
  expect(forecast(moving, memoized(offered), options).steps).toMatchObject([
    { kind: 'fails', denied: true, repeats: 0 },
    { kind: 'auto', denied: false },
  ])
})

test('what the API server drops goes with the first write that it accepts, be it that of a refusal, and once', () => {
  const offered = profile(['1.33.5', '1.33.6'])
  const old = (more: Partial<Shoot>) => shoot('1.33.5', [], { droppedOnWrite: { maxEmptyBulkDelete: 5 }, ...more })
  const moving = { lastOperation: { type: 'Migrate', state: 'Processing' } }
  expectIndependent([shoot('1.33.5', []), old({}), old(auto), old(moving), old({ ...auto, ...moving })], offered)
  const path = 'spec.kubernetes.clusterAutoscaler.maxEmptyBulkDelete'
  expect(forecast(old({}), memoized(offered), options).steps).toMatchObject([
    { kind: 'other', repeats: 0, dropped: [{ path }] },
  ])
  expect(forecast(old({ ...auto, ...moving }), memoized(offered), options).steps).toMatchObject([
    { denied: true, dropped: [{ path }] },
    { kind: 'auto', dropped: [] },
  ])
})

test.each<[string, Shoot['lastOperation'], number]>([
  ['is done by the next maintenance', { type: 'Reconcile', state: 'Succeeded' }, 0],
  ['waits for the one after the reconciliation of a shoot that failed', failed, 1],
  ['likewise of a shoot without a last operation', undefined, 1],
])('what a shoot is asked for %s', (_, lastOperation, nights) => {
  const asked = 'rotate-observability-credentials'
  const { lastOperation: __, ...bare } = shoot('1.33.5', [], {
    annotations: { 'maintenance.gardener.cloud/operation': asked },
  })
  const subject: Shoot = lastOperation === undefined ? bare : { ...bare, lastOperation }
  const { steps } = forecast(subject, memoized(profile(['1.33.5'])), options)
  expect(
    steps.map(({ at, operations }) => [Math.floor((at - from) / DAY), ...operations.map(({ name }) => name)]),
  ).toEqual([[nights, asked]])
})

test('a copy of the modules foresees the same as the one that made what is known of the profile', async () => {
  vi.resetModules()
  const copy = await import('./forecast')
  const linux = image('linux', 'major', [imageVersion('1.0.0', { kubeletVersionConstraint: '~1.33.4' })])
  const offered = memoized(profile(['1.34.0'], linux))
  const { lastOperation: _, ...isNew } = shoot('1.34.0', [worker('a linux 1.0.0')])
  const { steps } = forecast(isNew, offered, options)
  expect(steps.map(({ denied }) => denied)).toEqual([false, true])
  expect(copy.forecast(isNew, offered, options).steps).toEqual(steps)
})

test('what a shoot is asked for comes out by its own pools, rotations and settings', () => {
  const offered = profile(['1.33.5', '1.33.6'], image('linux', 'major', ['1.0.0', '2.0.0']))
  const operations = ['rollout-workers=a', 'rotate-ca-start', 'rotate-ca-complete', 'rotate-rollout-workers=b', 'retry']
  const keys = ['gardener.cloud/operation', 'maintenance.gardener.cloud/operation']
  const states: Partial<Shoot>[] = [
    {},
    { rotationPhases: { certificateAuthorities: 'Prepared' } },
    { rotationPhases: { certificateAuthorities: 'WaitingForWorkersRollout' } },
    { confineSpecUpdateRollout: true },
    { hibernated: true },
    { lastOperation: failed },
    { lastOperation: failed, confineSpecUpdateRollout: true },
    { pendingWorkerUpdates: ['a'], pendingLists: ['autoInPlaceUpdate'] },
    { pendingWorkerUpdates: ['a'], pendingLists: ['manualInPlaceUpdate'] },
  ]
  const shoots = [auto, {}].flatMap((updates) =>
    keys.flatMap((key) =>
      operations.flatMap((operation) =>
        ['a', 'b'].flatMap((pool) =>
          states.map((state) =>
            shoot('1.33.5', [worker(`${pool} linux 1.0.0`)], {
              annotations: { [key]: operation },
              ...updates,
              ...state,
            }),
          ),
        ),
      ),
    ),
  )
  expectIndependent(shoots, offered)
})
