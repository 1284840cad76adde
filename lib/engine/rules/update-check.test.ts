import { describe, expect, test } from 'vitest'
import { isSameRefusal, type UpdateRefusal } from '@/lib/engine/refusal'
import { image, imageVersion, instant, profile, shoot, unavailableUntil, worker } from '@/lib/engine/testdata/builders'
import type { CloudProfile, Shoot, VersionBoundSettings, Worker } from '@/lib/engine/types'
import { CompiledProfile } from './compile'
import { stateOf, subjectOf, type VersionState } from './decide'
import { movingRefusal, refusalOf, type UpdateRequest } from './update-check'

const at = instant('2026-11-21')
const offered = profile(
  ['1.33.5', '1.33.6', '1.34.1', '1.35.0', '1.36.0', '1.37.0 preview'],
  image('linux', 'major', [
    '1.0.0',
    '2.0.0',
    '3.0.0 supported 2026-01-01',
    imageVersion(unavailableUntil('4.0.0', '2027-01-01')),
    imageVersion('5.0.0', { architectures: ['arm64'] }),
    imageVersion('6.0.0', { kubeletVersionConstraint: '< 1.34' }),
    imageVersion('7.0.0', { inPlaceUpdates: { supported: true, minVersionForUpdate: '1.0.0' } }),
    imageVersion('8.0.0', { inPlaceUpdates: { supported: true, minVersionForUpdate: '2.0.0' } }),
    imageVersion('9.0.0', { inPlaceUpdates: { supported: false, minVersionForUpdate: '1.0.0' } }),
  ]),
)
const inPlace = { updateStrategy: 'AutoInPlaceUpdate' } as const
const pending = { pendingWorkerUpdates: ['a'] }

interface Wanted {
  readonly pools?: readonly Worker[]
  readonly more?: Partial<Shoot>
  readonly profile?: CloudProfile
  readonly kubernetes?: string
  /** Own Kubernetes version and image version of the first pool. */
  readonly own?: string | null
  readonly image?: string
  readonly settings?: VersionBoundSettings
  readonly differs?: boolean
  readonly annotations?: UpdateRequest['annotations']
}

function refusals(wanted: Wanted): readonly string[] {
  const subject = shoot('1.33.5', wanted.pools ?? [worker('a linux 1.0.0')], wanted.more)
  const before = stateOf(subject)
  const isSame = wanted.kubernetes === undefined && wanted.own === undefined && wanted.image === undefined
  const after: VersionState = isSame
    ? before
    : {
        kubernetes: wanted.kubernetes ?? before.kubernetes,
        pools: wanted.own === undefined ? before.pools : before.pools.with(0, wanted.own),
        images: wanted.image === undefined ? before.images : before.images.with(0, wanted.image),
      }
  const compiled = new CompiledProfile(wanted.profile ?? offered)
  const refusal = refusalOf({
    subject: subjectOf(subject, compiled),
    before,
    after,
    settings: wanted.settings,
    settingsBefore: undefined,
    annotations: wanted.annotations ?? {},
    differs: wanted.differs ?? true,
    at,
  })
  return (
    refusal?.refusals.map(
      ({ stage, rule, subject: { pool } }) => `${stage} ${rule}${pool === undefined ? '' : ` ${pool}`}`,
    ) ?? []
  )
}

const described: CloudProfile = { ...offered, machineCapabilities: [{ name: 'architecture', values: ['amd64'] }] }

describe('what a maintenance is refused for', () => {
  test.each<[string, Wanted, readonly string[]]>([
    ['nothing where nothing changes', {}, []],
    ['nothing by the next minor', { kubernetes: '1.34.1' }, []],
    ['a version that is not listed', { kubernetes: '1.34.9' }, ['validator version-not-listed']],
    ['nothing where that is there already and stays', { more: { kubernetesVersion: '1.33.9' } }, []],
    ['nothing by a preview', { more: { kubernetesVersion: '1.36.0' }, kubernetes: '1.37.0' }, []],
    ['an own version of a pool below the one that it followed', { own: '1.32.1' }, ['validation version-downgrade 0']],
    ['one that follows a step', { pools: [worker('a linux 1.0.0 1.33.4')], own: '1.33.5' }, []],
    [
      'one that is not listed',
      { pools: [worker('a linux 1.0.0 1.33.2')], own: '1.33.3' },
      ['validator version-not-listed 0'],
    ],
    ['nothing where that is there already', { pools: [worker('a linux 1.0.0 1.33.2')], kubernetes: '1.33.6' }, []],
    [
      'a pool that goes back',
      { pools: [worker('a linux 1.0.0 1.33.5')], own: '1.33.4' },
      ['validation version-downgrade 0'],
    ],
    [
      'a pool above its control plane',
      { pools: [worker('a linux 1.0.0 1.33.5')], own: '1.34.1' },
      ['validation pool-above-control-plane 0'],
    ],
    [
      'a pool too far behind',
      { pools: [worker('a linux 1.0.0 1.32.1')], more: { kubernetesVersion: '1.35.0' }, kubernetes: '1.36.0' },
      ['validation pool-too-far-behind 0'],
    ],
    [
      'nothing by a rolling pool that skips minors',
      { pools: [worker('a linux 1.0.0 1.32.1')], more: { kubernetesVersion: '1.35.0' }, own: '1.35.0' },
      [],
    ],
    [
      'one in place that does',
      { pools: [worker('a linux 7.0.0 1.32.1', inPlace)], more: { kubernetesVersion: '1.35.0' }, own: '1.35.0' },
      ['validation version-skips-minor 0'],
    ],
    ['an image that has expired', { image: '3.0.0' }, []],
    [
      'or that is lower and has',
      { pools: [worker('a linux 5.0.0')], image: '3.0.0' },
      ['validator image-unavailable 0'],
    ],
    ['an image that is not available yet', { image: '4.0.0' }, ['validator image-unavailable 0']],
    ['an image of another architecture', { image: '5.0.0' }, ['validator image-architecture 0']],
    ['an image that is not listed', { image: '1.5.0' }, ['validator image-not-listed 0']],
    [
      'an image of which the name is spelled otherwise',
      { pools: [worker('a Linux 1.0.0')], image: '2.0.0' },
      ['mutator image-unknown 0'],
    ],
    ['nothing by an unknown image that stays', { pools: [worker('a other 1.0.0')], kubernetes: '1.33.6' }, []],
    [
      'an image whose kubelets are too new, though it stays',
      { pools: [worker('a linux 6.0.0')], kubernetes: '1.34.1' },
      ['validator image-kubelet 0'],
    ],
    ['nothing where they are not', { pools: [worker('a linux 6.0.0')], kubernetes: '1.33.6' }, []],
    [
      'an image without updates in place',
      { pools: [worker('a linux 1.0.0', inPlace)], image: '9.0.0' },
      ['validator image-not-in-place 0'],
    ],
    ['an image with them', { pools: [worker('a linux 1.0.0', inPlace)], image: '7.0.0' }, []],
    [
      'an image with them from higher ones',
      { pools: [worker('a linux 1.0.0', inPlace)], image: '8.0.0' },
      ['validator image-not-in-place 0'],
    ],
    [
      'nothing of the profile where nothing differs',
      { pools: [worker('a linux 6.0.0')], more: { kubernetesVersion: '1.34.1' }, differs: false },
      [],
    ],
    [
      'what differs',
      { pools: [worker('a linux 6.0.0')], more: { kubernetesVersion: '1.34.1' }, differs: true },
      ['validator image-kubelet 0'],
    ],
    [
      'a pool that is updated in place',
      { pools: [worker('a linux 1.0.0', inPlace)], more: pending, image: '7.0.0' },
      ['validation pool-pending-in-place 0'],
    ],
    [
      'one that follows the control plane',
      { pools: [worker('a linux 1.0.0', inPlace)], more: pending, kubernetes: '1.33.6' },
      ['validation pool-pending-in-place 0'],
    ],
    [
      'not one with a version of its own',
      { pools: [worker('a linux 1.0.0 1.33.5', inPlace)], more: pending, kubernetes: '1.33.6' },
      [],
    ],
    ['not a rolling one', { more: pending, kubernetes: '1.33.6' }, []],
    ['not another one', { pools: [worker('b linux 1.0.0', inPlace)], more: pending, kubernetes: '1.33.6' }, []],
    [
      'not where that is forced',
      {
        pools: [worker('a linux 1.0.0', inPlace)],
        more: pending,
        kubernetes: '1.33.6',
        annotations: { 'gardener.cloud/operation': 'force-in-place-update' },
      },
      [],
    ],
    [
      'a machine type that is gone',
      { pools: [worker('a linux 1.0.0', { machineType: 'gone' })], profile: described },
      ['validator machine-type-gone 0'],
    ],
    ['not in a profile without capabilities', { pools: [worker('a linux 1.0.0', { machineType: 'gone' })] }, []],
    [
      'a control plane that moves',
      { more: { lastOperation: { type: 'Migrate', state: 'Processing' } }, kubernetes: '1.33.6' },
      ['validator control-plane-moves'],
    ],
    [
      'it before a machine type that is gone',
      {
        pools: [worker('a linux 1.0.0', { machineType: 'gone' })],
        profile: described,
        more: { lastOperation: { type: 'Migrate', state: 'Processing' } },
        kubernetes: '1.33.6',
      },
      ['validator control-plane-moves'],
    ],
    ['not where nothing changes', { more: { lastOperation: { type: 'Migrate', state: 'Processing' } } }, []],
    [
      'but where every write is another',
      { more: { lastOperation: { type: 'Migrate', state: 'Processing' }, alwaysDiffers: true } },
      ['validator control-plane-moves'],
    ],
    [
      'or drops something',
      {
        more: {
          lastOperation: { type: 'Migrate', state: 'Processing' },
          droppedOnWrite: { maxEmptyBulkDelete: 10 },
        },
      },
      ['validator control-plane-moves'],
    ],
    [
      'all about one pool before the next',
      { pools: [worker('a linux 1.0.0 1.34.1'), worker('b linux 1.0.0 1.34.1')], kubernetes: '1.33.6' },
      ['validation pool-above-control-plane 0', 'validation pool-above-control-plane 1'],
    ],
  ])('%s', (_, wanted, expected) => {
    expect(refusals(wanted)).toEqual(expected)
  })

  test('a refusal names what there is, previews as such', () => {
    const subject = shoot('1.33.5')
    const before = stateOf(subject)
    const refusal = refusalOf({
      subject: subjectOf(subject, new CompiledProfile(profile(['1.33.5', '1.34.0 preview']))),
      before,
      after: { ...before, kubernetes: '1.33.9' },
      settings: undefined,
      annotations: {},
      differs: true,
      at,
    })
    expect(refusal?.text).toBe(
      'shoots.core.gardener.cloud "shoot" is forbidden: spec.kubernetes.version: Unsupported value: "1.33.9": supported values: "1.33.5", "1.34.0 (preview)"',
    )
  })
})

test.each<[string, Shoot['lastOperation'], number]>([
  ['nothing happened yet', undefined, 0],
  ['it was reconciled', { type: 'Reconcile', state: 'Succeeded' }, 0],
  ['it moves away', { type: 'Migrate', state: 'Succeeded' }, 1],
  ['it arrives', { type: 'Restore', state: 'Processing' }, 1],
  ['it has arrived', { type: 'Restore', state: 'Succeeded' }, 0],
])('the specification is fixed while the control plane moves: %s', (_, operation, count) => {
  expect(movingRefusal(operation)).toHaveLength(count)
})

describe('refusals of shoots of one kind', () => {
  const one: UpdateRefusal = {
    stage: 'validation',
    rule: 'image-kubelet',
    type: 'FieldValueInvalid',
    field: 'f',
    subject: { pool: 0, value: 'v' },
    text: 't',
  }
  const ofPending: UpdateRefusal = { ...one, rule: 'pool-pending-in-place' }
  test.each<[string, UpdateRefusal, UpdateRefusal, boolean]>([
    ['the same', one, one, true],
    ['another rule', one, { ...one, rule: 'image-capabilities' }, false],
    ['another pool', one, { ...one, subject: { pool: 1, value: 'v' } }, false],
    ['another field', one, { ...one, field: 'g' }, false],
    ['another text', one, { ...one, text: 'u' }, false],
    ['another value', one, { ...one, subject: { pool: 0, value: 'w' } }, false],
    ['a text that names the pool', ofPending, { ...ofPending, text: 'u' }, true],
    ['but of another pool', ofPending, { ...ofPending, subject: { pool: 1, value: 'v' } }, false],
  ])('%s', (_, a, b, expected) => {
    expect(isSameRefusal(a, b)).toBe(expected)
  })
})
