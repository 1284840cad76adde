import { describe, expect, it, test } from 'vitest'
import { forecast } from '@/lib/engine/course/forecast'
import { Forecaster } from '@/lib/engine/outlook/forecaster'
import { auto, image, imageVersion, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import { ofEvent, ofStep } from '@/lib/engine/testdata/foreseen'
import { memoized } from '@/lib/engine/testdata/memoized'
import { DAY, HOUR } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { effectOfOperations } from './effects'

const now = instant('2026-11-21T18:00:00Z')
const inPlace = (text: string) =>
  imageVersion(text, { inPlaceUpdates: { supported: true, minVersionForUpdate: '1.0.0' } })
const offered = profile(['1.34.7'], image('linux', 'major', [inPlace('1.0.0')]))
const pools = [
  worker('web linux 1.0.0'),
  worker('db linux 1.0.0', { updateStrategy: 'AutoInPlaceUpdate' }),
  worker('batch linux 1.0.0'),
]
const asked = (operation: string, more: Partial<Shoot> = {}) =>
  shoot('1.34.7', pools, { annotations: { 'maintenance.gardener.cloud/operation': operation }, ...more })

/** The rotation before is completed; the pools named still have what it replaced. */
const waiting = (...names: string[]): Partial<Shoot> => ({
  rotationTimes: {
    certificateAuthorities: {
      lastInitiationTime: '2026-11-01T00:00:00Z',
      pendingWorkersRollouts: names.map((name) => ({ name, lastInitiationTime: '2026-01-01T00:00:00Z' })),
    },
  },
})
const prepared = { rotationPhases: { certificateAuthorities: 'Prepared' }, ...waiting() }
const rollout = { rotationPhases: { certificateAuthorities: 'WaitingForWorkersRollout' }, ...waiting('web', 'db') }

describe('what an operation does to the nodes of a rolling, an in-place and another rolling pool, and to the control plane', () => {
  it.each<[string, string, Partial<Shoot>, string]>([
    ['a rotation of all credentials', 'rotate-credentials-start', {}, 'rolling inPlace rolling restart'],
    ['of the CAs', 'rotate-ca-start', {}, 'rolling inPlace rolling restart'],
    ['of the service account key', 'rotate-serviceaccount-key-start', {}, 'rolling inPlace rolling restart'],
    [
      'of all credentials, the workers later',
      'rotate-credentials-start-without-workers-rollout',
      {},
      'kubeletRestart kubeletRestart kubeletRestart restart',
    ],
    [
      'of the CAs, the workers later',
      'rotate-ca-start-without-workers-rollout',
      {},
      'kubeletRestart kubeletRestart kubeletRestart restart',
    ],
    [
      'of the service account key, the workers later',
      'rotate-serviceaccount-key-start-without-workers-rollout',
      {},
      'none none none restart',
    ],
    ['pools that wait for their rollout', 'rotate-rollout-workers=web,db', rollout, 'rolling inPlace none none'],
    [
      'a pool that still waits keeps its nodes',
      'rotate-ca-start',
      waiting('web'),
      'kubeletRestart inPlace rolling restart',
    ],
    ['a rollout of one pool', 'rollout-workers=batch', {}, 'none none rolling none'],
    ['the completion', 'rotate-credentials-complete', prepared, 'kubeletRestart kubeletRestart kubeletRestart restart'],
    ['the etcd encryption key', 'rotate-etcd-encryption-key', {}, 'none none none restart'],
    ['the observability passwords', 'rotate-observability-credentials', {}, 'none none none none'],
    ['the SSH key pair', 'rotate-ssh-keypair', {}, 'none none none none'],
    [
      'as machines are made anew, also while hibernated',
      'rotate-ca-start',
      { hibernated: true },
      'rolling inPlace rolling restart',
    ],
  ])('%s', (_, operation, more, expected) => {
    const { pools: effects, controlPlane } = effectOfOperations(shoot('1.34.7', pools, more), [operation])
    expect([...effects.map(({ effect }) => effect), controlPlane].join(' ')).toBe(expected)
    for (const { effect, because } of effects) expect(because).toEqual(effect === 'none' ? [] : [operation])
  })
})

const options = { from: now, to: now + 60 * DAY }

describe('a rotation that the next maintenance is asked for', () => {
  it('is a step with its effect on nodes', () => {
    const [step, ...later] = forecast(asked('rotate-credentials-start'), memoized(offered), options).steps
    expect(step?.operations).toEqual([
      {
        name: 'rotate-credentials-start',
        why: 'asked',
        starts: true,
        reason: 'Added "rotate-credentials-start;reconcile" operation annotation',
      },
    ])
    expect(step?.effects.map(({ effect }) => effect)).toEqual(['rolling', 'inPlace', 'rolling'])
    expect([step?.kind, step?.controlPlane, later]).toEqual(['other', 'restart', []])
  })

  it('rolls a pool once together with a new version, for both reasons', () => {
    const both = profile(['1.34.7'], image('linux', 'major', ['1.0.0', '2.0.0']))
    const rotating = asked('rotate-ca-start', { ...auto, workers: [worker('web linux 1.0.0')] })
    const [step] = forecast(rotating, memoized(both), options).steps
    expect(step?.effects).toEqual([
      {
        pool: 'web',
        effect: 'rolling',
        because: ['spec.provider.workers[web].machine.image.version', 'rotate-ca-start'],
      },
    ])
  })

  it('waits a night after an operation that failed, and does nothing while the API server refuses it', () => {
    const failed = asked('rotate-ca-start', { lastOperation: { type: 'Reconcile', state: 'Failed' } })
    const [atOnce, later] = [asked('rotate-ca-start'), failed].map(
      (subject) => forecast(subject, memoized(offered), options).steps,
    )
    const told = atOnce?.map(({ at, operations, effects }) => ({ at: at + DAY, operations, effects }))
    expect(later?.map(({ at, operations, effects }) => ({ at, operations, effects }))).toEqual(told)
    const running = asked('rotate-ca-start', { rotationPhases: { certificateAuthorities: 'Prepared' } })
    expect(forecast(running, memoized(offered), options).steps.slice(0, 1)).toMatchObject([
      { denied: true, operations: [], effects: [{ effect: 'none' }, { effect: 'none' }, { effect: 'none' }] },
    ])
  })

  it('is the next event of lists, with the nodes that roll', () => {
    const { events, next } = new Forecaster().between(options.from, options.to, asked('rotate-ca-start'), offered)
    expect(next?.digest).toMatchObject({
      operations: ['rotate-ca-start'],
      effect: 'rolling',
      pools: [0, 2],
      rolls: [0, 2],
      inPlace: [1],
    })
    const { steps } = forecast(asked('rotate-ca-start'), memoized(offered), options)
    expect(events.map((event) => ofEvent(event, asked('rotate-ca-start')))).toEqual(steps.map(ofStep))
  })
})

test('pools that wait for a rollout are told apart in lists', () => {
  const forecaster = new Forecaster()
  const effects = [waiting('web'), waiting('batch')].map((more) => {
    const { next } = forecaster.between(options.from, options.to, asked('rotate-ca-start', more), offered)
    return [next?.digest.rolls, next?.digest.inPlace]
  })
  expect(effects).toEqual([
    [[2], [1]],
    [[0], [1]],
  ])
})

test('a failed operation that is marked for it is retried', () => {
  const marked = shoot('1.34.7', [], {
    annotations: { 'maintenance.shoot.gardener.cloud/needs-retry-operation': 'true' },
    lastOperation: { type: 'Reconcile', state: 'Failed' },
  })
  const both = profile(['1.34.7', '1.34.8'])
  const [step] = forecast({ ...marked, ...auto }, memoized(both), options).steps
  expect(step?.operations).toEqual([{ name: 'retry', why: 'retry', starts: true, reason: null }])
})

test.each([
  [
    'rolled out by the maintenance after, where roll-outs are confined to the window',
    { confineSpecUpdateRollout: true },
    true,
  ],
  ['rolled out at once, where they are not', {}, false],
  [
    'rolled out at once, where the same maintenance retries',
    {
      confineSpecUpdateRollout: true,
      annotations: { 'maintenance.shoot.gardener.cloud/needs-retry-operation': 'true' },
    },
    false,
  ],
])('a change after a failed operation is %s', (_, more, waits) => {
  const failed = shoot('1.34.7', [], { ...auto, lastOperation: { type: 'Reconcile', state: 'Failed' }, ...more })
  const [step] = forecast(failed, memoized(profile(['1.34.7', '1.34.8'])), options).steps
  expect(step?.waitsForRetry).toBe(waits)
})

test('automatic rotations are steps where they are asked for', () => {
  const rotating = shoot('1.34.7', pools, {
    autoRotation: {
      sshKeypair: { rotationPeriod: 20 * DAY, lastCompletionTime: now - 21 * DAY },
      etcdEncryptionKey: { rotationPeriod: 28 * DAY, lastCompletionTime: now - 27 * DAY + HOUR },
    },
  })
  expect(forecast(rotating, memoized(offered), options).steps).toEqual([])
  const { steps } = forecast(rotating, memoized(offered), { ...options, rotations: true })
  expect(
    steps.map(({ at, operations, controlPlane, repeats }) => [
      Math.floor((at - now) / DAY) + repeats / 100,
      operations.map(({ name, why, starts }) => `${name} ${why} ${starts}`).join(),
      controlPlane,
    ]),
  ).toEqual([
    [0, 'rotate-ssh-keypair due true', 'none'],
    [1, 'rotate-etcd-encryption-key due true', 'restart'],
    [21, 'rotate-ssh-keypair due true', 'none'],
    [30, 'rotate-etcd-encryption-key due true', 'restart'],
    [42, 'rotate-ssh-keypair due true', 'none'],
    [59, 'rotate-etcd-encryption-key due true', 'restart'],
  ])
})
