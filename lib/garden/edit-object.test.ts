import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { mergeNamespacedProfile } from '@/lib/engine/api-server/profile/overrides'
import { editObject } from '@/lib/engine/edits'
import type { Edit } from '@/lib/engine/edits/edit'
import { applyEdit, applyEdits } from '@/lib/engine/edits/edits'
import { applyNamespacedEdit } from '@/lib/engine/edits/namespaced'
import { isJsonObject, type Json, type JsonObject } from '@/lib/engine/json'
import { runs } from '@/lib/engine/testdata/runs'
import type { CloudProfile, Stage } from '@/lib/engine/types'
import { demoManifests } from './demo/manifests'
import { parseCloudProfile, parseNamespacedCloudProfile } from './parse'

const at = (text: string) => Date.parse(text)
const EXPIRES = at('2027-01-31T00:00:00Z')

const profile: JsonObject = {
  apiVersion: 'core.gardener.cloud/v1beta1',
  kind: 'CloudProfile',
  metadata: { name: 'aws', labels: { a: 'b' } },
  spec: {
    caBundle: 'x',
    kubernetes: {
      versions: [
        { version: '1.34.1', classification: 'supported', madeUp: [1] },
        { note: 'no version' },
        { classification: 'deprecated', expirationDate: '2026-12-01T00:00:00+01:00', version: '1.33.1' },
        { version: '1.32.1', lifecycle: [{ classification: 'supported' }] },
      ],
      other: 7,
    },
    machineImages: [
      { name: 'linux', own: true, versions: [{ version: '1.0.0', architectures: ['arm64'], regions: ['eu'] }] },
    ],
    regions: [{ name: 'eu' }],
  },
}

function edited(edits: readonly Edit[], object: JsonObject = profile): JsonObject {
  const outcome = editObject(object, edits, null)
  if (outcome.kind === 'problem') throw new Error(JSON.stringify(outcome.problem))
  expect(outcome.problems.filter((problem) => problem !== null)).toEqual([])
  return outcome.object
}

const versionsOf = (object: JsonObject): Json => at2(object, 'spec', 'kubernetes', 'versions')
function at2(value: Json | undefined, ...names: readonly string[]): Json {
  return names.reduce<Json>((inner, name) => (isJsonObject(inner) ? (inner[name] ?? null) : null), value ?? null)
}

describe('an edit of an object as it is written', () => {
  it.each<[string, Edit, object[]]>([
    [
      'writes a new field behind those that are there, and keeps what is not known',
      { kind: 'expire', image: null, version: '1.34.1', expirationDate: EXPIRES },
      [{ version: '1.34.1', classification: 'supported', expirationDate: '2027-01-31T00:00:00Z', madeUp: [1] }],
    ],
    [
      'keeps how a time is written that it does not change',
      { kind: 'classify', image: null, version: '1.33.1', classification: null, from: 0 },
      [{ expirationDate: '2026-12-01T00:00:00+01:00', version: '1.33.1' }],
    ],
    [
      'keeps fields in the order of the alphabet if they are',
      { kind: 'restore', image: null, version: '1.33.1', life: { lifecycle: [{ classification: 'supported' }] } },
      [{ lifecycle: [{ classification: 'supported' }], version: '1.33.1' }],
    ],
    [
      'writes stages as the API has them',
      { kind: 'expire', image: null, version: '1.32.1', expirationDate: EXPIRES },
      [
        {
          version: '1.32.1',
          lifecycle: [
            { classification: 'supported' },
            { classification: 'expired', startTime: '2027-01-31T00:00:00Z' },
          ],
        },
      ],
    ],
    [
      'puts a new version where it belongs',
      { kind: 'add', image: null, entry: { version: '1.35.0', classification: 'preview' }, index: 0 },
      [{ version: '1.35.0', classification: 'preview' }],
    ],
  ])('%s', (_, edit, expected) => {
    const list = versionsOf(edited([edit]))
    const text = JSON.stringify(list)
    for (const entry of expected) expect(text).toContain(JSON.stringify(entry))
  })

  it('keeps an entry that it does not understand behind the one before it', () => {
    const list = versionsOf(edited([{ kind: 'remove', image: null, version: '1.34.1' }]))
    expect(list).toEqual([
      { note: 'no version' },
      expect.objectContaining({ version: '1.33.1' }),
      expect.objectContaining({ version: '1.32.1' }),
    ])
  })

  it('leaves everything else the same object, and changes nothing in place', () => {
    const before = JSON.stringify(profile)
    const after = edited([{ kind: 'strategy', image: 'linux', updateStrategy: 'minor' }])
    expect(JSON.stringify(profile)).toBe(before)
    expect(after.metadata).toBe(profile.metadata)
    expect(versionsOf(after)).toBe(versionsOf(profile))
    expect(at2(after, 'spec', 'machineImages')).toEqual([
      {
        name: 'linux',
        own: true,
        versions: [{ version: '1.0.0', architectures: ['arm64'], regions: ['eu'] }],
        updateStrategy: 'minor',
      },
    ])
  })

  it('is undone by its inverse, but for the place of fields', () => {
    const edits: Edit[] = [
      { kind: 'classify', image: null, version: '1.34.1', classification: 'deprecated', from: 0 },
      { kind: 'expire', image: null, version: '1.34.1', expirationDate: EXPIRES },
      { kind: 'add', image: 'linux', entry: { version: '2.0.0', architectures: ['amd64'], cri: [] } },
      { kind: 'remove', image: null, version: '1.32.1' },
    ]
    const outcome = editObject(profile, edits, null)
    if (outcome.kind === 'problem') throw new Error(JSON.stringify(outcome.problem))
    expect(edited(outcome.inverse, outcome.object)).toEqual(profile)
  })

  it('says why an object cannot be edited', () => {
    expect(editObject({ kind: 'CloudProfile', metadata: {} }, [], null)).toEqual({
      kind: 'problem',
      problem: { path: 'metadata.name', fault: { code: 'missing' } },
    })
    expect(editObject({ kind: 'NamespacedCloudProfile' }, [], null).kind).toBe('problem')
  })
})

const dumped = parseAllDocuments(readFileSync('lib/garden/testdata/profiles.yaml', 'utf8')).flatMap((document) => {
  const value: Json = document.toJS()
  const list = isJsonObject(value) ? value.items : null
  return Array.isArray(list) ? list : [value]
})
const all = [...demoManifests({ born: '2026-11-21', shoots: 1 }), ...dumped].filter(
  (one): one is JsonObject => isJsonObject(one as Json) && /CloudProfile$/.test(String((one as JsonObject).kind)),
)

const image = fc.constantFrom(null, 'gardenlinux', 'suse-chost', 'ubuntu', 'nobody')
const stage = fc.constantFrom<Exclude<Stage, 'unavailable'>>('preview', 'supported', 'deprecated', 'expired')
const instant = fc.integer({ min: 1_780_000_000, max: 1_900_000_000 }).map((seconds) => seconds * 1000)
const stages = fc.array(
  fc.oneof(
    stage.map((classification) => ({ classification })),
    fc.record({ classification: stage, startTime: instant }),
  ),
  { maxLength: 3 },
)
const life = fc.oneof(
  fc.record({ classification: stage, expirationDate: instant }, { requiredKeys: [] }),
  fc.record({ lifecycle: stages }),
)

/** An edit of something that the lists have, mostly. */
function editOf({ kubernetes, machineImages }: CloudProfile): fc.Arbitrary<Edit> {
  const listed = [
    ...kubernetes.map(({ version }) => ({ image: null, version })),
    ...machineImages.flatMap(({ name, versions }) => versions.map(({ version }) => ({ image: name, version }))),
  ]
  const target = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...listed) },
    fc.record({ image, version: fc.constantFrom('1.33.1', '99.1.1') }),
  )
  const index = fc.option(fc.nat(5), { nil: undefined }).map((i) => (i === undefined ? {} : { index: i }))
  const added = fc.tuple(target, life, fc.constantFrom('1.99.1', '77.1.1', '1.33.1'), index)
  return fc.oneof(
    fc
      .tuple(target, fc.option(instant))
      .map(([on, expirationDate]): Edit => ({ kind: 'expire', ...on, expirationDate })),
    fc
      .tuple(target, fc.constantFrom('preview' as const, 'supported' as const, 'deprecated' as const, null), instant)
      .map(
        ([on, classification, from]): Edit => ({
          kind: 'classify',
          ...on,
          classification,
          from,
        }),
      ),
    target.map((on): Edit => ({ kind: 'remove', ...on })),
    fc.tuple(target, fc.option(stages)).map(([on, lifecycle]): Edit => ({ kind: 'schedule', ...on, lifecycle })),
    fc.tuple(target, life).map(([on, is]): Edit => ({ kind: 'restore', ...on, life: is })),
    added.map(
      ([on, is, version, place]): Edit =>
        on.image === null
          ? { kind: 'add', image: null, entry: { version, ...is }, ...place }
          : {
              kind: 'add',
              image: on.image,
              entry: {
                version,
                ...is,
                architectures: ['arm64'],
                cri: [{ name: 'containerd', containerRuntimes: ['gvisor'] }],
              },
              ...place,
            },
    ),
    fc
      .tuple(target, fc.constantFrom<'minor' | null>('minor', null))
      .map(([on, updateStrategy]): Edit => ({ kind: 'strategy', image: on.image ?? 'ubuntu', updateStrategy })),
    index.map((place): Edit => ({ kind: 'addImage', image: 'fresh', updateStrategy: 'patch', ...place })),
    fc.constant<Edit>({ kind: 'removeImage', image: 'fresh' }),
  )
}

describe.each(all.map((raw) => [`${raw.kind} ${at2(raw, 'metadata', 'name')}`, raw] as const))('%s', (_, raw) => {
  const parentName = at2(raw, 'spec', 'parent', 'name')
  const above = all.find((one) => one.kind === 'CloudProfile' && at2(one, 'metadata', 'name') === parentName)
  const parent = above === undefined ? null : profileOf(above)
  const offered = parent ?? profileOf(raw)

  test('reads with edits as the engine has it with the same edits', () => {
    fc.assert(
      fc.property(fc.array(editOf(offered), { minLength: 1, maxLength: 8 }), (edits) => {
        const outcome = editObject(raw, edits, parent)
        if (outcome.kind === 'problem') throw new Error(JSON.stringify(outcome.problem))
        const again = editObject(outcome.object, outcome.inverse, parent)
        if (again.kind === 'problem') throw new Error(JSON.stringify(again.problem))
        if (parent === null) {
          const made = applyEdits(offered, edits, applyEdit)
          expect(outcome.problems).toEqual(made.problems)
          expect(profileOf(outcome.object)).toEqual(made.value)
          expect(profileOf(again.object)).toEqual(offered)
          return
        }
        const made = applyEdits(ownOf(raw), edits, (own, edit) => applyNamespacedEdit(own, parent, edit))
        expect(outcome.problems).toEqual(made.problems)
        expect(mergeNamespacedProfile(parent, ownOf(outcome.object))).toEqual(
          mergeNamespacedProfile(parent, made.value),
        )
        expect(mergeNamespacedProfile(parent, ownOf(again.object))).toEqual(mergeNamespacedProfile(parent, ownOf(raw)))
      }),
      { numRuns: runs(200) },
    )
  })
})

function profileOf(raw: JsonObject): CloudProfile {
  const parsed = raw.kind === 'CloudProfile' ? parseCloudProfile(raw) : parseNamespacedCloudProfile(raw, null)
  if (parsed.kind === 'problem') throw new Error(JSON.stringify(parsed.problems))
  return parsed.value.profile
}

function ownOf(raw: JsonObject) {
  const parsed = parseNamespacedCloudProfile(raw, { kubernetes: [], machineImages: [], machineTypes: [] })
  if (parsed.kind === 'problem' || parsed.value.overrides === undefined) throw new Error(JSON.stringify(parsed))
  return parsed.value.overrides
}
