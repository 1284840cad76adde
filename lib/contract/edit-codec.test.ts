import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Edit } from '@/lib/engine/edits'
import { runs } from '@/lib/engine/testdata/runs'
import { instant } from './common'
import { editBody, isEdit, readEdit } from './edit-codec'
import { edit } from './edits'

describe('an edit on the wire', () => {
  const at = Date.parse('2026-11-21T18:00:00Z')
  const edits: readonly Edit[] = [
    { kind: 'add', image: null, entry: { version: '1.36.0', classification: 'preview' }, index: 0 },
    {
      kind: 'add',
      image: 'gardenlinux',
      entry: {
        version: '1877.4.0',
        lifecycle: [{ classification: 'preview' }, { classification: 'supported', startTime: at }],
        architectures: ['amd64'],
        cri: [{ name: 'containerd', containerRuntimes: ['gvisor'] }],
        kubeletVersionConstraint: '>= 1.30',
        capabilityFlavors: [{ architecture: ['amd64'] }],
        inPlaceUpdates: { supported: true, minVersionForUpdate: '1800.0.0' },
      },
    },
    { kind: 'remove', image: null, version: '1.30.1' },
    { kind: 'classify', image: null, version: '1.34.3', classification: 'deprecated', from: at },
    { kind: 'expire', image: 'ubuntu', version: '22.04.1', expirationDate: at },
    { kind: 'expire', image: null, version: '1.33.7', expirationDate: null },
    { kind: 'schedule', image: null, version: '1.35.0', lifecycle: [{ classification: 'expired', startTime: at }] },
    { kind: 'restore', image: null, version: '1.32.9', life: { classification: 'supported', expirationDate: at } },
    { kind: 'strategy', image: 'gardenlinux', updateStrategy: 'minor' },
    { kind: 'addImage', image: 'flatcar', updateStrategy: 'major', index: 1 },
    { kind: 'removeImage', image: 'suse' },
    {
      kind: 'yaml',
      image: null,
      changes: [
        { path: ['spec', 'machineTypes', 'm5.large', 'usable'], value: false },
        { path: ['spec', 'limits'] },
        { path: ['spec', 'regions', 'eu'], value: { name: 'eu' }, index: 0 },
      ],
    },
  ]

  it.each(edits.map((one) => [one.kind, one] as const))('%s comes back as it was', (_, one) => {
    const body = editBody(one)
    expect(isEdit(body)).toBe(true)
    expect(readEdit(JSON.parse(JSON.stringify(body)), at, {})).toEqual(one)
  })

  it('says nothing of a stage that nobody writes', () => {
    const life = { classification: 'unavailable', lifecycle: [{ classification: 'unavailable' }] } as const
    const body = editBody({ kind: 'restore', image: null, version: '1.32.9', life })
    expect(body).toMatchObject({ life: { lifecycle: [] } })
  })

  it.each([
    ['without capabilities', {}, ['amd64']],
    ['with an empty list of capabilities', { machineCapabilities: [] }, ['amd64']],
    ['with capabilities', { machineCapabilities: [{ name: 'architecture', values: ['arm64'] }] }, []],
  ])('has the defaults of a profile %s', (_, profile, architectures) => {
    expect(readEdit({ kind: 'add', image: 'suse', entry: { version: '15.6.1' } }, at, profile)).toMatchObject({
      entry: { architectures, cri: [{ name: 'containerd', containerRuntimes: [] }] },
    })
  })
})

describe('what is an edit is the same for the browser and for the schema', () => {
  const text = fc.oneof(fc.constantFrom('1.33.6', 'suse', '', 'a\nb', 'x'.repeat(129)), fc.string({ maxLength: 8 }))
  const time = fc.oneof(
    fc.constantFrom(
      '2026-12-15T21:00:00Z',
      '2026-12-15T21:00:00.123456789+01:00',
      '2026-02-29T00:00:00Z',
      '2028-02-29T00:00:00Z',
      '2026-02-30T00:00:00Z',
      '2026-04-31T00:00:00Z',
      '2026-12-15T24:00:00Z',
      '2026-12-15T21:00:60Z',
      '2026-12-15T21:00Z',
      '2026-12-15T21:00:00',
      '2026-12-15T21:00:00+24:00',
      '2026-12-15t21:00:00z',
      '2026-12-15',
      'soon',
    ),
    fc
      .tuple(fc.integer({ min: 0, max: 9999 }), ...Array.from({ length: 5 }, () => fc.integer({ min: 0, max: 63 })))
      .map(([year = 0, ...rest]) => {
        const [month, day, hour, minute, second] = rest.map((part) => String(part).padStart(2, '0'))
        return `${String(year).padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}Z`
      }),
  )
  const stage = fc.constantFrom('preview', 'supported', 'deprecated', 'expired', 'unavailable', null)
  const strategy = fc.constantFrom('patch', 'minor', 'major', 'none', null)
  const maybe = (value: fc.Arbitrary<unknown>) => fc.option(value, { nil: undefined, freq: 3 })
  const lifecycle = fc.array(fc.record({ classification: stage, startTime: maybe(time) }), { maxLength: 11 })
  const words = fc.array(text, { maxLength: 21 })
  const entry = fc.record({
    version: text,
    classification: maybe(stage),
    expirationDate: maybe(time),
    lifecycle: maybe(lifecycle),
    architectures: maybe(words),
    cri: maybe(fc.array(fc.record({ name: text, containerRuntimes: maybe(words) }), { maxLength: 3 })),
    kubeletVersionConstraint: maybe(text),
    capabilityFlavors: maybe(fc.array(fc.dictionary(text, words, { maxKeys: 2 }), { maxLength: 2 })),
    inPlaceUpdates: maybe(fc.record({ supported: fc.constantFrom(true, false, 1), minVersionForUpdate: maybe(text) })),
  })
  const kinds = 'add remove classify expire schedule restore strategy addImage removeImage yaml explode'.split(' ')
  /** Fields that belong together, one of them now and then missing or too many. */
  const shapes: Readonly<Record<string, Record<string, fc.Arbitrary<unknown>>>> = {
    add: { entry, index: maybe(fc.constantFrom(0, 3, 10_000, 10_001, -1, 0.5)) },
    remove: { version: text },
    classify: { version: text, classification: stage, from: maybe(time) },
    expire: { version: text, expirationDate: fc.oneof(time, fc.constant(null)) },
    schedule: { version: text, lifecycle: fc.oneof(lifecycle, fc.constant(null)) },
    restore: {
      version: text,
      life: fc.record({ classification: maybe(stage), expirationDate: maybe(time), lifecycle: maybe(lifecycle) }),
    },
    strategy: { updateStrategy: strategy },
    addImage: { updateStrategy: strategy, index: maybe(fc.constantFrom(0, 10_001)) },
    yaml: {
      image: fc.constantFrom('suse', null),
      changes: fc.array(
        fc.record({
          path: fc.constantFrom(
            ['spec', 'limits'],
            ['spec', 'machineImages', 'suse', 'versions', '1.0.0', 'cri'],
            ['spec'],
            ['status', 'a'],
            ['metadata', 'labels', 'a'],
            ['metadata', 'name'],
            ['spec', ''],
          ),
          value: fc.constantFrom(undefined, null, 1, 'x'.repeat(32_000), { a: [{}] }),
          index: maybe(fc.constantFrom(0, -1)),
        }),
        { maxLength: 3 },
      ),
    },
  }
  const anyEdit = fc.constantFrom(...kinds).chain((kind) =>
    fc
      .tuple(
        fc.record({ kind: fc.constant(kind), image: fc.oneof(text, fc.constant(null)), ...shapes[kind] }),
        fc.option(fc.constantFrom('image', 'version', 'entry', 'surplus', '__proto__'), { nil: undefined, freq: 5 }),
      )
      .map(([whole, other]) => {
        if (other === undefined) return whole
        const { [other]: found, ...rest } = whole as Record<string, unknown>
        return found === undefined ? JSON.parse(JSON.stringify({ ...whole, surplus: 1 })) : rest
      }),
  )

  it('for edits of all kinds, right and wrong', () => {
    const seen = { right: 0, wrong: 0 }
    fc.assert(
      fc.property(anyEdit, (raw) => {
        const { success } = edit.safeParse(raw)
        seen[success ? 'right' : 'wrong']++
        expect(isEdit(raw)).toBe(success)
      }),
      { numRuns: runs(5000) },
    )
    expect(Math.min(seen.right, seen.wrong)).toBeGreaterThan(3)
  })

  it('for instants', () => {
    fc.assert(
      fc.property(time, (raw) => {
        const body = { kind: 'expire', image: null, version: '1.33.6', expirationDate: raw }
        expect(isEdit(body)).toBe(instant.safeParse(raw).success)
      }),
      { numRuns: runs(5000) },
    )
  })
})
