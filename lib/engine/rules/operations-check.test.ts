import { describe, expect, test } from 'vitest'
import { shoot, worker } from '@/lib/engine/testdata/builders'
import type { Shoot } from '@/lib/engine/types'
import {
  asleepOperationErrors,
  maintenanceHibernationErrors,
  maintenanceOperationErrors,
  type OperationContext,
  operationErrors,
} from './operations-check'

const context: OperationContext = {
  now: [],
  later: [],
  kubernetes: '1.33.5',
  isInHibernation: false,
  changesEncryption: false,
  lastOperation: { type: 'Reconcile', state: 'Succeeded' },
  phaseOf: () => '',
  pendingLists: [],
  pools: [
    { name: 'a', isInPlace: false },
    { name: 'b', isInPlace: true },
  ],
  isDeleting: false,
}
const phases = (of: Record<string, string>) => ({ phaseOf: (kind: string) => of[kind] ?? '' })
const PREPARED = phases({
  certificateAuthorities: 'Prepared',
  serviceAccountKey: 'Prepared',
  etcdEncryptionKey: 'Prepared',
})
const ONE_PREPARED = phases({ certificateAuthorities: 'Prepared', serviceAccountKey: 'Prepared' })

/** Operations of now, then after a slash those of the next maintenance. */
function told(operations: string, more: Partial<OperationContext>): readonly string[] {
  const [now = [], later = []] = operations.split('/').map((list) => (list === '' ? [] : list.split(';')))
  return operationErrors({ ...context, now, later, ...more }).map(({ rule, about }) =>
    about === undefined ? rule : `${rule} ${about}`,
  )
}

describe('operations that are asked for', () => {
  test.each<[string, string, Partial<OperationContext>, readonly string[]]>([
    ['nothing', '', {}, []],
    ['one that may be', 'rotate-ca-start', {}, []],
    ['unknown', 'tidy-up', {}, ['operation-unknown tidy-up']],
    ['unknown in the maintenance', '/tidy-up', {}, ['operation-unknown tidy-up']],
    ['the first unknown one is told alone', 'tidy-up;other', {}, ['operation-unknown tidy-up']],
    ['maintain alone', 'maintain', {}, []],
    ['maintain with others', 'maintain;reconcile', {}, ['operation-not-alone maintain']],
    ['those that may be together', 'rotate-ca-start;rotate-ssh-keypair', {}, []],
    ['a rollout of pools needs no name of an operation', 'rollout-workers=a;reconcile', {}, []],
    ['now and in the maintenance', 'rotate-ssh-keypair/rotate-ssh-keypair', {}, ['operation-twice']],
    ['both parts of etcd up to 1.33', 'rotate-etcd-encryption-key-start', { kubernetes: '1.33.9' }, []],
    [
      'and from 1.34 on',
      'rotate-etcd-encryption-key-start',
      { kubernetes: '1.34.0' },
      ['operation-replaced rotate-etcd-encryption-key-start'],
    ],
    ['a version that cannot be read is of no minor', 'rotate-etcd-encryption-key-start', { kubernetes: 'x' }, []],
    [
      'ways to start that exclude each other',
      'rotate-ca-start;rotate-ca-start-without-workers-rollout',
      {},
      ['operation-incompatible rotate-ca-start'],
    ],
    [
      'what needs nodes while there are none',
      'rotate-etcd-encryption-key',
      { isInHibernation: true },
      ['operation-hibernated rotate-etcd-encryption-key'],
    ],
    [
      'a rollout while there are none',
      'rollout-workers=a',
      { isInHibernation: true },
      ['operation-hibernated rollout-workers=a'],
    ],
    ['what needs none', 'rotate-ssh-keypair', { isInHibernation: true }, []],
    [
      'the key of etcd while encryption changes',
      'rotate-etcd-encryption-key',
      { changesEncryption: true },
      ['operation-encryption-changes rotate-etcd-encryption-key'],
    ],
    ['others while encryption changes', 'rotate-ca-start', { changesEncryption: true }, []],
    [
      'all credentials now, a part later',
      'rotate-credentials-start/rotate-ca-start',
      {},
      ['operation-conflict rotate-credentials-start'],
    ],
    [
      'a part now, all credentials later',
      'rotate-ca-start/rotate-credentials-start',
      {},
      ['operation-conflict rotate-credentials-start'],
    ],
    ['two parts', 'rotate-ca-start/rotate-serviceaccount-key-start', {}, []],
    [
      'a start before anything was created',
      'rotate-ca-start',
      { lastOperation: undefined },
      ['rotation-shoot-not-ready'],
    ],
    [
      'a start while one is in progress',
      'rotate-ca-start',
      phases({ certificateAuthorities: 'Preparing' }),
      ['rotation-not-completed certificateAuthorities'],
    ],
    ['a start after one', 'rotate-ca-start', phases({ certificateAuthorities: 'Completed' }), []],
    ['a start while another rotates', 'rotate-ca-start', phases({ serviceAccountKey: 'Preparing' }), []],
    [
      'of all while each is in progress',
      'rotate-credentials-start',
      phases({ certificateAuthorities: 'Preparing', etcdEncryptionKey: 'Preparing' }),
      ['rotation-not-completed certificateAuthorities', 'rotation-not-completed etcdEncryptionKey'],
    ],
    [
      'a start while pools are updated in place',
      'rotate-ca-start',
      { pendingLists: ['autoInPlaceUpdate'] },
      ['rotation-in-place-update-pending autoInPlaceUpdate'],
    ],
    [
      'of the key of etcd, which no pool has',
      'rotate-etcd-encryption-key',
      { pendingLists: ['autoInPlaceUpdate'] },
      [],
    ],
    [
      'in the maintenance of a shoot that is deleted',
      '/rotate-ca-start',
      { isDeleting: true, lastOperation: undefined },
      [],
    ],
    [
      'now of a shoot that is deleted',
      'rotate-ca-start',
      { isDeleting: true, lastOperation: undefined },
      ['rotation-shoot-not-ready'],
    ],
    [
      'in the maintenance of another one',
      '/rotate-ca-start',
      { lastOperation: undefined },
      ['rotation-shoot-not-ready'],
    ],
    ['an end before it is prepared', 'rotate-ca-complete', {}, ['rotation-not-prepared certificateAuthorities']],
    ['an end once it is', 'rotate-ca-complete', PREPARED, []],
    ['of all once all are', 'rotate-credentials-complete', PREPARED, []],
    [
      'of all while etcd is not, up to 1.33',
      'rotate-credentials-complete',
      ONE_PREPARED,
      ['rotation-not-prepared etcdEncryptionKey'],
    ],
    [
      'of all while etcd is not, from 1.34 on',
      'rotate-credentials-complete',
      { ...ONE_PREPARED, kubernetes: '1.34.0' },
      [],
    ],
    [
      'of etcd alone, from 1.34 on',
      'rotate-etcd-encryption-key-complete',
      { kubernetes: '1.34.0' },
      ['operation-replaced rotate-etcd-encryption-key-complete', 'rotation-not-prepared etcdEncryptionKey'],
    ],
    ['what belongs to no rotation', 'rotate-ssh-keypair', { lastOperation: undefined }, []],
    ['a rollout of the rotation for which nothing waits', 'rotate-rollout-workers=a', {}, ['rollout-nothing-waits']],
    [
      'of the authorities',
      'rotate-rollout-workers=a',
      phases({ certificateAuthorities: 'WaitingForWorkersRollout' }),
      [],
    ],
    [
      'of the service account key',
      'rotate-rollout-workers=a',
      phases({ serviceAccountKey: 'WaitingForWorkersRollout' }),
      [],
    ],
    [
      'not of the key of etcd',
      'rotate-rollout-workers=a',
      phases({ etcdEncryptionKey: 'WaitingForWorkersRollout' }),
      ['rollout-nothing-waits'],
    ],
    [
      'of a pool that is updated in place',
      'rotate-rollout-workers=b',
      phases({ serviceAccountKey: 'WaitingForWorkersRollout' }),
      [],
    ],
    ['without a rotation it may not be one', 'rollout-workers=b', {}, ['rollout-in-place-pool b']],
    ['nor any of all', 'rollout-workers=*', {}, ['rollout-in-place-pool b']],
    ['of all', 'rollout-workers=*', { pools: [{ name: 'a', isInPlace: false }] }, []],
    ['of all and one', 'rollout-workers=*,a', {}, ['rollout-star-and-names', 'rollout-pool-unknown *']],
    [
      'of all, of a rotation',
      'rotate-rollout-workers=*',
      phases({ serviceAccountKey: 'WaitingForWorkersRollout' }),
      ['rollout-pool-unknown *'],
    ],
    ['of none', 'rollout-workers=', {}, ['rollout-without-pools', 'rollout-pool-unknown ']],
    ['of one twice', 'rollout-workers=a,a', {}, ['rollout-pool-twice a']],
    ['of one that is not there', 'rollout-workers=z', {}, ['rollout-pool-unknown z']],
  ])('%s', (_, operations, more, expected) => {
    expect(told(operations, more)).toEqual(expected)
  })

  test.each([
    [
      'rollout-workers=',
      "must provide either '*' or at least one pool name via rollout-workers=<poolName1>[,<poolName2>,...]",
    ],
    [
      'rotate-rollout-workers=',
      'must provide at least one pool name via rotate-rollout-workers=<poolName1>[,<poolName2>,...]',
    ],
  ])('in the words of Gardener: %s', (operation, text) => {
    const errors = operationErrors({ ...context, now: [operation] })
    expect(errors.find(({ rule }) => rule === 'rollout-without-pools')?.text).toBe(text)
  })
})

const OPERATION = 'gardener.cloud/operation'
const LATER = 'maintenance.gardener.cloud/operation'
const refused = (annotations: Record<string, string>, more: Partial<Shoot>) =>
  maintenanceOperationErrors(shoot('1.33.5', [worker('a linux 1.0.0')], more), annotations, '1.33.5').map(
    ({ rule }) => rule,
  )

describe('what a maintenance runs into', () => {
  test.each<[string, Record<string, string>, Partial<Shoot>, readonly string[]]>([
    ['nothing by reconcile alone', { [OPERATION]: 'reconcile' }, {}, []],
    ['nothing without operations', {}, {}, []],
    ['what else is asked for beside reconcile', { [OPERATION]: 'reconcile', [LATER]: 'tidy-up' }, {}, ['operation']],
    ['hibernation', { [OPERATION]: 'rotate-etcd-encryption-key' }, { asleep: true }, ['operation-hibernated']],
    [
      'a change of encryption',
      { [OPERATION]: 'rotate-etcd-encryption-key' },
      { encryptionChanges: true },
      ['operation-encryption-changes'],
    ],
    [
      'a shoot that is not ready',
      { [OPERATION]: 'rotate-ca-start' },
      { lastOperation: { type: 'Create', state: 'Failed' } },
      ['operation-not-ready'],
    ],
    [
      'a rotation in progress, as the status says',
      { [OPERATION]: 'rotate-ca-start' },
      { rotationPhases: { certificateAuthorities: 'Preparing' } },
      ['operation'],
    ],
    [
      'that of etcd, as the plan says',
      { [OPERATION]: 'rotate-etcd-encryption-key' },
      { autoRotation: { etcdEncryptionKey: { rotationPeriod: 1, phase: 'Rotating' } } },
      ['operation'],
    ],
    [
      'which is not that of the authorities',
      { [OPERATION]: 'rotate-ca-start' },
      { autoRotation: { etcdEncryptionKey: { rotationPeriod: 1, phase: 'Rotating' } } },
      [],
    ],
    [
      'pools that are updated in place',
      { [OPERATION]: 'rotate-ca-start' },
      { pendingLists: ['manualInPlaceUpdate'] },
      ['operation'],
    ],
  ])('%s', (_, annotations, more, expected) => {
    expect(refused(annotations, more)).toEqual(expected)
  })

  test.each<[string, Record<string, string>, boolean, number]>([
    [
      'what needs nodes and is left to the next maintenance',
      { [LATER]: 'rotate-ca-start;rotate-etcd-encryption-key' },
      true,
      1,
    ],
    ['but not where it stays awake', { [LATER]: 'rotate-etcd-encryption-key' }, false, 0],
    ['nor what needs none', { [LATER]: 'rotate-ca-start' }, true, 0],
    ['nor without any', {}, true, 0],
  ])('to be asleep refuses %s', (_, annotations, hibernated, count) => {
    expect(maintenanceHibernationErrors(shoot('1.33.5', [], { hibernated }), annotations)).toHaveLength(count)
  })

  test('and names the operation', () => {
    expect(asleepOperationErrors(['rotate-ca-start', 'rotate-credentials-start']).map(({ about }) => about)).toEqual([
      'rotate-credentials-start',
    ])
  })
})
