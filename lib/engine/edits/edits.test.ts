import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isWholeVersion,
  mergeNamespacedProfile,
  type ProfileOverrides,
} from '@/lib/engine/api-server/profile/overrides'
import { imageVersion as image } from '@/lib/engine/testdata/builders'
import { runs } from '@/lib/engine/testdata/runs'
import { parseInstant } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion, Instant } from '@/lib/engine/types'
import type { Edit, ProfileEditOutcome } from './edit'
import { applyEdit, applyEdits } from './edits'
import { applyNamespacedEdit } from './namespaced'

const at = (text: string): Instant => parseInstant(`${text}T00:00:00Z`) ?? Number.NaN

const profile: CloudProfile = {
  kubernetes: [
    { version: '1.34.3', classification: 'supported' },
    { version: '1.33.6', classification: 'deprecated', expirationDate: at('2026-12-15') },
    { version: '1.33.5' },
    {
      version: '1.32.9',
      lifecycle: [
        { classification: 'preview', startTime: at('2026-01-01') },
        { classification: 'supported', startTime: at('2026-03-01') },
        { classification: 'deprecated', startTime: at('2026-12-01') },
        { classification: 'expired', startTime: at('2027-03-01') },
      ],
    },
  ],
  machineImages: [
    { name: 'gardenlinux', updateStrategy: 'minor', versions: [image('1592.9.0'), image('1443.0.0')] },
    { name: 'ubuntu', updateStrategy: 'major', versions: [image('22.4.0', { expirationDate: at('2027-01-01') })] },
  ],
  machineTypes: [{ name: 'm5.large' }],
}

const overrides: ProfileOverrides = {
  kubernetes: [{ version: '1.33.6', expirationDate: at('2027-05-01') }],
  machineImages: [
    {
      name: 'gardenlinux',
      versions: [
        image('1600.0.0', { classification: 'preview' }),
        { version: '1443.0.0', expirationDate: at('2027-02-01') },
      ],
    },
    { name: 'special', updateStrategy: 'patch', versions: [image('1.0.0')] },
  ],
  machineTypes: [],
}

const now = at('2026-11-21')
const life = (
  edited: ProfileEditOutcome<CloudProfile>,
  version: string,
): Omit<ExpirableVersion, 'version'> | string => {
  if (edited.kind === 'problem') return edited.problem.code
  const found = edited.value.kubernetes.find((v) => v.version === version)
  if (found === undefined) return 'gone'
  const { version: _, ...rest } = found
  return rest
}

describe('an edit of a version in the legacy form', () => {
  it.each<[string, Edit, Omit<ExpirableVersion, 'version'>]>([
    [
      'sets the classification and keeps the date',
      { kind: 'classify', image: null, version: '1.33.6', classification: 'supported', from: now },
      { classification: 'supported', expirationDate: at('2026-12-15') },
    ],
    [
      'takes the classification away',
      { kind: 'classify', image: null, version: '1.33.6', classification: null, from: now },
      { expirationDate: at('2026-12-15') },
    ],
    [
      'takes the date away',
      { kind: 'expire', image: null, version: '1.33.6', expirationDate: null },
      { classification: 'deprecated' },
    ],
    [
      'replaces both by stages',
      { kind: 'schedule', image: null, version: '1.33.6', lifecycle: [{ classification: 'preview' }] },
      { lifecycle: [{ classification: 'preview' }] },
    ],
  ])('%s', (_, edit, expected) => {
    expect(life(applyEdit(profile, edit), '1.33.6')).toEqual(expected)
  })
})

const instants = fc.integer({ min: at('2026-01-01'), max: at('2028-01-01') })
const stages = fc.array(
  fc.record(
    { classification: fc.constantFrom('preview', 'supported', 'deprecated', 'expired'), startTime: instants },
    { requiredKeys: ['classification'] },
  ),
  { maxLength: 4 },
)

describe('an edit of a version with lifecycle stages', () => {
  const classify = (classification: 'preview' | 'supported' | 'deprecated' | null): Edit => ({
    kind: 'classify',
    image: null,
    version: '1.32.9',
    classification,
    from: now,
  })
  const expire = (date: Instant | null): Edit => ({
    kind: 'expire',
    image: null,
    version: '1.32.9',
    expirationDate: date,
  })
  it.each<[string, Edit, unknown]>([
    [
      'begins a later stage now and drops the one planned',
      classify('deprecated'),
      [
        ['preview', '2026-01-01'],
        ['supported', '2026-03-01'],
        ['deprecated', '2026-11-21'],
        ['expired', '2027-03-01'],
      ],
    ],
    [
      'goes back to an earlier stage and keeps what is planned',
      classify('preview'),
      [
        ['preview', '2026-01-01'],
        ['deprecated', '2026-12-01'],
        ['expired', '2027-03-01'],
      ],
    ],
    [
      'leaves a stage that has begun as it is',
      classify('supported'),
      [
        ['preview', '2026-01-01'],
        ['supported', '2026-03-01'],
        ['deprecated', '2026-12-01'],
        ['expired', '2027-03-01'],
      ],
    ],
    [
      'expires it earlier, before a stage that then never comes',
      expire(at('2026-11-30')),
      [
        ['preview', '2026-01-01'],
        ['supported', '2026-03-01'],
        ['expired', '2026-11-30'],
      ],
    ],
    [
      'lets it live on',
      expire(null),
      [
        ['preview', '2026-01-01'],
        ['supported', '2026-03-01'],
        ['deprecated', '2026-12-01'],
      ],
    ],
  ])('%s', (_, edit, stages) => {
    const lifecycle = (stages as [string, string][]).map(([classification, date]) => ({
      classification,
      startTime: at(date),
    }))
    expect(life(applyEdit(profile, edit), '1.32.9')).toEqual({ lifecycle })
  })

  it('goes over to the legacy form when nothing is left but its expiration', () => {
    expect(life(applyEdit(profile, classify(null)), '1.32.9')).toEqual({ expirationDate: at('2027-03-01') })
  })
})

describe('an edit that meets nothing that it could change is a named problem', () => {
  it.each<[string, Edit]>([
    ['unknown-version', { kind: 'expire', image: null, version: '1.99.0', expirationDate: null }],
    ['unknown-version', { kind: 'remove', image: 'ubuntu', version: '1.0.0' }],
    ['unknown-image', { kind: 'strategy', image: 'flatcar', updateStrategy: 'patch' }],
    ['unknown-image', { kind: 'add', image: 'flatcar', entry: image('1.0.0') }],
    ['already-listed', { kind: 'add', image: null, entry: { version: '1.34.3' } }],
    ['already-listed', { kind: 'addImage', image: 'ubuntu', updateStrategy: 'patch' }],
    ['not-a-version', { kind: 'add', image: null, entry: { version: 'newest' } }],
    ['not-empty', { kind: 'removeImage', image: 'ubuntu' }],
    ['not-in-namespaced', { kind: 'strategy', image: 'ubuntu', updateStrategy: null }],
  ])('%s', (code, edit) => {
    expect(applyEdit(profile, edit)).toMatchObject({ kind: 'problem', problem: { code } })
  })

  it('and the others are made all the same', () => {
    const edits: Edit[] = [
      { kind: 'remove', image: null, version: '1.99.0' },
      { kind: 'remove', image: null, version: '1.33.5' },
    ]
    const { value, problems } = applyEdits(profile, edits, applyEdit)
    expect(problems.map((p) => p?.code ?? null)).toEqual(['unknown-version', null])
    expect(value.kubernetes.map(({ version }) => version)).toEqual(['1.34.3', '1.33.6', '1.32.9'])
  })
})

describe('a namespaced profile', () => {
  const edited = (edit: Edit) => {
    const outcome = applyNamespacedEdit(overrides, profile, edit)
    return outcome.kind === 'problem' ? outcome.problem.code : mergeNamespacedProfile(profile, outcome.value)
  }
  it.each<[string, Edit]>([
    ['adds no Kubernetes version', { kind: 'add', image: null, entry: { version: '1.35.0' } }],
    ['removes none', { kind: 'remove', image: null, version: '1.33.5' }],
    [
      'classifies none of its parent',
      { kind: 'classify', image: null, version: '1.33.6', classification: 'supported', from: now },
    ],
    ['stages none of its parent', { kind: 'schedule', image: 'ubuntu', version: '22.4.0', lifecycle: null }],
    ['removes no image version of its parent', { kind: 'remove', image: 'ubuntu', version: '22.4.0' }],
    ['removes no image of its parent', { kind: 'removeImage', image: 'ubuntu' }],
  ])('%s', (_, edit) => {
    expect(edited(edit)).toBe('not-in-namespaced')
  })

  it('goes back to the date of its parent', () => {
    const merged = edited({ kind: 'expire', image: null, version: '1.33.6', expirationDate: null })
    expect(merged).toMatchObject({
      kubernetes: expect.arrayContaining([profile.kubernetes[1]]),
    })
  })
})
const kubernetesNames = fc.constantFrom('1.34.3', '1.33.6', '1.33.5', '1.32.9', '1.99.0')
const imageNames = fc.constantFrom('gardenlinux', 'ubuntu', 'special', 'flatcar')
const imageVersions = fc.constantFrom('1592.9.0', '1443.0.0', '22.4.0', '1600.0.0', '1.0.0', '9.9.9')
const places = fc.nat({ max: 6 })
const classifications = fc.constantFrom('preview', 'supported', 'deprecated', null)
const strategies = fc.constantFrom('patch', 'minor', 'major')
const target = fc.oneof(
  fc.record({ image: fc.constant(null), version: kubernetesNames }),
  fc.record({ image: imageNames, version: imageVersions }),
)
const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc
    .tuple(target, classifications, instants)
    .map(([t, classification, from]): Edit => ({ kind: 'classify', ...t, classification, from })),
  fc.tuple(target, fc.option(instants)).map(([t, expirationDate]): Edit => ({ kind: 'expire', ...t, expirationDate })),
  fc.tuple(target, fc.option(stages)).map(([t, lifecycle]): Edit => ({ kind: 'schedule', ...t, lifecycle }) as Edit),
  fc.tuple(kubernetesNames).map(([version]): Edit => ({ kind: 'remove', image: null, version })),
  fc.tuple(imageNames, imageVersions).map(([name, version]): Edit => ({ kind: 'remove', image: name, version })),
  fc
    .tuple(kubernetesNames, places)
    .map(([version, index]): Edit => ({ kind: 'add', image: null, entry: { version }, index })),
  fc
    .tuple(imageNames, imageVersions, places)
    .map(([name, version, index]): Edit => ({ kind: 'add', image: name, entry: image(version), index })),
  fc
    .tuple(imageNames, strategies)
    .map(([name, updateStrategy]): Edit => ({ kind: 'strategy', image: name, updateStrategy })),
  fc
    .tuple(imageNames, strategies, places)
    .map(([name, updateStrategy, index]): Edit => ({ kind: 'addImage', image: name, updateStrategy, index })),
  imageNames.map((name): Edit => ({ kind: 'removeImage', image: name })),
)

/** Without the order of overrides of what the parent has; of an override that gives a date nothing else counts. */
const normal = ({ kubernetes, machineImages }: ProfileOverrides) => ({
  kubernetes: new Map(kubernetes.map((v) => [v.version, v])),
  images: new Map(
    machineImages.map((i) => [
      i.name,
      [i.updateStrategy, new Map(i.versions.map((v) => [v.version, isWholeVersion(v) ? v : v.expirationDate]))],
    ]),
  ),
})

describe('a version that is added goes to its place in the order', () => {
  const added = (versions: readonly string[], version: string) => {
    const before = { ...profile, kubernetes: versions.map((text) => ({ version: text })) }
    const edited = applyEdit(before, { kind: 'add', image: null, entry: { version } })
    return edited.kind === 'problem' ? edited.problem.code : edited.value.kubernetes.map((one) => one.version).join(' ')
  }

  it.each([
    ['1.35.4 1.34.7 1.31.12', '1.36.0', '1.36.0 1.35.4 1.34.7 1.31.12'],
    ['1.35.4 1.34.7 1.31.12', '1.34.10', '1.35.4 1.34.10 1.34.7 1.31.12'],
    ['1.35.4 1.34.7 1.31.12', '1.30.1', '1.35.4 1.34.7 1.31.12 1.30.1'],
    ['1.31.12 1.34.7 1.35.4', '1.34.10', '1.31.12 1.34.7 1.34.10 1.35.4'],
    ['1.31.12 1.34.7 1.35.4', '1.30.1', '1.30.1 1.31.12 1.34.7 1.35.4'],
    ['1.31.12', '1.34.10', '1.34.10 1.31.12'],
    ['', '1.34.10', '1.34.10'],
  ])('of %s: %s', (versions, version, expected) => {
    expect(added(versions.split(' ').filter(Boolean), version)).toBe(expected)
  })

  it('in a list of either order, which stays in order', () => {
    const versions = fc.uniqueArray(fc.tuple(fc.nat(9), fc.nat(20)), { selector: String, minLength: 3, maxLength: 9 })
    fc.assert(
      fc.property(versions, fc.boolean(), (all, isOldestFirst) => {
        const [last = [0, 0], ...listed] = all
        const inOrder = (some: typeof all) =>
          some
            .toSorted(([a, b], [c, d]) => (isOldestFirst ? 1 : -1) * (a - c || b - d))
            .map((of) => `1.${of.join('.')}`)
        expect(added(inOrder(listed), `1.${last.join('.')}`)).toBe(inOrder(all).join(' '))
      }),
      { numRuns: runs(500) },
    )
  })

  it('in an image of one’s own in a namespaced profile', () => {
    const edit: Edit = { kind: 'add', image: 'special', entry: image('2.0.0') }
    const edited = applyNamespacedEdit(overrides, profile, edit)
    if (edited.kind === 'problem') throw new Error(edited.problem.code)
    const own = edited.value.machineImages.find(({ name }) => name === 'special')
    expect(own?.versions.map(({ version }) => version)).toEqual(['2.0.0', '1.0.0'])
  })
})

describe('edits followed by their inverse', () => {
  it('give the profile that was, and leave what they were given alone', () => {
    const before = structuredClone(profile)
    fc.assert(
      fc.property(fc.array(anyEdit, { maxLength: 12 }), (edits) => {
        const { value, inverse } = applyEdits(profile, edits, applyEdit)
        const back = applyEdits(value, inverse, applyEdit)
        expect(back.problems.every((p) => p === null)).toBe(true)
        expect(back.value).toEqual(before)
        expect(profile).toEqual(before)
      }),
      { numRuns: runs(500) },
    )
  })

  it('give the namespaced profile that was', () => {
    const before = structuredClone(overrides)
    const merged = mergeNamespacedProfile(profile, overrides)
    const apply = (own: ProfileOverrides, edit: Edit) => applyNamespacedEdit(own, profile, edit)
    fc.assert(
      fc.property(fc.array(anyEdit, { maxLength: 12 }), (edits) => {
        const { value, inverse } = applyEdits(overrides, edits, apply)
        const back = applyEdits(value, inverse, apply)
        expect(back.problems.every((p) => p === null)).toBe(true)
        expect(normal(back.value)).toEqual(normal(before))
        expect(mergeNamespacedProfile(profile, back.value)).toEqual(merged)
        expect(overrides).toEqual(before)
      }),
      { numRuns: runs(500) },
    )
  })
})
