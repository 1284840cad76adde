import fc from 'fast-check'
import { describe, expect, it, test, vi } from 'vitest'
import { accepted, days, start } from '@/lib/engine/testdata/arbitraries'
import { auto, image, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY } from '@/lib/engine/time'
import type { ForecastStep, Shoot } from '@/lib/engine/types'
import { doneStep, shootBefore } from './done-step'
import { forecast } from './forecast'
import { shootOn } from './moved-on'

vi.setConfig({ testTimeout: 120_000 })

/** What a reader sees of a step; afterwards only fields that went are told, without what was in them. */
function shown({ kind, changes, versions, denied, description, effects, controlPlane, ...step }: ForecastStep) {
  const gone = step.dropped.filter(({ path, to }) => to === null && description?.includes(path))
  // A field that the API server drops with any write comes before those that the maintenance removes; the words tell another order.
  const dropped = gone.map(({ path }) => path).sort()
  const operations = step.operations.map(({ name, why, starts, reason }) => `${name} ${why} ${starts} ${reason}`)
  // What keeps a pool from versions is known from the profile: words do not tell it.
  const told = changes.map((change) => (change.kind === 'failure' ? { ...change, misfit: null } : change))
  return { kind, changes: denied ? [] : told, versions, denied, effects, controlPlane, dropped, operations }
}

/** The shoot as it is after a step of its forecast, with what its status says then. */
function after(subject: Shoot, { versions, description, state, failureReason, at }: ForecastStep): Shoot {
  const pools = versions.workers.map(({ kubernetesVersion }) => kubernetesVersion)
  const images = versions.workers.map((one) => one.image?.version ?? null)
  const moved = shootOn(subject, { kubernetes: versions.kubernetesVersion, pools, images })
  const said = { description: description ?? '', state: state ?? 'Succeeded', triggeredTime: at }
  return { ...moved, lastMaintenance: failureReason === null ? said : { ...said, failureReason } }
}

test('what a maintenance did is read from its words as it was foreseen, for any shoot that the API server accepted', () => {
  let count = 0
  fc.assert(
    fc.property(accepted, ({ shoot: subject, profile: offered }) => {
      const { steps } = forecast(subject, memoized(offered), { from: start, to: start + days * DAY })
      for (const step of steps) {
        // A change that is not reported leaves no words.
        const isTold = step.description?.includes('successful. ') === true || (step.denied && step.state !== null)
        if (!isTold || step.dropped.some(({ path }) => step.description?.includes(path) !== true)) continue
        const done = doneStep(after(subject, step))
        expect(done && shown(done)).toEqual(shown(step))
        count++
      }
    }),
    { numRuns: runs(200) },
  )
  expect(count).toBeGreaterThan(runs(200) / 4)
})

test('likewise with rotations, asked for and due', () => {
  const subject = shoot('1.33.5', [worker('a linux 1.0.0')], {
    ...auto,
    annotations: { 'maintenance.gardener.cloud/operation': 'rotate-ca-start' },
    autoRotation: { sshKeypair: { rotationPeriod: DAY, lastCompletionTime: instant('2026-01-01') } },
  })
  const from = instant('2026-06-01')
  const offered = profile(['1.33.6'], image('linux', 'major', ['1.0.0']))
  const [step] = forecast(subject, memoized(offered), { from, to: from + DAY, rotations: true }).steps
  if (step === undefined) throw new Error('no step')
  const done = doneStep(after(subject, step))
  expect(done && shown(done)).toEqual(shown(step))
  expect(done?.effects).toEqual([{ pool: 'a', effect: 'rolling', because: ['rotate-ca-start'] }])
  expect(shootBefore(after(subject, step)).kubernetesVersion).toBe('1.33.5')
})

test.each([
  ['there was none', {}],
  [
    'nothing was due',
    { lastMaintenance: { description: 'Maintenance succeeded', state: 'Succeeded' as const, triggeredTime: 0 } },
  ],
  [
    'the words are of another release',
    { lastMaintenance: { description: 'Everything is fine', state: 'Succeeded' as const, triggeredTime: 0 } },
  ],
])('no step: %s', (_, more) => {
  expect(doneStep(shoot('1.33.5', [], more))).toBeNull()
})

const FORCED = 'Kubernetes version expired - force update required'

test.each([
  [
    'one update of the control plane',
    `All maintenance operations successful. Control Plane: Updated Kubernetes version from "1.32.8" to "1.32.9". Reason: ${FORCED}`,
    ['controlPlane null 1.32.8 1.32.9'],
  ],
  [
    'several parts, and what fails',
    `(2/3) maintenance operations successful. Control Plane: Updated Kubernetes version from "1.32.8" to "1.33.7". Reason: ${FORCED}, Worker pool "a, b": Updated machine image "gardenlinux" from "1.0.0" to "2.0.0". Reason: Automatic update of the machine image version is configured (image update strategy: major), Worker pool "c": machine image version maintenance failed. Reason for update: x, Added "rotate;b" operation annotation`,
    ['controlPlane null 1.32.8 1.33.7', 'poolImage a, b 1.0.0 2.0.0', 'poolImage c linux 3.0.0 fails: y'],
  ],
  [
    'a pool with a version of its own',
    `All maintenance operations successful. Worker pool "p": Updated Kubernetes version from "1.31.1" to "1.32.2". Reason: ${FORCED}`,
    ['poolKubernetes p 1.31.1 1.32.2'],
  ],
  [
    'words of an older release, without quotes',
    `(1/2) maintenance operations successful: Control Plane: Updated Kubernetes version from 1.26.4 to 1.27.1. Reason: ${FORCED}, Worker pool x: 'gardenlinux' machine image version maintenance failed. Reason for update: machine image version expired`,
    ['controlPlane null 1.26.4 1.27.1', 'poolImage x null  fails: Worker pool "c": y'],
  ],
])('is read from words: %s', (_, description, expected) => {
  const lastMaintenance = {
    description,
    state: 'Failed' as const,
    failureReason: 'Worker pool "c": y',
    triggeredTime: 0,
  }
  const told = doneStep(shoot('1.33.7', [worker('c linux 3.0.0')], { lastMaintenance }))?.changes.map((change) =>
    change.kind === 'update'
      ? `${change.component} ${change.pool} ${change.from} ${change.to}`
      : `${change.component} ${change.pool} ${change.image} ${change.from} fails: ${change.error}`,
  )
  expect(told).toEqual(expected)
})

describe('a maintenance of a cluster that slept rolled no node', () => {
  const description =
    'All maintenance operations successful. Worker pool "a": Updated machine image "linux" from "1.0.0" to "1.1.0". Reason: Machine image version is expired - force update required'
  const at = instant('2026-06-02T22:10:00Z')
  const of = (more: Partial<Shoot>) => {
    const lastMaintenance = { description, state: 'Succeeded', triggeredTime: at } as const
    const step = doneStep(shoot('1.33.5', [worker('a linux 1.1.0')], { lastMaintenance, ...more }))
    return [step?.asleep, step?.effects.map(({ effect }) => effect)]
  }
  const nights = [{ start: '0 18 * * *', end: '0 6 * * *' }]

  it.each<[string, Partial<Shoot>, unknown]>([
    ['awake: they did', {}, [null, ['rolling']]],
    ['hibernated, as it is now', { hibernated: true, asleep: true }, [{ wakes: null }, ['none']]],
    [
      'asleep by its schedule, though it is awake by now',
      { hibernationSchedules: nights },
      [{ wakes: instant('2026-06-03T06:00:00Z') }, ['none']],
    ],
    [
      'awake by its schedule, though it sleeps now: they did',
      { hibernated: true, asleep: true, hibernationSchedules: [{ start: '0 12 * * *', end: '0 20 * * *' }] },
      [null, ['rolling']],
    ],
    [
      'schedules that cannot be read do nothing',
      { hibernationSchedules: [{ start: 'x' }], invalidSchedules: true },
      [null, ['rolling']],
    ],
  ])('%s', (_, more, expected) => {
    expect(of(more)).toEqual(expected)
  })
})
