import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { admitShoot } from '@/lib/engine/api-server'
import { type ShootManifest, shootJson } from '@/lib/engine/api-server/manifest'
import { messageOf } from '@/lib/engine/refusal'
import { accepted } from '@/lib/engine/testdata/arbitraries'
import { image, imageVersion, profile } from '@/lib/engine/testdata/builders'
import { runs } from '@/lib/engine/testdata/runs'
import { type ChoicesInput, type ChosenField, choiceEffects, choosing } from './choices'
import { fieldOf, presentIn, type ShootEdit, withEdits } from './fields'
import { changedPart, patchBetween } from './patch'
import { tryPlan, withOperationsOf } from './plan'

const choicesOf = (input: ChoicesInput, field: ChosenField) => [...choosing(input)(field)]

const now = Date.UTC(2026, 10, 21)
const inPlace = { inPlaceUpdates: { supported: true, minVersionForUpdate: '1.0.0' } }
const offered = {
  ...profile(
    ['1.32.9', '1.33.6', '1.33.7', '1.34.3'],
    image('linux', 'minor', [
      imageVersion('1.0.0', inPlace),
      imageVersion('1.1.0', inPlace),
      imageVersion('2.0.0 supported', inPlace),
    ]),
    image('chost', 'minor', ['15.6.0']),
  ),
  machineTypes: [
    { name: 'small', architecture: 'amd64' },
    { name: 'large', architecture: 'amd64' },
  ],
}
const pool = (name: string, more: object = {}) => ({
  name,
  machine: { type: 'small', architecture: 'amd64', image: { name: 'linux', version: '1.0.0' } },
  minimum: 2,
  maximum: 4,
  maxSurge: 1,
  maxUnavailable: 0,
  zones: ['a'],
  volume: { type: 'ssd', size: '50Gi' },
  ...more,
})
const manifest = {
  metadata: { name: 'shoot', namespace: 'garden-dev', resourceVersion: '77' },
  spec: {
    kubernetes: { version: '1.32.9' },
    maintenance: {
      autoUpdate: { kubernetesVersion: false, machineImageVersion: true },
      timeWindow: { begin: '220000+0100', end: '230000+0100' },
    },
    provider: { workers: [pool('web'), pool('ledger', { updateStrategy: 'AutoInPlaceUpdate' })] },
  },
  status: { lastOperation: { type: 'Reconcile', state: 'Succeeded' } },
} as ShootManifest

const plan = (...edits: ShootEdit[]) => tryPlan({ manifest, edits, profile: offered, now })
const effects = (...edits: ShootEdit[]) => plan(...edits).effect.pools.map(({ effect }) => effect)

const machineManager = 'machineControllerManager'

const text = fc.constantFrom('1.31.0', '1.33.0', '1.33.3', '1.34.1', '1.35.2')
const edit = fc.oneof(
  text.map((value): ShootEdit => ({ field: 'spec.kubernetes.version', value })),
  fc.boolean().map((value): ShootEdit => ({ field: 'spec.maintenance.confineSpecUpdateRollout', value })),
  fc
    .tuple(fc.constantFrom('a', 'b', 'pool-a', 'pool-0', 'pool-1'), fc.option(text))
    .map(([name, value]): ShootEdit => ({ pool: name, field: 'kubernetes.version', value })),
  fc
    .tuple(fc.constantFrom('a', 'b', 'pool-a', 'pool-0', 'pool-1'), fc.option(fc.nat(2)))
    .map(([name, value]): ShootEdit => ({ pool: name, field: 'maxSurge', value })),
)

test.each<[string, ShootEdit, string, string]>([
  ['a minor of the control plane', { field: 'spec.kubernetes.version', value: '1.33.7' }, 'rolling', 'inPlace'],
  ['auto-update', { field: 'spec.maintenance.autoUpdate.kubernetesVersion', value: true }, 'none', 'none'],
  [
    'kubelet settings of all',
    { field: 'spec.kubernetes.kubelet.kubeReserved', value: { cpu: '1' } },
    'rolling',
    'inPlace',
  ],
  ['the most pods', { field: 'spec.kubernetes.kubelet.maxPods', value: 60 }, 'kubeletRestart', 'kubeletRestart'],
  [
    'a rotation of the CAs',
    { field: 'metadata.annotations[gardener.cloud/operation]', value: 'rotate-ca-start' },
    'rolling',
    'inPlace',
  ],
  ['an image', { pool: 'web', field: 'machine.image', value: { name: 'chost', version: '15.6.0' } }, 'rolling', 'none'],
  ['a machine type', { pool: 'web', field: 'machine.type', value: 'large' }, 'rolling', 'none'],
  ['a volume type', { pool: 'web', field: 'volume.type', value: 'hdd' }, 'rolling', 'none'],
  ['a volume size', { pool: 'web', field: 'volume.size', value: '80Gi' }, 'rolling', 'none'],
  ['the same size in other words', { pool: 'web', field: 'volume.size', value: '50Gi' }, 'none', 'none'],
  [
    'own kubelet settings',
    { pool: 'web', field: 'kubernetes.kubelet.cpuManagerPolicy', value: 'static' },
    'rolling',
    'none',
  ],
  ['a surge', { pool: 'web', field: 'maxSurge', value: 3 }, 'none', 'none'],
  ['a share', { pool: 'web', field: 'maxUnavailable', value: '50%' }, 'none', 'none'],
  ['a drain timeout', { pool: 'web', field: `${machineManager}.machineDrainTimeout`, value: '10m' }, 'none', 'none'],
  ['a health timeout', { pool: 'web', field: `${machineManager}.machineHealthTimeout`, value: '5m' }, 'none', 'none'],
  ['evictions', { pool: 'web', field: `${machineManager}.maxEvictRetries`, value: 4 }, 'none', 'none'],
  [
    'node conditions',
    { pool: 'web', field: `${machineManager}.nodeConditions`, value: ['DiskPressure'] },
    'none',
    'none',
  ],
  ['ignored health', { pool: 'ledger', field: `${machineManager}.disableHealthTimeout`, value: false }, 'none', 'none'],
  [
    'an image in place',
    { pool: 'ledger', field: 'machine.image', value: { name: 'linux', version: '1.1.0' } },
    'none',
    'inPlace',
  ],
  ['a surge in place', { pool: 'ledger', field: 'maxSurge', value: 0 }, 'none', 'none'],
])('%s', (_, edit, web, ledger) => {
  expect([...effects(edit)]).toEqual([web, ledger])
})

test.each<[string, ShootEdit]>([
  ['a window is no shorter than half an hour', { field: 'spec.maintenance.timeWindow.end', value: '221000+0100' }],
  ['a minor cannot be skipped', { field: 'spec.kubernetes.version', value: '1.34.3' }],
  [
    'the image of an in-place pool stays',
    { pool: 'ledger', field: 'machine.image', value: { name: 'chost', version: '15.6.0' } },
  ],
  ['so does its machine type', { pool: 'ledger', field: 'machine.type', value: 'large' }],
  ['a pool runs nothing newer than the control plane', { pool: 'web', field: 'kubernetes.version', value: '1.33.7' }],
  [
    'a rolling pool does not become an in-place one',
    { pool: 'web', field: 'updateStrategy', value: 'AutoInPlaceUpdate' },
  ],
  [
    'a rolling pool has no ignored health',
    { pool: 'web', field: `${machineManager}.disableHealthTimeout`, value: true },
  ],
  ['no surge and nothing unavailable', { pool: 'web', field: 'maxSurge', value: 0 }],
  ['no version of another profile', { field: 'spec.kubernetes.version', value: '1.33.99' }],
])('%s: it is left out, the others go through', (_, edit) => {
  const other: ShootEdit = { field: 'spec.maintenance.autoUpdate.kubernetesVersion', value: true }
  const { outcomes, after } = plan(edit, other)
  expect(outcomes.map(({ kind }) => kind)).toEqual(['refused', 'taken'])
  expect(after).toEqual(withEdits(manifest, [other]))
})

describe('a plan', () => {
  it('takes together what is possible only together', () => {
    const { outcomes } = plan(
      { pool: 'web', field: 'kubernetes.version', value: '1.33.7' },
      { field: 'spec.kubernetes.version', value: '1.33.7' },
      { pool: 'ledger', field: 'updateStrategy', value: 'ManualInPlaceUpdate' },
      { pool: 'ledger', field: 'maxSurge', value: null },
      { pool: 'ledger', field: 'maxUnavailable', value: null },
    )
    expect(outcomes.map(({ kind }) => kind)).toEqual(['taken', 'taken', 'taken', 'taken', 'taken'])
  })

  it('tells what is the same, what is said twice and what is about no pool', () => {
    const { outcomes, after } = plan(
      { field: 'spec.kubernetes.version', value: '1.32.9' },
      { pool: 'web', field: 'maxSurge', value: 3 },
      { pool: 'web', field: 'maxSurge', value: 1 },
      { pool: 'gone', field: 'maxSurge', value: 1 },
      { field: 'spec.maintenance.confineSpecUpdateRollout', value: null },
    )
    expect(outcomes.map(({ kind }) => kind)).toEqual(['same', 'same', 'same', 'no-pool', 'same'])
    expect(after).toBe(manifest)
  })

  it('names the field that causes what it does', () => {
    const { effect } = plan(
      { pool: 'web', field: 'machine.type', value: 'large' },
      { pool: 'web', field: 'maxSurge', value: 2 },
    )
    expect(effect.pools[0]?.because).toEqual(['spec.provider.workers[web].machine.type'])
    expect(plan({ pool: 'web', field: 'providerConfig', value: { iops: 3 } }).effect.pools[0]?.undecided).toEqual([
      'spec.provider.workers[web].providerConfig',
    ])
  })

  it('is a patch that tests what it is made for', () => {
    const { after } = plan(
      { field: 'spec.kubernetes.version', value: '1.33.7' },
      { pool: 'ledger', field: `${machineManager}.machineDrainTimeout`, value: '30m' },
      { pool: 'ledger', field: `${machineManager}.maxEvictRetries`, value: 4 },
      { field: 'metadata.annotations[gardener.cloud/operation]', value: 'rotate-ca-start' },
    )
    expect(patchBetween(manifest, after, 'version')).toEqual([
      { op: 'test', path: '/metadata/resourceVersion', value: '77' },
      { op: 'add', path: '/metadata/annotations', value: { 'gardener.cloud/operation': 'rotate-ca-start' } },
      { op: 'replace', path: '/spec/kubernetes/version', value: '1.33.7' },
      {
        op: 'add',
        path: '/spec/provider/workers/1/machineControllerManager',
        value: { machineDrainTimeout: '30m', maxEvictRetries: 4 },
      },
    ])
    expect(patchBetween(manifest, manifest, 'version')).toEqual([])
    expect(patchBetween(manifest, after, 'values').slice(0, 4)).toEqual([
      { op: 'test', path: '/spec/provider/workers/1/name', value: 'ledger' },
      { op: 'test', path: '/metadata/annotations', value: null },
      { op: 'test', path: '/spec/kubernetes/version', value: '1.32.9' },
      { op: 'test', path: '/spec/provider/workers/1/machineControllerManager', value: null },
    ])
    expect(changedPart(manifest, after, 'version')).toMatchObject({
      kind: 'Shoot',
      metadata: { name: 'shoot', namespace: 'garden-dev', resourceVersion: '77' },
      spec: { kubernetes: { version: '1.33.7' }, provider: { workers: [{ name: 'web' }, { name: 'ledger' }] } },
    })
    expect(changedPart(manifest, after, 'values').metadata).not.toHaveProperty('resourceVersion')
  })

  it('tests the names of pools where the shoot has no version, and takes out what goes', () => {
    const { metadata: _, ...rest } = manifest
    const bare = { ...rest, metadata: { annotations: { 'a/b~c': 'x' } } }
    const after = withEdits(bare, [{ pool: 'web', field: 'volume.type', value: null }])
    expect(patchBetween(bare, after, 'version')).toEqual([
      { op: 'test', path: '/spec/provider/workers/0/name', value: 'web' },
      { op: 'remove', path: '/spec/provider/workers/0/volume/type' },
    ])
    expect(patchBetween(bare, { ...bare, metadata: { annotations: {} } }, 'version')).toEqual([
      { op: 'remove', path: '/metadata/annotations/a~1b~0c' },
    ])
  })
})

describe('choices', () => {
  const input = { manifest, taken: [], profile: offered, now }
  const told = (field: Parameters<typeof choicesOf>[1], taken: readonly ShootEdit[] = []) =>
    choicesOf({ ...input, taken }, field).map((choice) => [
      choice.edit.value,
      choice.refusals.length > 0 ? 'refused' : choiceEffects({ ...input, taken }, field)(choice),
    ])

  it('of the control plane go up to the next minor', () => {
    expect(told({ field: 'spec.kubernetes.version' })).toEqual([
      ['1.34.3', 'refused'],
      ['1.33.7', 'rolling'],
      ['1.33.6', 'rolling'],
      ['1.32.9', 'none'],
    ])
  })

  it('of a pool depend on what the plan has for the control plane', () => {
    const minor: ShootEdit = { field: 'spec.kubernetes.version', value: '1.33.7' }
    const taken = (edits: readonly ShootEdit[]) =>
      told({ pool: 'web', field: 'kubernetes.version' }, edits).filter(([, effect]) => effect !== 'refused')
    expect(taken([])).toEqual([
      [null, 'none'],
      ['1.32.9', 'none'],
    ])
    expect(taken([minor]).map(([value]) => value)).toEqual([null, '1.33.7', '1.33.6', '1.32.9'])
  })

  it('of a strategy are those that a pool may be switched to', () => {
    expect(told({ pool: 'ledger', field: 'updateStrategy' })).toEqual([
      ['AutoRollingUpdate', 'refused'],
      ['AutoInPlaceUpdate', 'none'],
      ['ManualInPlaceUpdate', 'none'],
    ])
  })

  it('of a strategy are refused for what the whole shoot is, not for lacking what goes with them', () => {
    const restored = { ...manifest, status: { lastOperation: { type: 'Restore', state: 'Processing' } } }
    const choices = choicesOf({ ...input, manifest: restored }, { pool: 'ledger', field: 'updateStrategy' })
    expect(choices.map(({ refusals }) => refusals.map(messageOf))).toEqual([
      ['Invalid value: A pool cannot change from AutoInPlaceUpdate to AutoRollingUpdate: create a new pool.'],
      [],
      ['Forbidden: The specification is fixed during the operation Restore, which is in state Processing.'],
    ])
  })

  it('of a strategy bring along what the API server would refuse beside it, also what the plan sets', () => {
    const also = (taken: readonly ShootEdit[]) =>
      choicesOf({ ...input, taken }, { pool: 'ledger', field: 'updateStrategy' }).map((choice) => choice.also)
    const [surge, unavailable] = (['maxSurge', 'maxUnavailable'] as const).map(
      (field): ShootEdit => ({ pool: 'ledger', field, value: null }),
    )
    expect(also([])).toEqual([[], [], [surge, unavailable]])
    expect(also([{ pool: 'ledger', field: 'maxSurge', value: 2 }])).toEqual([[], [], [surge, unavailable]])
    expect(also([surge, unavailable].flatMap((one) => one ?? []))).toEqual([[], [], [surge, unavailable]])
  })
})

test('edits at once are edits one after the other', () => {
  fc.assert(
    fc.property(accepted, fc.array(edit, { maxLength: 6 }), ({ shoot }, edits) => {
      const before = shootJson(shoot)
      expect(withEdits(before, edits)).toEqual(edits.reduce((is, one) => withEdits(is, [one]), before))
    }),
  )
})

test('what is taken is accepted, what is left out would be refused on top of it, and nothing changes nothing', () => {
  fc.assert(
    fc.property(accepted, fc.array(edit, { maxLength: 6 }), ({ shoot, profile: some, at }, edits) => {
      const before = shootJson(shoot)
      const named = edits.map((one, i) =>
        'pool' in one && shoot.workers.length > 0
          ? { ...one, pool: shoot.workers[i % shoot.workers.length]?.name ?? '' }
          : one,
      )
      const { after, outcomes, effect } = tryPlan({ manifest: before, edits: named, profile: some, now: at })
      const answer = (manifestAfter: ShootManifest) =>
        admitShoot({ before, after: manifestAfter, profile: some, now: at }).allowed
      if (after !== before) expect(answer(after)).toBe(true)
      else
        expect([effect.controlPlane, ...effect.pools.map((one) => one.effect)].every((one) => one === 'none')).toBe(
          true,
        )
      outcomes.forEach((outcome, i) => {
        const one = named[i]
        if (one === undefined) return
        if (outcome.kind === 'taken') expect(presentIn(after)(one) ?? null).toEqual(one.value)
        if (outcome.kind === 'refused') expect(answer(withEdits(after, [one])), fieldOf(one)).toBe(false)
      })
    }),
    { numRuns: runs(200) },
  )
})

test('a choice of a pool is refused where the whole shoot with it is', () => {
  const fields = ['kubernetes.version', 'machine.image', 'updateStrategy'] as const
  fc.assert(
    fc.property(accepted, fc.constantFrom(...fields), ({ shoot, profile: some, at }, field) => {
      const before = shootJson(shoot)
      for (const { name } of shoot.workers) {
        for (const choice of choicesOf(
          { manifest: before, taken: [], profile: some, now: at },
          { pool: name, field },
        )) {
          const whole = admitShoot({
            before,
            after: withEdits(before, [choice.edit, ...choice.also]),
            profile: some,
            now: at,
          })
          expect(choice.refusals.map(messageOf)).toEqual(whole.allowed ? [] : whole.errors.map(messageOf))
        }
      }
    }),
    { numRuns: runs(60) },
  )
})

const asked = {
  metadata: {
    name: 'dev',
    annotations: {
      'gardener.cloud/operation': 'force-in-place-update',
      'maintenance.gardener.cloud/operation': 'rotate-ssh-keypair',
      'acme.example/team': 'core',
    },
  },
}

test.each([
  ['has been done, it is asked for no longer', {}, { 'acme.example/team': 'core' }],
  [
    'waits, it is still asked for',
    { 'gardener.cloud/operation': 'force-in-place-update' },
    { 'gardener.cloud/operation': 'force-in-place-update', 'acme.example/team': 'core' },
  ],
])('where an operation %s', (_, annotations, left) => {
  expect(withOperationsOf(asked, { annotations })).toEqual({ metadata: { name: 'dev', annotations: left } })
})

test('a shoot without annotations is asked for nothing', () => {
  const plain = { metadata: { name: 'dev' } }
  expect(withOperationsOf(plain, { annotations: {} })).toBe(plain)
})
