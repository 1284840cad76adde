import { expect, test } from 'vitest'
import { isEdit } from '@/lib/contract/edits'
import { valueAtPath } from '@/lib/engine/edits'
import type { Json, JsonObject } from '@/lib/engine/json'
import {
  entryGroups,
  fieldBelow,
  readYamlText,
  withEntry,
  withWhole,
  yamlEditsBetween,
  yamlTextOf,
} from './yaml-entries'

const object: JsonObject = {
  apiVersion: 'core.gardener.cloud/v1beta1',
  kind: 'CloudProfile',
  metadata: { name: 'aws', labels: { team: 'a' } },
  spec: {
    type: 'aws',
    kubernetes: {
      versions: [
        { version: '1.34.1', classification: 'supported' },
        { version: '1.33.2', lifecycle: [{ classification: 'supported' }] },
      ],
    },
    machineImages: [
      { name: 'linux', versions: [{ version: '2.0.0', architectures: ['amd64'], cri: [{ name: 'containerd' }] }] },
    ],
    machineTypes: [{ name: 'm.large', cpu: '4' }],
  },
}
const kubernetes = ['spec', 'kubernetes', 'versions']
const linux = ['spec', 'machineImages', 'linux', 'versions', '2.0.0']
const editsBetween = (before: JsonObject, after: JsonObject, isNamespaced: boolean) =>
  yamlEditsBetween(before, after, isNamespaced, isEdit)
const of = (path: readonly string[], change: Readonly<Record<string, Json | undefined>>, isNamespaced = false) => {
  const value = valueAtPath(object, path) as JsonObject
  const entries = Object.entries({ ...value, ...change }).filter(([, one]) => one !== undefined)
  return editsBetween(object, withEntry(object, path, Object.fromEntries(entries) as JsonObject), isNamespaced)
}

test.each([
  [
    'a date',
    [...kubernetes, '1.34.1'],
    { expirationDate: '2027-03-31T23:59:59Z' },
    [{ kind: 'expire', expirationDate: '2027-03-31T23:59:59Z' }],
  ],
  [
    'a classification and a date',
    [...kubernetes, '1.34.1'],
    { classification: 'deprecated', expirationDate: '2027-03-31T23:59:59Z' },
    [{ kind: 'classify', classification: 'deprecated' }, { kind: 'expire' }],
  ],
  [
    'no classification',
    [...kubernetes, '1.34.1'],
    { classification: undefined },
    [{ kind: 'classify', classification: null }],
  ],
  ['of an image', linux, { classification: 'preview' }, [{ kind: 'classify', image: 'linux', version: '2.0.0' }]],
  [
    'an update strategy',
    ['spec', 'machineImages', 'linux'],
    { updateStrategy: 'minor' },
    [{ kind: 'strategy', image: 'linux', updateStrategy: 'minor' }],
  ],
])('%s becomes an edit with a form', (_, path, change, wanted) => {
  expect(of(path, change)).toMatchObject(wanted)
})

test.each<[string, readonly string[], Readonly<Record<string, Json | undefined>>]>([
  ['an unknown classification', [...kubernetes, '1.34.1'], { classification: 'suported' }],
  ['expired, which is no classification to write', [...kubernetes, '1.34.1'], { classification: 'expired' }],
  ['a date that is written otherwise', [...kubernetes, '1.34.1'], { expirationDate: '2027-03-31T23:59:59+01:00' }],
  ['no date at all', [...kubernetes, '1.34.1'], { expirationDate: 'soon' }],
  ['a word beside stages', [...kubernetes, '1.33.2'], { classification: 'deprecated' }],
  ['a field without a form', linux, { kubeletVersionConstraint: '< 1.34' }],
  ['a machine type', ['spec', 'machineTypes', 'm.large'], { usable: false }],
])('%s becomes one of its values', (_, path, change) => {
  const edits = of(path, change)
  const [name] = Object.keys(change)
  expect(edits).toMatchObject([{ kind: 'yaml', changes: [{ path: [...path, name] }] }])
})

test('each entry becomes an edit by itself, and what is the same becomes none', () => {
  const after = withEntry(
    withEntry(
      object,
      ['spec', 'machineTypes'],
      [
        { name: 'm.large', cpu: '8' },
        { name: 'm.small', cpu: '2' },
      ],
    ),
    [...kubernetes, '1.34.1'],
    undefined,
  )
  expect(editsBetween(object, after, false)).toMatchObject([
    { kind: 'remove', image: null, version: '1.34.1' },
    { kind: 'yaml', changes: [{ path: ['spec', 'machineTypes', 'm.large', 'cpu'], value: '8' }] },
    { kind: 'yaml', changes: [{ path: ['spec', 'machineTypes', 'm.small'], index: 1 }] },
  ])
  expect(editsBetween(object, object, false)).toEqual([])
})

test('of a namespaced profile a date is an override, and nothing else has a form', () => {
  const own: JsonObject = {
    kind: 'NamespacedCloudProfile',
    spec: { kubernetes: { versions: [{ version: '1.34.1', expirationDate: '2027-01-31T00:00:00Z' }] } },
  }
  const list = ['spec', 'kubernetes', 'versions']
  expect(
    editsBetween(
      own,
      withEntry(own, [...list, '1.34.1'], { version: '1.34.1', expirationDate: '2027-02-28T00:00:00Z' }),
      true,
    ),
  ).toMatchObject([{ kind: 'expire', expirationDate: '2027-02-28T00:00:00Z' }])
  expect(
    editsBetween(
      own,
      withEntry(own, [...list, '1.33.2'], { version: '1.33.2', expirationDate: '2027-02-28T00:00:00Z' }),
      true,
    ),
  ).toMatchObject([{ kind: 'expire', version: '1.33.2' }])
  expect(
    editsBetween(own, withEntry(own, [...list, '1.34.1'], { version: '1.34.1', classification: 'preview' }), true),
  ).toMatchObject([{ kind: 'yaml' }])
})

test('a pasted object brings its spec, labels and annotations, and nothing that the server makes', () => {
  const pasted = {
    ...object,
    metadata: {
      ...(object.metadata as JsonObject),
      resourceVersion: '7',
      uid: 'x',
      generation: 3,
      creationTimestamp: '2026-01-01T00:00:00Z',
      managedFields: [{}],
      labels: { team: 'b', 'provider.extensions.gardener.cloud/aws': 'true' },
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
    },
    status: { a: 1 },
  }
  const after = withWhole(object, pasted)
  expect(editsBetween(object, after as JsonObject, false)).toMatchObject([
    { kind: 'yaml', changes: [{ path: ['metadata', 'labels', 'team'], value: 'b' }] },
  ])
})

test.each([
  [
    { kind: 'CloudProfile', metadata: { name: 'gcp' }, spec: {} },
    { code: 'other-object', is: 'CloudProfile gcp' },
  ],
  [{ kind: 'CloudProfile', metadata: { name: 'aws' } }, { code: 'no-object' }],
  ['text', { code: 'no-object' }],
])('%j is not the object of the draft', (pasted, problem) => {
  expect(withWhole(object, pasted)).toEqual(problem)
})

test('what can be edited by itself is listed below its heading', () => {
  expect(entryGroups(object).map(({ title, entries }) => [title, entries.length])).toEqual([
    ['Kubernetes', 2],
    ['linux', 2],
    ['machineTypes', 1],
    ['Whole parts', 4],
  ])
})

test('what is no version is added as it is written, for the API server to refuse', () => {
  const list = ['spec', 'kubernetes', 'versions']
  expect(editsBetween(object, withEntry(object, [...list, 'latest'], { version: 'latest' }), false)).toMatchObject([
    { kind: 'yaml', changes: [{ path: [...list, 'latest'] }] },
  ])
})

test('an error stands in the line of its value, or of what is around it', () => {
  const text = yamlTextOf(valueAtPath(object, linux))
  const read = readYamlText(text)
  if (read.kind === 'error') throw new Error(read.reason)
  const lines = text.split('\n')
  const lineOf = (field: string) => lines[read.wordsOf(fieldBelow(object, linux, field) ?? []).line - 1]?.trim()
  expect(lineOf('spec.machineImages[0].versions[0].architectures[0]')).toBe('- amd64')
  expect(lineOf('spec.machineImages[0].versions[0].cri[0].name')).toBe('- name: containerd')
  expect(lineOf('spec.machineImages[0].versions[0].architectures')).toBe('architectures:')
  expect(lineOf('spec.machineImages[0].versions[0].kubeletVersionConstraint')).toBe('version: 2.0.0')
  const wordsOf = (field: string) => {
    const { line, from, to } = read.wordsOf(fieldBelow(object, linux, field) ?? [])
    return lines[line - 1]?.slice(from, to)
  }
  expect(wordsOf('spec.machineImages[0].versions[0].architectures[0]')).toBe('amd64')
  expect(wordsOf('spec.machineImages[0].versions[0].cri[0].name')).toBe('containerd')
  expect(wordsOf('spec.machineImages[0].versions[0].architectures')).toBe('architectures')
  expect(wordsOf('spec.machineImages[0].versions[0].kubeletVersionConstraint')).toBe('')
  expect(fieldBelow(object, linux, 'spec.machineImages[1].versions[0].cri')).toBeNull()
  expect(fieldBelow(object, linux, 'spec.machineTypes[0]')).toBeNull()
})

test.each([
  ['a: [1', 1],
  ['a: 1\nb: 2\na: 3', 3],
  ['a:\n  - b\n c', 3],
])('what cannot be read is told with its line: %j', (text, line) => {
  expect(readYamlText(text)).toMatchObject({ kind: 'error', words: { line } })
})
