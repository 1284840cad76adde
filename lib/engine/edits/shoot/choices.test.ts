import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type ShootManifest, shootJson } from '@/lib/engine/api-server/manifest'
import { accepted } from '@/lib/engine/testdata/arbitraries'
import { image, imageVersion, profile } from '@/lib/engine/testdata/builders'
import { runs } from '@/lib/engine/testdata/runs'
import type { CloudProfile } from '@/lib/engine/types'
import { type ChoicesInput, type ChosenField, choosing } from './choices'
import type { ShootEdit } from './fields'
import { sortOut } from './plan'

const choicesOf = (input: ChoicesInput, field: ChosenField) => [...choosing(input)(field)]

const now = Date.UTC(2026, 10, 21)
const minors = [28, 29, 31, 32, 33, 34, 35, 36]
const odd = ['1.33', 'v1.33.4', '1.33.4-rc1', '1.033.4', '1.33.4+a', '1.33.10', '1.33.1', '1.33.1', '2.0.0', 'latest']
const offered: CloudProfile = {
  ...profile(
    [...minors.flatMap((minor) => Array.from({ length: 12 }, (_, patch) => `1.${minor}.${patch}`)), ...odd],
    image('linux', 'minor', [
      imageVersion('1.0.0'),
      imageVersion('1.1.0', { kubeletVersionConstraint: '< 1.32.7' }),
      imageVersion('1.2.0', { kubeletVersionConstraint: '>= 1.32.3, != 1.32.8, != 1.33.1' }),
      imageVersion('1.3', { kubeletVersionConstraint: '!= 1.32.8' }),
    ]),
  ),
  machineTypes: [{ name: 'small', architecture: 'amd64' }],
}
const pool = (name: string, version: string, more: object = {}) => ({
  name,
  machine: { type: 'small', architecture: 'amd64', image: { name: 'linux', version } },
  minimum: 2,
  maximum: 4,
  zones: ['a'],
  ...more,
})
const shootOf = (version: string, workers: readonly object[], more: object = {}) =>
  ({
    metadata: { name: 'shoot', namespace: 'garden-dev' },
    spec: { cloudProfile: { name: 'profile' }, kubernetes: { version, ...more }, provider: { workers } },
    status: { inPlaceUpdates: { pendingWorkerUpdates: { autoInPlaceUpdate: ['pending'] } } },
  }) as ShootManifest
const inPlace = { updateStrategy: 'AutoInPlaceUpdate', maxSurge: 0, maxUnavailable: 1 }
const gates = { featureGates: { SizeMemoryBackedVolumes: true, KubeletEnsureSecretPulledImages: true } }
const planned = (manifest: ShootManifest, ...taken: ShootEdit[]) => ({ manifest, taken })

const asked: readonly [string, Pick<ChoicesInput, 'manifest' | 'taken'>][] = [
  ['without pools', planned(shootOf('1.31.5', []))],
  ['with pools of all kinds', planned(shootOf('1.32.5', [pool('a', '1.0.0'), pool('b', '1.1.0'), pool('c', '1.2.0')]))],
  [
    'with pools behind it',
    planned(shootOf('1.32.5', [pool('a', '1.0.0', { kubernetes: { version: '1.29.3' } }), pool('b', '1.2.0')])),
  ],
  [
    'with pools that are updated in place',
    planned(shootOf('1.32.5', [pool('a', '1.0.0', inPlace), pool('pending', '1.0.0', inPlace)])),
  ],
  [
    'with settings of some versions',
    planned(shootOf('1.31.5', [pool('a', '1.0.0', { kubernetes: { kubelet: gates } })], { kubelet: gates })),
  ],
  ['of a version that nobody offers', planned(shootOf('1.32.99', [pool('a', '1.0.0')]))],
  [
    'of versions of which one begins with the other',
    planned(shootOf('1.32.1', [pool('a', '1.0.0', { kubernetes: { version: '1.32.10' } })])),
  ],
  ['with an image of two numbers', planned(shootOf('1.32.5', [pool('a', '1.3'), pool('b', '1.0.0')]))],
  ['of a version that is no version', planned(shootOf('1.33', [pool('a', '1.0.0')]))],
  [
    'beside other versions of a plan',
    planned(
      shootOf('1.32.5', [pool('a', '1.0.0'), pool('b', '1.0.0')]),
      { field: 'spec.kubernetes.version', value: '1.33.6' },
      { pool: 'a', field: 'kubernetes.version', value: '1.33.2' },
      { pool: 'b', field: 'machine.image', value: { name: 'linux', version: '1.2.0' } },
    ),
  ],
  [
    'beside a version that is filled in',
    planned(shootOf('1.32.5', [pool('a', '1.0.0')]), { field: 'spec.kubernetes.version', value: '1.33' }),
  ],
  [
    'beside an image that is filled in',
    planned(shootOf('1.32.5', [pool('a', '1.0.0'), pool('b', '1.0.0')]), {
      pool: 'b',
      field: 'machine.image',
      value: { name: 'linux', version: '1' },
    }),
  ],
]

/** What is said to each choice that is asked for alone is what is said to it among all. */
function expectSame(input: ChoicesInput, field: ChosenField) {
  const choices = choicesOf(input, field)
  for (const choice of choices) {
    const alone = [...choosing(input)(field, ({ edit }) => edit === choice.edit || edit.value === choice.edit.value)]
    expect(choice.refusals, `${field.field} ${choice.edit.value}`).toEqual(alone[0]?.refusals)
  }
  return choices
}

const fieldsOf = (pools: readonly string[]): readonly ChosenField[] => [
  { field: 'spec.kubernetes.version' },
  ...pools.map((name): ChosenField => ({ pool: name, field: 'kubernetes.version' })),
]

describe('versions among many', () => {
  it.each(asked)('are refused for a shoot %s as they are alone', (_, some) => {
    const workers = (some.manifest.spec as { provider: { workers: { name: string }[] } }).provider.workers
    for (const field of fieldsOf(workers.map(({ name }) => name))) {
      expect(expectSame({ ...some, profile: offered, now }, field).length).toBeGreaterThan(20)
    }
  })
})

test('versions of any shoot are refused among others as they are alone, whatever else is planned', () => {
  const patch = fc
    .tuple(fc.constantFrom(31, 32, 33, 34, 35, 36), fc.nat(12))
    .map(([minor, last]) => `1.${minor}.${last}`)
  const edit = fc.oneof(
    patch.map((value): ShootEdit => ({ field: 'spec.kubernetes.version', value })),
    patch.map((value): ShootEdit => ({ pool: 'pool-0', field: 'kubernetes.version', value })),
    patch.map((value): ShootEdit => ({ pool: 'pool-1', field: 'kubernetes.version', value })),
    fc
      .constantFrom('1.0.0', '1.1.0', '2.0.0')
      .map((version): ShootEdit => ({ pool: 'pool-0', field: 'machine.image', value: { name: 'linux', version } })),
  )
  fc.assert(
    fc.property(
      accepted,
      fc.uniqueArray(patch, { maxLength: 30 }),
      fc.array(edit, { maxLength: 3 }),
      ({ shoot, profile: some, at }, patches, edits) => {
        const manifest = shootJson(shoot)
        const many = { ...some, kubernetes: [...some.kubernetes, ...patches.map((version) => ({ version }))] }
        const { outcomes } = sortOut({ manifest, edits, profile: many, now: at })
        const taken = edits.filter((_, i) => outcomes[i]?.kind === 'taken')
        for (const field of fieldsOf(shoot.workers.map(({ name }) => name))) {
          expectSame({ manifest, taken, profile: many, now: at }, field)
        }
      },
    ),
    { numRuns: runs(60) },
  )
})
