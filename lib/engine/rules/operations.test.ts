import { describe, expect, test } from 'vitest'
import { instant, shoot, worker } from '@/lib/engine/testdata/builders'
import { DAY } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import {
  type Annotations,
  annotationsWithOperations,
  dueRotations,
  forcesInPlaceUpdate,
  isMoving,
  isReadyForRotation,
  isTrue,
  isUnasked,
  nextRotation,
  rotated,
  startedOperations,
  storedAnnotations,
  validatedAnnotations,
} from './operations'
import { blockedRotation, canRotateInNextWindow } from './operations-check'

const now = instant('2026-11-21')
const due = { rotationPeriod: DAY, lastCompletionTime: instant('2026-11-01') }
const later = { rotationPeriod: DAY, lastCompletionTime: now }
const never = { rotationPeriod: 0, lastCompletionTime: instant('2026-11-01') }
/** A shoot of which nothing has been reconciled yet. */
const NONE_YET = { lastOperation: undefined } as unknown as Partial<Shoot>
const withPools = (more: Partial<Shoot>) => shoot('1.33.5', [worker('a linux 1.0.0')], more)

describe('rotations that are due', () => {
  const ETCD = 'rotate-etcd-encryption-key'
  test.each<[string, Partial<Shoot>, readonly string[]]>([
    ['none is configured', {}, []],
    [
      'the period of each is over',
      { autoRotation: { etcdEncryptionKey: due, observability: due, sshKeypair: due } },
      [ETCD, 'rotate-observability-credentials', 'rotate-ssh-keypair'],
    ],
    ['none is over', { autoRotation: { etcdEncryptionKey: later, observability: later, sshKeypair: later } }, []],
    [
      'a period of nothing is never over',
      { autoRotation: { etcdEncryptionKey: never, observability: never, sshKeypair: never } },
      [],
    ],
    [
      'exactly at its end it is not over',
      { autoRotation: { observability: { rotationPeriod: DAY, lastCompletionTime: now - DAY } } },
      [],
    ],
    [
      'a moment later it is',
      { autoRotation: { observability: { rotationPeriod: DAY, lastCompletionTime: now - DAY - 1 } } },
      ['rotate-observability-credentials'],
    ],
    [
      'never rotated: the creation counts',
      { autoRotation: { observability: { rotationPeriod: DAY } }, creationTimestamp: now - DAY },
      [],
    ],
    [
      'never rotated and created before',
      { autoRotation: { observability: { rotationPeriod: DAY } }, creationTimestamp: now - 2 * DAY },
      ['rotate-observability-credentials'],
    ],
    [
      'nothing is known of its age',
      { autoRotation: { observability: { rotationPeriod: DAY } } },
      ['rotate-observability-credentials'],
    ],
    [
      'the key of etcd waits where the shoot is to be asleep',
      { autoRotation: { etcdEncryptionKey: due }, hibernated: true },
      [],
    ],
    [
      'that is in progress fails',
      { autoRotation: { etcdEncryptionKey: { ...due, phase: 'Rotating' } } },
      [`${ETCD} fails`],
    ],
    ['that has completed begins', { autoRotation: { etcdEncryptionKey: { ...due, phase: 'Completed' } } }, [ETCD]],
    ['that has no phase begins', { autoRotation: { etcdEncryptionKey: { ...due, phase: '' } } }, [ETCD]],
    [
      'in progress with Gardener 1.150 fails',
      { gardenerVersion: '1.150.3', autoRotation: { etcdEncryptionKey: { ...due, phase: 'Rotating' } } },
      [`${ETCD} fails`],
    ],
    [
      'in progress with Gardener 1.151 is passed over',
      { gardenerVersion: '1.151.0', autoRotation: { etcdEncryptionKey: { ...due, phase: 'Rotating' } } },
      [],
    ],
    [
      'in progress with a Gardener that cannot be read fails',
      { gardenerVersion: 'x', autoRotation: { etcdEncryptionKey: { ...due, phase: 'Rotating' } } },
      [`${ETCD} fails`],
    ],
    [
      'not in progress with Gardener 1.151 begins',
      { gardenerVersion: '1.151.0', autoRotation: { etcdEncryptionKey: due } },
      [ETCD],
    ],
    ['no SSH without access to nodes', { autoRotation: { sshKeypair: due }, sshAccess: false }, []],
    ['no SSH without pools', { autoRotation: { sshKeypair: due }, workers: [] }, []],
  ])('%s', (_, more, expected) => {
    expect(
      dueRotations(withPools(more), now).map(({ operation, started }) => `${operation}${started ? '' : ' fails'}`),
    ).toEqual(expected)
  })

  test.each<[string, Shoot['autoRotation'], number]>([
    ['none', undefined, Number.POSITIVE_INFINITY],
    ['one that is over already', { observability: due }, Number.POSITIVE_INFINITY],
    ['one that is over now', { observability: { rotationPeriod: DAY, lastCompletionTime: now - DAY } }, now],
    [
      'the first of several',
      {
        observability: { rotationPeriod: 3 * DAY, lastCompletionTime: now },
        sshKeypair: later,
        etcdEncryptionKey: { rotationPeriod: 2 * DAY, lastCompletionTime: now },
      },
      now + DAY,
    ],
    ['a period of nothing is none', { observability: never }, Number.POSITIVE_INFINITY],
  ])('the next falls due: %s', (_, autoRotation, expected) => {
    expect(nextRotation(withPools(autoRotation === undefined ? {} : { autoRotation }), now)).toBe(expected)
  })

  test.each<[string, Shoot['autoRotation'], readonly (number | undefined)[]]>([
    ['those that were due are done', { etcdEncryptionKey: due, observability: due, sshKeypair: due }, [now, now, now]],
    [
      'those that were not stay',
      { etcdEncryptionKey: later, observability: due },
      [later.lastCompletionTime, now, undefined],
    ],
    [
      'one that is in progress stays',
      { etcdEncryptionKey: { ...due, phase: 'Rotating' }, observability: later },
      [due.lastCompletionTime, later.lastCompletionTime, undefined],
    ],
  ])('afterwards: %s', (_, autoRotation, expected) => {
    const after = rotated(withPools(autoRotation === undefined ? {} : { autoRotation }), now).autoRotation
    expect(
      [after?.etcdEncryptionKey, after?.observability, after?.sshKeypair].map((plan) => plan?.lastCompletionTime),
    ).toEqual(expected)
  })
})

describe('a rotation of the key of etcd that cannot begin', () => {
  const etcdEncryptionKey = due
  test.each<[string, Partial<Shoot>, boolean]>([
    ['is none where none is configured', { asleep: true }, false],
    ['nor where its period is nothing', { asleep: true, autoRotation: { etcdEncryptionKey: never } }, false],
    ['begins where nothing stands in the way', { autoRotation: { etcdEncryptionKey } }, false],
    ['is refused while the shoot wakes up', { asleep: true, autoRotation: { etcdEncryptionKey } }, true],
    [
      'waits without a failure where the shoot is to be asleep',
      { hibernated: true, asleep: true, autoRotation: { etcdEncryptionKey } },
      false,
    ],
    ['is refused while encryption changes', { encryptionChanges: true, autoRotation: { etcdEncryptionKey } }, true],
    ['fails while one is in progress', { autoRotation: { etcdEncryptionKey: { ...due, phase: 'Rotating' } } }, true],
    [
      'begins where the last one has completed',
      { autoRotation: { etcdEncryptionKey: { ...due, phase: 'Completed' } } },
      false,
    ],
    [
      'is passed over in progress by Gardener 1.151',
      { gardenerVersion: '1.151.0', autoRotation: { etcdEncryptionKey: { ...due, phase: 'Rotating' } } },
      false,
    ],
    [
      'is refused while the shoot is created',
      { lastOperation: { type: 'Create', state: 'Processing' }, autoRotation: { etcdEncryptionKey } },
      true,
    ],
    ['counts although it is not due yet', { asleep: true, autoRotation: { etcdEncryptionKey: later } }, true],
  ])('%s', (_, more, expected) => {
    const subject = withPools(more)
    const plan = subject.autoRotation?.etcdEncryptionKey
    expect(blockedRotation(subject)).toEqual(expected ? { etcdEncryptionKey: plan } : undefined)
  })

  test.each<[string, Partial<Shoot>, boolean]>([
    ['nothing is due', { autoRotation: { etcdEncryptionKey: later }, asleep: true }, true],
    ['it is due and the shoot is awake', { autoRotation: { etcdEncryptionKey: due } }, true],
    ['it is due and the shoot sleeps', { autoRotation: { etcdEncryptionKey: due }, asleep: true }, false],
    ['another one is due and the shoot sleeps', { autoRotation: { observability: due }, asleep: true }, true],
  ])('gardenlet says that rotations are possible: %s', (_, more, expected) => {
    expect(canRotateInNextWindow(withPools(more), now)).toBe(expected)
  })
})

describe('the last operation', () => {
  test.each([
    ['none', undefined, false, false],
    ['Create', { type: 'Create', state: 'Processing' }, false, false],
    ['Create', { type: 'Create', state: 'Succeeded' }, true, false],
    ['Reconcile', { type: 'Reconcile', state: 'Failed' }, true, false],
    ['Reconcile', { type: 'Reconcile', state: 'Succeeded' }, true, false],
    ['Migrate', { type: 'Migrate', state: 'Succeeded' }, false, true],
    ['Restore', { type: 'Restore', state: 'Processing' }, false, true],
    ['Restore', { type: 'Restore', state: 'Succeeded' }, true, false],
    ['Delete', { type: 'Delete', state: 'Succeeded' }, false, false],
  ] as const)('%s %j: rotations may start: %s, the control plane moves: %s', (_, operation, mayStart, moves) => {
    expect(isReadyForRotation(operation)).toBe(mayStart)
    expect(operation !== undefined && isMoving(operation)).toBe(moves)
  })
})

const OPERATION = 'gardener.cloud/operation'
const LATER = 'maintenance.gardener.cloud/operation'
const RETRY = 'maintenance.shoot.gardener.cloud/needs-retry-operation'
const failed = { lastOperation: { type: 'Reconcile', state: 'Failed' } } as const

describe('what a maintenance writes', () => {
  test.each<[string, Partial<Shoot>, Annotations, string | null]>([
    ['reconcile alone is not named', {}, { [OPERATION]: 'reconcile' }, null],
    [
      'what was asked of it, and reconcile',
      { annotations: { [LATER]: 'rotate-ca-start' } },
      { [OPERATION]: 'rotate-ca-start;reconcile' },
      'rotate-ca-start;reconcile',
    ],
    ['reconcile once', { annotations: { [LATER]: 'reconcile' } }, { [OPERATION]: 'reconcile' }, null],
    ['the request for it goes', { annotations: { [OPERATION]: 'maintain' } }, { [OPERATION]: 'reconcile' }, null],
    [
      'without a last operation nothing',
      { annotations: { [LATER]: 'rotate-ca-start' }, ...NONE_YET },
      { [LATER]: 'rotate-ca-start' },
      null,
    ],
    [
      'of a failed shoot a retry, if that is asked for',
      { ...failed, annotations: { [RETRY]: 'true', [LATER]: 'rotate-ca-start' } },
      { [OPERATION]: 'retry', [LATER]: 'rotate-ca-start' },
      null,
    ],
    ['and else nothing', { ...failed, annotations: { [RETRY]: 'false' } }, { [RETRY]: 'false' }, null],
  ])('%s', (_, more, annotations, named) => {
    expect(annotationsWithOperations(withPools(more), [])).toEqual({ annotations, named })
  })

  const [rotation] = dueRotations(withPools({ autoRotation: { etcdEncryptionKey: due } }), now)
  test.each<[string, string, string]>([
    [
      'a rotation that is due is added',
      'rotate-ssh-keypair',
      'rotate-ssh-keypair;reconcile;rotate-etcd-encryption-key',
    ],
    [
      'but where its start is asked for',
      'rotate-etcd-encryption-key-start',
      'rotate-etcd-encryption-key-start;reconcile',
    ],
  ])('%s', (_, asked, expected) => {
    const subject = withPools({ annotations: { [LATER]: asked } })
    expect(annotationsWithOperations(subject, rotation === undefined ? [] : [rotation]).named).toBe(expected)
  })
  test('and one that cannot start is not', () => {
    const rotations = dueRotations(
      withPools({ autoRotation: { etcdEncryptionKey: { ...due, phase: 'Rotating' } } }),
      now,
    )
    expect(annotationsWithOperations(withPools({}), rotations).annotations).toEqual({ [OPERATION]: 'reconcile' })
  })
})

describe('what begins', () => {
  test.each<[string, Partial<Shoot>, string, readonly string[]]>([
    ['all but reconcile', {}, 'reconcile;rotate-ca-start;rotate-ca-start', ['rotate-ca-start']],
    [
      'what another operation covers does not',
      {},
      'rotate-credentials-start;rotate-ca-start',
      ['rotate-credentials-start'],
    ],
    ['nor SSH where nodes have none', { sshAccess: false }, 'rotate-ssh-keypair', []],
    ['nor where there are no nodes', { workers: [] }, 'rotate-ssh-keypair', []],
    ['SSH where they have', {}, 'rotate-ssh-keypair', ['rotate-ssh-keypair']],
    ['nothing without a last operation', NONE_YET, 'rotate-ca-start', []],
    ['nothing of a failed shoot', failed, 'rotate-ca-start', []],
    ['but a retry', { ...failed, annotations: { [RETRY]: 'true' } }, 'retry', ['retry']],
  ])('%s', (_, more, written, expected) => {
    expect(startedOperations(withPools(more), { [OPERATION]: written })).toEqual(expected)
  })
})

describe('annotations as they are stored', () => {
  const confined = { confineSpecUpdateRollout: true } as const
  test.each<[string, Partial<Shoot>, Annotations, boolean, Annotations]>([
    [
      'the server acts on reconcile',
      {},
      { [OPERATION]: 'reconcile;rotate-ca-start' },
      false,
      { [OPERATION]: 'rotate-ca-start' },
    ],
    ['nothing is left of it alone', {}, { [OPERATION]: 'reconcile' }, false, {}],
    [
      'a change of the spec reconciles by itself',
      {},
      { [OPERATION]: 'rotate-ca-start;reconcile' },
      true,
      { [OPERATION]: 'reconcile;rotate-ca-start' },
    ],
    [
      'but not a confined one',
      confined,
      { [OPERATION]: 'rotate-ca-start;reconcile' },
      true,
      { [OPERATION]: 'rotate-ca-start' },
    ],
    ['of a failed shoot a confined one waits for a retry', { ...confined, ...failed }, {}, true, { [RETRY]: 'true' }],
    ['of a failed shoot another does not', failed, {}, true, {}],
    ['nor one without a change', { ...confined, ...failed }, {}, false, {}],
    ['nor one of a healthy shoot', confined, {}, true, {}],
    ['a retry is acted on', failed, { [OPERATION]: 'retry' }, false, {}],
    [
      'nothing else of a failed shoot is',
      failed,
      { [OPERATION]: 'reconcile;rotate-ca-start' },
      false,
      { [OPERATION]: 'reconcile;rotate-ca-start' },
    ],
    ['without a last operation all stays', NONE_YET, { [OPERATION]: 'reconcile' }, false, { [OPERATION]: 'reconcile' }],
    ['later ones stay, each once and in order', {}, { [LATER]: 'b; a;b' }, false, { [LATER]: 'a;b' }],
  ])('%s', (_, more, written, specChanged, expected) => {
    expect(storedAnnotations(withPools(more), written, specChanged)).toEqual(expected)
  })

  test.each<[string, Partial<Shoot>, Annotations, boolean, Annotations]>([
    [
      'without what the server has acted on',
      {},
      { [OPERATION]: 'reconcile;rotate-ca-start', x: 'y' },
      false,
      { [OPERATION]: 'rotate-ca-start', x: 'y' },
    ],
    ['without any where nothing is left', {}, { [OPERATION]: 'reconcile', x: 'y' }, false, { x: 'y' }],
    ['all where the spec changes', {}, { [OPERATION]: 'reconcile' }, true, { [OPERATION]: 'reconcile' }],
    ['but for a confined change', confined, { [OPERATION]: 'reconcile' }, true, {}],
    ['all without a last operation', NONE_YET, { [OPERATION]: 'reconcile' }, false, { [OPERATION]: 'reconcile' }],
    ['all where there is none', {}, { x: 'y' }, false, { x: 'y' }],
  ])('as the validation sees them: %s', (_, more, written, specChanged, expected) => {
    expect(validatedAnnotations(withPools(more), written, specChanged)).toEqual(expected)
  })
})

test.each([
  [[], false],
  [['force-in-place-update'], true],
  [['force-in-place-update', 'reconcile'], false],
  [['reconcile'], false],
])('pending pools are free by %j: %s', (operations, expected) => {
  expect(forcesInPlaceUpdate(operations)).toBe(expected)
})

test.each([
  ['1', true],
  ['T', true],
  ['True', true],
  ['true', true],
  ['yes', false],
  ['', false],
  [undefined, false],
])('%s is true as Go reads it: %s', (text, expected) => {
  expect(isTrue(text)).toBe(expected)
})

test.each<[string, Partial<Shoot>, boolean]>([
  ['a healthy shoot', {}, true],
  ['one of which something is asked', { annotations: { [LATER]: 'rotate-ca-start' } }, false],
  ['one without a last operation', NONE_YET, false],
  ['one that failed', failed, false],
  ['one whose control plane moves', { lastOperation: { type: 'Migrate', state: 'Processing' } }, false],
])('nothing is asked of %s', (_, more, expected) => {
  expect(isUnasked(withPools(more))).toBe(expected)
})
