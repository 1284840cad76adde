import { expect, test } from 'vitest'
import type { Json, JsonObject } from '@/lib/engine/json'
import type { CloudProfile } from '@/lib/engine/types'
import { differences, entryPath, stepsIn, withChanges, withoutPlaces } from './changes'
import { applyEdit } from './edits'
import { applyToObject, imageIn } from './yaml'

const object: JsonObject = {
  spec: {
    kubernetes: { versions: [{ version: '1.34.1' }, { version: '1.33.2', classification: 'deprecated' }] },
    machineTypes: [
      { name: 'm.large', cpu: '4', usable: true },
      { name: 'm.small', cpu: '2' },
    ],
    regions: [{ name: 'eu', zones: [{ name: 'a' }, { name: 'b' }], accessRestrictions: [{}, {}] }],
    limits: { maxNodesTotal: 10 },
  },
}

function edited(change: (spec: Record<string, Json>) => void): JsonObject {
  const copy = structuredClone(object) as { spec: Record<string, Json> }
  change(copy.spec)
  return copy
}

test.each([
  [
    'a field of an entry',
    edited((spec) => {
      spec.machineTypes = [
        { name: 'm.large', cpu: '4', usable: false },
        { name: 'm.small', cpu: '2' },
      ]
    }),
    [{ path: ['spec', 'machineTypes', 'm.large', 'usable'], value: false }],
  ],
  [
    'an entry that is new, and one that is gone',
    edited((spec) => {
      spec.machineTypes = [{ name: 'm.tiny' }, { name: 'm.small', cpu: '2' }]
    }),
    [
      { path: ['spec', 'machineTypes', 'm.large'] },
      { path: ['spec', 'machineTypes', 'm.tiny'], value: { name: 'm.tiny' }, index: 0 },
    ],
  ],
  [
    'a field that is taken out, and one that is new',
    edited((spec) => {
      spec.limits = {}
      spec.type = 'aws'
    }),
    [{ path: ['spec', 'limits', 'maxNodesTotal'] }, { path: ['spec', 'type'], value: 'aws' }],
  ],
  [
    'an entry deep inside',
    edited((spec) => {
      spec.regions = [
        { name: 'eu', zones: [{ name: 'a' }, { name: 'b' }, { name: 'c' }], accessRestrictions: [{}, {}] },
      ]
    }),
    [{ path: ['spec', 'regions', 'eu', 'zones', 'c'], value: { name: 'c' }, index: 2 }],
  ],
  [
    'a list without names, as a whole',
    edited((spec) => {
      spec.regions = [{ name: 'eu', zones: [{ name: 'a' }, { name: 'b' }], accessRestrictions: [{}] }]
    }),
    [{ path: ['spec', 'regions', 'eu', 'accessRestrictions'], value: [{}] }],
  ],
  [
    'another order, as a whole',
    edited((spec) => {
      spec.machineTypes = [
        { name: 'm.small', cpu: '2' },
        { name: 'm.large', cpu: '4', usable: true },
      ]
    }),
    [
      {
        path: ['spec', 'machineTypes'],
        value: [
          { name: 'm.small', cpu: '2' },
          { name: 'm.large', cpu: '4', usable: true },
        ],
      },
    ],
  ],
  [
    'two of one name, as a whole',
    edited((spec) => {
      spec.machineTypes = [{ name: 'm.small' }, { name: 'm.small' }]
    }),
    [{ path: ['spec', 'machineTypes'], value: [{ name: 'm.small' }, { name: 'm.small' }] }],
  ],
])('%s is a difference, which makes the one of the other, and back', (_, after, wanted) => {
  expect(differences(object, after)).toEqual(wanted)
  expect(withChanges(object, wanted)).toEqual({ kind: 'ok', value: after })
  expect(withChanges(after, differences(after, object))).toEqual({ kind: 'ok', value: object })
})

test.each([
  [
    ['spec', 'machineTypes', 'x.large', 'usable'],
    ['spec', 'machineTypes', 'x.large'],
  ],
  [
    ['spec', 'volumeTypes', 'ssd', 'usable'],
    ['spec', 'volumeTypes'],
  ],
  [
    ['spec', 'limits', 'maxNodesTotal', 'a', 'b'],
    ['spec', 'limits', 'maxNodesTotal', 'a'],
  ],
])('a path that leads nowhere is told as far as it goes: %j', (path, missing) => {
  expect(withChanges(object, [{ path, value: 1 }])).toEqual({ kind: 'missing', path: missing })
  // What is not there needs not be taken out.
  if (missing.length < 4) expect(withChanges(object, [{ path }])).toEqual({ kind: 'ok', value: object })
})

test.each([
  [
    ['spec', 'kubernetes', 'versions', '1.34.1', 'lifecycle'],
    ['spec', 'kubernetes', 'versions', '1.34.1'],
  ],
  [
    ['spec', 'machineImages', 'linux', 'versions', '1.2.3', 'cri', 'containerd'],
    ['spec', 'machineImages', 'linux', 'versions', '1.2.3'],
  ],
  [
    ['spec', 'machineImages', 'linux', 'updateStrategy'],
    ['spec', 'machineImages', 'linux'],
  ],
  [
    ['spec', 'regions', 'eu', 'zones', 'a'],
    ['spec', 'regions', 'eu'],
  ],
  [
    ['spec', 'limits', 'maxNodesTotal'],
    ['spec', 'limits'],
  ],
  [
    ['metadata', 'labels', 'a'],
    ['metadata', 'labels'],
  ],
])('%j is in the entry %j', (path, entry) => {
  expect(entryPath(path)).toEqual(entry)
})

const profile: CloudProfile = {
  kubernetes: [{ version: '1.34.1' }, { version: '1.33.2', classification: 'deprecated' }],
  machineImages: [
    {
      name: 'linux',
      updateStrategy: 'major',
      versions: [
        { version: '2.0.0', architectures: ['amd64'], cri: [{ name: 'containerd', containerRuntimes: [] }] },
        { version: '1.0.0', architectures: ['amd64'], cri: [{ name: 'containerd', containerRuntimes: [] }] },
      ],
    },
  ],
  machineTypes: [{ name: 'm.large', architecture: 'amd64' }],
}
const yaml = (...changes: Parameters<typeof imageIn>[0]) =>
  ({ kind: 'yaml', image: imageIn(changes), changes }) as const
const version = (name: string, ...rest: string[]) => ['spec', 'machineImages', 'linux', 'versions', name, ...rest]

test('what the engine keeps follows, and what is not touched stays the same object', () => {
  const edit = yaml({ path: version('2.0.0', 'architectures'), value: ['amd64', 'arm64'] })
  expect(edit.image).toBe('linux')
  const outcome = applyEdit(profile, edit)
  if (outcome.kind === 'problem') throw new Error(outcome.problem.code)
  const { value, inverse } = outcome
  expect(value.machineImages[0]?.versions[0]?.architectures).toEqual(['amd64', 'arm64'])
  expect(value.machineImages[0]?.versions[1]).toBe(profile.machineImages[0]?.versions[1])
  expect(value.kubernetes).toBe(profile.kubernetes)
  expect(applyEdit(value, inverse)).toMatchObject({ kind: 'ok', value: profile })
})

test('what the engine does not keep leaves the profile the same', () => {
  for (const path of [
    ['spec', 'limits', 'maxNodesTotal'],
    ['spec', 'machineTypes', 'm.large', 'storage', 'class'],
    ['spec', 'machineTypes', 'not told to browsers', 'usable'],
  ])
    expect(applyEdit(profile, yaml({ path, value: 1 }))).toMatchObject({ kind: 'ok', value: profile })
})

test.each([
  [
    ['spec', 'kubernetes', 'versions', '1.32.0', 'classification'],
    { code: 'unknown-version', image: null, version: '1.32.0' },
  ],
  [version('3.0.0', 'architectures'), { code: 'unknown-version', image: 'linux', version: '3.0.0' }],
  [['spec', 'machineImages', 'other', 'updateStrategy'], { code: 'unknown-image', image: 'other' }],
])('an edit of %j, which is not listed, cannot be made', (path, problem) => {
  expect(applyEdit(profile, yaml({ path, value: 'minor' }))).toEqual({ kind: 'problem', problem })
})

test('an unreadable value is left out of what is foreseen', () => {
  const outcome = applyEdit(
    profile,
    yaml({ path: ['spec', 'kubernetes', 'versions', '1.34.1', 'expirationDate'], value: 'soon' }),
  )
  expect(outcome).toMatchObject({ kind: 'ok', value: { kubernetes: [{ version: '1.34.1' }, {}] } })
})

test('of a whole object everything is known', () => {
  const path = ['spec', 'machineTypes', 'x.large', 'usable']
  expect(applyToObject(object, yaml({ path, value: true }))).toEqual({
    kind: 'problem',
    problem: { code: 'unknown-entry', path: path.slice(0, 3) },
  })
  expect(applyToObject(object, yaml({ path: ['spec', 'limits', 'maxNodesTotal'], value: 10 }))).toMatchObject({
    value: object,
  })
})

test.each<[string, (spec: Record<string, Json>) => void, string[], (spec: Record<string, Json>) => void]>([
  [
    'a value is what it was',
    (spec) => {
      spec.limits = { maxNodesTotal: -1 }
    },
    ['spec.limits.maxNodesTotal'],
    () => {},
  ],
  [
    'what is new is left out, and the rest of its entry stays',
    (spec) => {
      spec.machineTypes = [{ name: 'm.tiny', cpu: 'x', gpu: '0' }, ...(spec.machineTypes as Json[])]
    },
    ['spec.machineTypes[0].cpu'],
    (spec) => {
      spec.machineTypes = [{ name: 'm.tiny', gpu: '0' }, ...(spec.machineTypes as Json[])]
    },
  ],
  [
    'of a list without names those at the same place are meant',
    (spec) => {
      spec.regions = [{ name: 'eu', zones: [{ name: 'a' }, { name: 'b' }], accessRestrictions: [{}, 'x'] }]
    },
    ['spec.regions[0].accessRestrictions[1]'],
    () => {},
  ],
  ['what is not there changes nothing', () => {}, ['spec.bastion.machineType'], () => {}],
])('without a place that is refused, %s', (_, change, places, wanted) => {
  expect(withoutPlaces(object, edited(change), places.map(stepsIn))).toEqual(edited(wanted))
})
