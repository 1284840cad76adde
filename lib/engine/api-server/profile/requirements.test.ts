import { describe, expect, test } from 'vitest'
import type { ProfileRefusal } from '@/lib/engine/refusal'
import { parseInstant } from '@/lib/engine/time'
import { checkCreate, checkUpdate } from './cloud-profile'
import { checkNamespaced } from './namespaced-profile'
import { ALL_GATES, admissionAnswer } from './profile-refusals'
import { readSubmitted } from './submitted'

const NOW = parseInstant('2026-06-01T00:00:00Z') ?? 0
const CONTAINERD = [{ name: 'containerd' }]
const IMAGE = { version: '1.0.0', architectures: ['amd64', 'arm64'], cri: CONTAINERD }

const SPEC = {
  type: 'local',
  regions: [{ name: 'region-1' }],
  kubernetes: { versions: [{ version: '1.34.1' }, { version: '1.33.1' }] },
  machineImages: [{ name: 'gardenlinux', updateStrategy: 'major', versions: [IMAGE] }],
  machineTypes: [
    { name: 'm-amd', architecture: 'amd64' },
    { name: 'm-arm', architecture: 'arm64' },
  ],
}
const CAPABILITIES = [{ name: 'architecture', values: ['amd64', 'arm64'] }]

const profile = (spec: object) => readSubmitted({ metadata: { name: 'local' }, spec: { ...SPEC, ...spec } })
const withKubernetes = (...versions: object[]) => profile({ kubernetes: { versions } })
const withImage = (version: object, rest: object = {}) =>
  profile({
    machineImages: [{ name: 'gardenlinux', updateStrategy: 'major', versions: [{ ...IMAGE, ...version }] }],
    ...rest,
  })
const withTypes = (...machineTypes: object[]) => profile({ machineTypes })
const types = (...machineTypes: object[]) => ({ machineTypes })

describe('a changed profile is refused:', () => {
  const cases: [sentence: string, after: ReturnType<typeof profile>, refusals: string[]][] = [
    ['a machine type is there twice', withTypes({ name: 'm' }, { name: 'm' }), ['spec.machineTypes[1].name: ']],
    [
      'a machine type has an empty architecture',
      withTypes({ name: 'm', architecture: '' }),
      ['spec.machineTypes[0].architecture: must provide an architecture'],
    ],
    [
      'a machine type has an unknown architecture',
      withTypes({ name: 'm', architecture: 'foo' }),
      ['spec.machineTypes[0].architecture: supported values: "amd64", "arm64"'],
    ],
    [
      'a machine type has capabilities that nobody defined',
      withTypes({ name: 'm', capabilities: { hypervisor: ['gen1'] } }),
      ['spec.machineTypes[0].capabilities: must not provide capabilities without global definition'],
    ],
    [
      'the capabilities know no architecture',
      profile({
        machineCapabilities: [{ name: 'hypervisor', values: ['gen1'] }],
        machineImages: [
          { name: 'gardenlinux', updateStrategy: 'major', versions: [{ version: '1.0.0', cri: CONTAINERD }] },
        ],
        ...types({ name: 'm' }),
      }),
      ['spec.machineCapabilities.architecture: architecture capability is required'],
    ],
    [
      'flavors have architectures although the capabilities know none',
      withImage(
        { architectures: [], capabilityFlavors: [{ architecture: ['amd64'] }] },
        { machineCapabilities: [{ name: 'hypervisor', values: ['gen1'] }], ...types({ name: 'm' }) },
      ),
      [
        'spec.machineCapabilities.architecture: architecture capability is required',
        'spec.machineImages[0].versions[0].capabilityFlavors[0]: supported values: "hypervisor"',
      ],
    ],
    [
      'a machine type contradicts its capabilities',
      profile({
        machineCapabilities: CAPABILITIES,
        ...types({ name: 'm', architecture: 'amd64', capabilities: { architecture: ['arm64'] } }),
      }),
      [
        'spec.machineTypes[0].architecture: machine type architecture (amd64) conflicts with the capability architecture (arm64)',
      ],
    ],
    [
      'an alternative of a kubelet constraint is missing',
      withImage({ kubeletVersionConstraint: '1.33 ||' }),
      [
        'spec.machineImages[0].versions[0].kubeletVersionConstraint: cannot parse the kubeletVersionConstraint: improper constraint: ""',
      ],
    ],
    [
      'the numbers of a kubelet constraint are none',
      withImage({ kubeletVersionConstraint: '>= 1.33-01' }),
      [
        'spec.machineImages[0].versions[0].kubeletVersionConstraint: cannot parse the kubeletVersionConstraint: constraint parser error',
      ],
    ],
    [
      'an unknown stage follows an unavailable one, which is no question of order',
      withKubernetes(
        { version: '1.34.1' },
        {
          version: '1.33.1',
          lifecycle: [{ classification: 'unavailable' }, { classification: 'foo', startTime: '2026-01-01T00:00:00Z' }],
        },
      ),
      [
        'spec.kubernetes.versions[1].lifecycle[0].classification: supported values: "deprecated", "expired", "preview", "supported"',
        'spec.kubernetes.versions[1].lifecycle[1].classification: supported values: "deprecated", "expired", "preview", "supported"',
      ],
    ],
  ]
  test.each(cases)('%s', (_, after, refusals) => {
    const found = checkUpdate(profile({}), after, NOW, { shoots: [], namespaced: [] })
    expect(found.map(({ field, text }) => `${field}: ${text}`)).toEqual(refusals)
  })
})

test('the first capabilities turn architectures into flavors on an update, not on creation', () => {
  const after = profile({ machineCapabilities: CAPABILITIES })
  expect(checkUpdate(profile({}), after, NOW, { shoots: [], namespaced: [] })).toEqual([])
  expect(checkCreate(after, NOW, ALL_GATES).refusals.map(({ field }) => field)).toEqual([
    'spec.machineImages[0].versions[0].capabilityFlavors',
  ])
})

test('without capabilities flavors go away on an update', () => {
  const flavored = withImage({ capabilityFlavors: [{ architecture: ['amd64'] }, { architecture: ['arm64'] }] })
  const before = profile({ machineCapabilities: CAPABILITIES })
  expect(checkUpdate(before, flavored, NOW, { shoots: [], namespaced: [] })).toEqual([])
  expect(checkUpdate(profile({}), flavored, NOW, { shoots: [], namespaced: [] })).toHaveLength(1)
})

describe('a namespaced profile', () => {
  const answerTo = (refusals: readonly ProfileRefusal[]) =>
    refusals.length === 0 ? [] : admissionAnswer('own', refusals).texts
  const own = (spec: object) =>
    readSubmitted({ metadata: { name: 'own', namespace: 'garden-dev' }, spec: { parent: { name: 'local' }, ...spec } })
  const kubernetes = (...versions: object[]) => ({ kubernetes: { versions } })
  const details = (parent: ReturnType<typeof profile>, after: ReturnType<typeof own>, before: typeof after | null) =>
    answerTo(checkNamespaced(parent, after, before && { profile: before, shoots: [] }, NOW).refusals)

  test('that is stored already is not looked at again', () => {
    const spec = kubernetes({ version: '1.99.1', expirationDate: '2026-01-01T00:00:00Z' })
    expect(details(profile({}), own(spec), own(spec))).toEqual([])
    expect(details(profile({}), own(spec), own({}))).toEqual([])
  })

  test('may add an image version that names no architecture: it is one for amd64', () => {
    const images = [{ name: 'gardenlinux', versions: [{ version: '2.0.0', cri: CONTAINERD }] }]
    expect(details(profile({}), own({ machineImages: images }), null)).toEqual([])
  })

  test('that ends the highest version is refused with the date that it sets', () => {
    const life = [{ classification: 'supported' }, { classification: 'expired', startTime: '2027-01-01T00:00:00Z' }]
    const parent = withKubernetes({ version: '1.34.1', lifecycle: life })
    expect(
      details(parent, own(kubernetes({ version: '1.34.1', expirationDate: '2028-01-01T00:00:00Z' })), null),
    ).toEqual([
      'error while validating merged NamespacedCloudProfile: [' +
        'status.cloudProfileSpec.kubernetes.versions[].expirationDate: Invalid value: "2028-01-01T00:00:00Z": expiration date of latest kubernetes version (\'1.34.1\') must not be set ' +
        'status.cloudProfileSpec.kubernetes.versions[].lifecycle: Invalid value: "2028-01-01T00:00:00Z": classification expired of latest kubernetes version (\'1.34.1\') must not be set ' +
        'status.cloudProfileSpec.kubernetes.versions[0]: Forbidden: cannot specify `classification` or `expirationDate` in combination with `lifecycle`]',
    ])
  })

  test('is refused for stages of its parent that go back in time, with the time spelled out', () => {
    const life = [
      { classification: 'supported', startTime: '2026-02-01T00:00:00Z' },
      { classification: 'deprecated', startTime: '2026-01-01T00:00:00Z' },
    ]
    const parent = withKubernetes({ version: '1.34.1', lifecycle: life })
    expect(details(parent, own({}), null)).toEqual([
      'error while validating merged NamespacedCloudProfile: [status.cloudProfileSpec.kubernetes.versions[0].lifecycle[1]: Invalid value: "2026-01-01 00:00:00 +0000 UTC": lifecycle start times must be monotonically increasing]',
    ])
  })
})
