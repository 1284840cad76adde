import { describe, expect, test } from 'vitest'
import type { JsonObject } from '@/lib/engine/json'

import { parseInstant } from '@/lib/engine/time'
import { answerToCloudProfile, answerToNamespacedProfile, refusalPath } from './answer'
import { writtenNumber } from './decode'

const NOW = parseInstant('2026-06-01T00:00:00Z') ?? 0
const CONTAINERD = [{ name: 'containerd' }]
const IMAGE = { version: '1.0.0', classification: 'supported', architectures: ['amd64'], cri: CONTAINERD }
const LINUX = { name: 'linux', updateStrategy: 'major', versions: [IMAGE] }
const MACHINE = { name: 'm', cpu: '2', gpu: '0', memory: '8Gi', usable: true, architecture: 'amd64' }

const SPEC = {
  type: 'local',
  regions: [{ name: 'north', zones: [{ name: 'a' }] }],
  kubernetes: { versions: [{ version: '1.34.1' }, { version: '1.33.1', expirationDate: '2027-01-01T00:00:00Z' }] },
  machineImages: [LINUX],
  machineTypes: [MACHINE],
}

const profile = (spec: object, rest: object = {}) => ({
  apiVersion: 'core.gardener.cloud/v1beta1',
  kind: 'CloudProfile',
  metadata: { name: 'local' },
  ...rest,
  spec: { ...SPEC, ...spec },
})

const changedTo = (after: unknown, before: object = {}) =>
  answerToCloudProfile({ before: profile(before), after, now: NOW, users: { shoots: [], namespaced: [] } })

/** `place: words` of each. */
function told(answer: ReturnType<typeof changedTo>): readonly string[] {
  if (answer.kind === 'accepted') return []
  return answer.refusals.map((refusal) => `${refusalPath(refusal)}: ${refusal.text}`)
}

describe('a CloudProfile is refused whose', () => {
  const name = 'must be a qualified name: [name '
  test.each<[string, object, string[]]>([
    [
      'machine type has less than nothing of the processor',
      { machineTypes: [{ ...MACHINE, cpu: '-1' }] },
      ['spec.machineTypes[0].cpu: must be greater than or equal to 0'],
    ],
    [
      'machine type has a domain in its name',
      { machineTypes: [{ ...MACHINE, name: 'a/m' }] },
      [`spec.machineTypes[0].name: machine type name ${name}'a/m' must not contain a prefix]`],
    ],
    [
      'storage has neither size',
      { machineTypes: [{ ...MACHINE, storage: { class: 'standard' } }] },
      ['spec.machineTypes[0].storage: must either configure "size" or "minSize"'],
    ],
    [
      'volume type is there twice: what follows is not looked at',
      {
        volumeTypes: [
          { name: 'v', class: 'standard' },
          { name: 'v', class: '' },
          { name: '', class: '' },
        ],
      },
      ['spec.volumeTypes[1].name: '],
    ],
    [
      'regions and zones have no names, or one of another',
      { regions: [{ name: 'north', zones: [{ name: '' }, { name: 'a' }, { name: 'a' }] }, { name: 'north' }] },
      [
        'spec.regions[0].zones[0].name: zone name cannot be empty',
        'spec.regions[0].zones[2].name: ',
        'spec.regions[1].name: ',
      ],
    ],
    ['bastion is empty', { bastion: {} }, ['spec.bastion: bastion section needs a machine type or machine image']],
    [
      'bastion names what is not listed',
      { bastion: { machineType: { name: 'x' }, machineImage: { name: 'y' } } },
      [
        'spec.bastion.machineType.name: machine type not found in spec.machineTypes',
        'spec.bastion.machineImage.name: image name not found in spec.machineImages',
      ],
    ],
    [
      'bastion names an image whose version has a lifecycle: the word alone counts',
      {
        bastion: { machineImage: { name: 'linux' } },
        machineImages: [
          {
            ...LINUX,
            versions: [{ ...IMAGE, classification: undefined, lifecycle: [{ classification: 'supported' }] }],
          },
        ],
      },
      ['spec.bastion.machineImage.name: no image with classification supported and arch "<nil>" found'],
    ],
    [
      'limit is zero',
      { limits: { maxNodesTotal: 0 } },
      ['spec.limits.maxNodesTotal: maxNodesTotal must be greater than 0'],
    ],
    [
      'selector names no values',
      { seedSelector: { matchExpressions: [{ key: 'a', operator: 'In' }] } },
      ["spec.seedSelector.matchExpressions[0].values: must be specified when `operator` is 'In' or 'NotIn'"],
    ],
    [
      'bundle is a key',
      { caBundle: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n' },
      ['spec.caBundle: caBundle is not a valid PEM-encoded certificate'],
    ],
    [
      'least version for updates in place cannot be read: it stands under its own name',
      {
        machineImages: [
          { ...LINUX, versions: [{ ...IMAGE, inPlaceUpdates: { supported: true, minVersionForUpdate: 'x' } }] },
        ],
      },
      [
        'spec.machineImages[0].versions[0].inPlaceUpdates.minVersionForUpdate: could not parse version. Use a semantic version.',
      ],
    ],
  ])('%s', (_, spec, expected) => expect(told(changedTo(profile(spec)))).toEqual(expected))

  test.each<[string, string[]]>([
    ['v1', []],
    ['apps/v1', []],
    ['', ['metadata.ownerReferences.apiVersion: version must not be empty']],
    ['apps/', ['metadata.ownerReferences.apiVersion: version must not be empty']],
    ['a/apps/v1', ['metadata.ownerReferences.apiVersion: version must not be empty']],
  ])('owner is of "%s"', (apiVersion, expected) => {
    const ownerReferences = [{ apiVersion, kind: 'Owner', name: 'o', uid: 'u' }]
    expect(told(changedTo(profile({}, { metadata: { name: 'local', ownerReferences } })))).toEqual(expected)
  })

  test('name or the domain of a label is too long', () => {
    const long = 'a'.repeat(254)
    const before = profile({}, { metadata: { name: long } })
    const after = profile({}, { metadata: { name: long, labels: { [`${long}/b`]: '' } } })
    const answer = answerToCloudProfile({ before, after, now: NOW, users: { shoots: [], namespaced: [] } })
    expect(told(answer)).toEqual([
      'metadata.name: must be no more than 253 characters',
      'metadata.labels: prefix part must be no more than 253 bytes',
    ])
  })

  test('name is another', () => {
    const answer = changedTo(profile({}, { metadata: { name: 'other' } }))
    expect(told(answer)).toEqual(['metadata.name: field is immutable'])
  })

  test('limit is lowered', () => {
    const answer = changedTo(profile({ limits: { maxNodesTotal: 5 } }), { limits: { maxNodesTotal: 6 } })
    expect(told(answer)).toEqual(['spec.limits.maxNodesTotal: maxNodesTotal cannot be decreased'])
  })

  test.each<[string, unknown, string[], string]>([
    [
      'fields are unknown: all of them at once',
      profile({ machineType: [], machineTypes: [{ ...MACHINE, price: 1 }] }),
      ['spec.machineTypes[0].price', 'spec.machineType'],
      'strict decoding error: unknown field "spec.machineTypes[0].price", unknown field "spec.machineType"',
    ],
    [
      'value is of another type, named as the library names it',
      profile({ machineImages: [{ ...LINUX, versions: [{ ...IMAGE, version: 1.5 }] }] }),
      ['spec.machineImages[0].versions[0].version'],
      'json: cannot unmarshal number into Go struct field MachineImageVersion.spec.machineImages.versions.ExpirableVersion.version of type string',
    ],
    [
      'number of nodes is a fraction',
      profile({ limits: { maxNodesTotal: 1.5 } }),
      ['spec.limits.maxNodesTotal'],
      'json: cannot unmarshal number 1.5 into Go struct field Limits.spec.limits.maxNodesTotal of type int32',
    ],
    [
      'number of nodes is whole, but written as a fraction',
      profile({ limits: { maxNodesTotal: writtenNumber('150.0') } }),
      ['spec.limits.maxNodesTotal'],
      'json: cannot unmarshal number 150.0 into Go struct field Limits.spec.limits.maxNodesTotal of type int32',
    ],
    [
      'text is no object at all',
      'profile',
      [''],
      'json: cannot unmarshal string into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }',
    ],
  ])('%s', (_, after, places, text) => {
    const answer = changedTo(after)
    expect(answer.kind === 'refused' && answer.refusals.map(refusalPath)).toEqual(places)
    const message = `CloudProfile in version "v1beta1" cannot be handled as a CloudProfile: ${text}`
    expect(answer).toMatchObject({ status: { code: 400, reason: 'BadRequest', message } })
  })
})

describe('a CloudProfile is stored', () => {
  const storedOf = (spec: object): JsonObject | undefined => {
    const answer = changedTo(profile(spec))
    return answer.kind === 'accepted' ? (answer.stored.spec as JsonObject) : undefined
  }

  test('with two digits for the hour of a date', () => {
    const versions = [{ version: '1.34.1' }, { version: '1.33.1', expirationDate: '2027-01-01T9:00:00Z' }]
    expect(storedOf({ kubernetes: { versions } })).toMatchObject({
      kubernetes: { versions: [{ version: '1.34.1' }, { version: '1.33.1', expirationDate: '2027-01-01T09:00:00Z' }] },
    })
  })

  test('with quantities, durations and times in their one spelling, and what is left out filled in', () => {
    const machineControllerManager = { machineCreationTimeout: '90m' }
    const given = { name: 'm', cpu: 0.5, memory: '1.5Gi', machineControllerManager }
    const versions = [{ version: '1.34.1' }, { version: '1.33.1', expirationDate: '2027-01-01T02:00:00.5+02:00' }]
    expect(storedOf({ machineTypes: [given], kubernetes: { versions } })).toMatchObject({
      kubernetes: { versions: [{ version: '1.34.1' }, { version: '1.33.1', expirationDate: '2027-01-01T00:00:00Z' }] },
      machineTypes: [
        {
          name: 'm',
          cpu: '500m',
          gpu: '0',
          memory: '1536Mi',
          usable: true,
          architecture: 'amd64',
          machineControllerManager: { machineCreationTimeout: '1h30m0s' },
        },
      ],
    })
  })

  test('without its status, with the label of its provider', () => {
    const answer = changedTo(profile({}, { status: { kubernetes: {} } }))
    expect(answer).toMatchObject({
      kind: 'accepted',
      stored: { metadata: { labels: { 'provider.extensions.gardener.cloud/local': 'true' } } },
    })
    expect(answer).not.toHaveProperty('stored.status')
  })
})

describe('a NamespacedCloudProfile', () => {
  const namespaced = (spec: object, metadata: object = {}) => ({
    apiVersion: 'core.gardener.cloud/v1beta1',
    kind: 'NamespacedCloudProfile',
    metadata: { name: 'own', namespace: 'garden-dev', ...metadata },
    spec: { parent: { kind: 'CloudProfile', name: 'local' }, ...spec },
  })
  const dated = (version: string, expirationDate?: string) => ({
    kubernetes: { versions: [{ version, expirationDate }] },
  })
  const answerTo = (after: unknown, before: unknown = null, parentSpec: object = {}) =>
    answerToNamespacedProfile({
      before: before === null ? null : { object: before },
      after,
      parent: (name) => (name === 'local' ? profile(parentSpec) : undefined),
      now: NOW,
      shoots: [],
    })

  test.each<[string, object, string, number, string | null]>([
    [
      'names no parent that is there',
      { parent: { kind: 'CloudProfile', name: 'no' } },
      'spec.parent.name',
      500,
      'InternalError',
    ],
    [
      'names a parent of another kind',
      { parent: { kind: 'Shoot', name: 'local' } },
      'spec.parent.kind',
      400,
      'BadRequest',
    ],
    [
      'dates the highest version',
      dated('1.34.1', '2027-01-01T00:00:00Z'),
      'spec.kubernetes.versions[0].expirationDate',
      500,
      null,
    ],
    [
      'dates a version that its parent lacks',
      dated('1.30.1', '2027-01-01T00:00:00Z'),
      'spec.kubernetes.versions[0]',
      500,
      null,
    ],
    ['gives no date', dated('1.33.1'), 'spec.kubernetes.versions[0]', 500, null],
    [
      'adds a version without a runtime: it stands there, not in the merged list',
      { machineImages: [{ name: 'linux', versions: [{ version: '1.1.0' }] }] },
      'spec.machineImages[0].versions[0].cri',
      500,
      null,
    ],
  ])('is refused that %s', (_, spec, place, code, reason) => {
    const answer = answerTo(namespaced(spec))
    expect(answer).toMatchObject({ kind: 'refused', status: { code, reason } })
    expect(answer.kind === 'refused' && refusalPath(answer.refusals[0])).toBe(place)
  })

  test('gives no reason for its parent: the code of the rule does', () => {
    const answer = answerTo(namespaced(dated('1.34.1', '2027-01-01T00:00:00Z')))
    expect(answer.kind === 'refused' && answer.refusals[0].rule).toBe('latest-version-expires')
  })

  test('drops a date that is over, and says so by what is stored', () => {
    const answer = answerTo(namespaced(dated('1.33.1', '2026-05-31T00:00:00Z')))
    expect(answer).toMatchObject({ kind: 'accepted', stored: { spec: { kubernetes: {} } } })
  })

  test('that only drops such a date raises no generation', () => {
    const stored = namespaced({ kubernetes: {} })
    expect(answerTo(namespaced(dated('1.33.1', '2026-05-31T00:00:00Z')), stored)).toMatchObject({
      generationRaised: false,
    })
  })

  test('with an override that its parent has lost can be left alone, but not be labelled', () => {
    const stored = namespaced(dated('1.32.1', '2027-01-01T00:00:00Z'))
    const metadata = { labels: { 'provider.extensions.gardener.cloud/local': 'true' } }
    expect(answerTo(stored, stored).kind).toBe('accepted')
    expect(answerTo({ ...stored, metadata: { ...stored.metadata, ...metadata } }, stored).kind).toBe('accepted')
    expect(answerTo({ ...stored, metadata: { ...stored.metadata, labels: { a: 'b' } } }, stored).kind).toBe('refused')
  })

  test('merges volume types, certificates and limits with those of its parent', () => {
    const standard = { name: 'standard', class: 'standard', usable: true }
    const own = { volumeTypes: [{ name: 'own', class: 'own' }], limits: { maxNodesTotal: 9 } }
    const answer = answerTo(namespaced(own), null, { volumeTypes: [standard], limits: { maxNodesTotal: 5 } })
    expect(answer).toMatchObject({
      merged: { volumeTypes: [standard, { name: 'own', class: 'own', usable: true }], limits: { maxNodesTotal: 9 } },
    })
  })
})
