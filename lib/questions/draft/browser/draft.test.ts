import { describe, expect, test } from 'vitest'
import { packText, unpackText } from '@/lib/browser/packed-text'
import type { EditBody } from '@/lib/contract/edits'
import { draftProblemText } from '@/lib/words/new-edits'
import { type Draft, decodeDraft, encodeDraft } from './draft'

const EDITS: readonly EditBody[] = [
  { kind: 'add', image: null, entry: { version: '1.36.0', classification: 'preview' }, index: 0 },
  {
    kind: 'add',
    image: 'gardenlinux',
    entry: {
      version: '1877.4.0',
      architectures: ['amd64'],
      cri: [{ name: 'containerd', containerRuntimes: ['gvisor'] }],
      kubeletVersionConstraint: '>= 1.30',
      capabilityFlavors: [{ architecture: ['amd64'] }],
      inPlaceUpdates: { supported: true, minVersionForUpdate: '1800.0.0' },
    },
  },
  { kind: 'remove', image: null, version: '1.30.1' },
  { kind: 'classify', image: null, version: '1.34.3', classification: 'deprecated', from: '2026-12-01T00:00:00Z' },
  { kind: 'classify', image: null, version: '1.34.4', classification: null },
  { kind: 'expire', image: 'ubuntu', version: '22.04.20260815', expirationDate: '2027-03-21T18:00:00Z' },
  { kind: 'expire', image: null, version: '1.33.7', expirationDate: null },
  {
    kind: 'schedule',
    image: null,
    version: '1.35.0',
    lifecycle: [{ classification: 'preview' }, { classification: 'supported', startTime: '2027-01-12T00:00:00Z' }],
  },
  { kind: 'restore', image: null, version: '1.32.9', life: { classification: 'supported' } },
  { kind: 'strategy', image: 'gardenlinux', updateStrategy: 'minor' },
  { kind: 'addImage', image: 'flatcar', updateStrategy: 'major' },
  { kind: 'removeImage', image: 'suse' },
]
const DRAFT: Draft = { profile: 'garden-core/aws-ext', base: '48812907', edits: EDITS }

async function problemIn(text: string): Promise<string> {
  const reading = await decodeDraft(text, 'aws')
  return reading.kind === 'ok' ? '' : draftProblemText(reading.problem)
}

describe('a draft in an address', () => {
  test('comes back as it was, every kind of edit', async () => {
    expect(await decodeDraft(await encodeDraft(DRAFT), DRAFT.profile)).toEqual({ kind: 'ok', draft: DRAFT })
  })

  test('comes back without a base, and without edits', async () => {
    const draft: Draft = { profile: 'aws', base: null, edits: [] }
    expect(await decodeDraft(await encodeDraft(draft), 'aws')).toEqual({ kind: 'ok', draft })
  })

  test('needs no escape in an address', async () => {
    const text = await encodeDraft(DRAFT)
    expect(encodeURIComponent(text)).toBe(text)
  })

  test('is much shorter than what it says', async () => {
    const many = Array.from({ length: 150 }, (_, i): EditBody => {
      return { kind: 'expire', image: 'gardenlinux', version: `1592.${i}.0`, expirationDate: '2027-03-21T18:00:00Z' }
    })
    const text = await encodeDraft({ ...DRAFT, edits: many })
    expect(text.length * 8).toBeLessThan(JSON.stringify(many).length)
  })

  test.each([
    ['nothing', '', /cannot be read/],
    ['another form', '2abc', /cannot be read/],
    ['what is not packed', '1hello', /cannot be read/],
    ['signs that are no letters', '1a+b/', /cannot be read/],
  ])('%s is a named problem', async (_, text, reason) => {
    expect(await problemIn(text)).toMatch(reason)
  })

  test.each([
    ['no JSON', 'hello', /cannot be read/],
    ['an object', '{}', /cannot be read/],
    ['a base that is a number', '["aws",7,[]]', /cannot be read/],
    ['no edits', '["aws",null]', /cannot be read/],
    ['a draft of another profile', '["gcp",null,[]]', /is for gcp, not for aws/],
    ['an edit of a kind nobody knows', '["aws",null,[{"kind":"explode"}]]', /Edit 1 /],
    ['a kind that every object has', '["aws",null,[{"kind":"constructor"}]]', /Edit 1 /],
    ['a field too many', '["aws",null,[{"kind":"removeImage","image":"a","b":1}]]', /Edit 1 /],
    [
      'an instant that is none',
      '["aws",null,[{"kind":"expire","image":null,"version":"1.2.3","expirationDate":"soon"}]]',
      /Edit 1 /,
    ],
    [
      'a day that does not exist',
      '["aws",null,[{"kind":"expire","image":null,"version":"1.2.3","expirationDate":"2026-02-30T00:00:00Z"}]]',
      /Edit 1 /,
    ],
    ['201 edits', JSON.stringify(['aws', null, Array(201).fill({ kind: 'removeImage', image: 'a' })]), /201 edits/],
  ])('%s is a named problem', async (_, plain, reason) => {
    expect(await problemIn(await packText(plain))).toMatch(reason)
  })

  test('one that was cut on the way is a named problem', async () => {
    const text = await encodeDraft(DRAFT)
    expect((await decodeDraft(text.slice(0, -20), DRAFT.profile)).kind).toBe('problem')
  })
})

test('what unfolds to more than half a megabyte is not unpacked', async () => {
  const packed = await packText('a'.repeat(600 * 1024))
  expect(packed.length).toBeLessThan(2000)
  expect(await unpackText(packed)).toBeNull()
})

test('a text with signs of all kinds is unpacked as it was', async () => {
  const text = '# ümläut, 日本, 🙂\nkind: x\n'
  expect(await unpackText(await packText(text))).toBe(text)
})
