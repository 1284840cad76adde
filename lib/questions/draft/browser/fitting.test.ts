import { describe, expect, test } from 'vitest'
import { listedOf } from '@/lib/engine/rules'
import { type AddKind, nextNumberText, numberProblemText } from '@/lib/words/new-edits'
import { fittingFor, nextNumbers, numberProblem, usualKind } from './fitting'
import { newEdits } from './new-edits'
import { LISTS, sourceOf } from './testdata'

const source = sourceOf({
  ...LISTS,
  kubernetes: [
    ...LISTS.kubernetes,
    { version: '1.32.8', classification: 'deprecated' },
    { version: '1.31.4', classification: 'deprecated', expirationDate: '2026-10-03T12:00:00Z' },
    { version: '1.31.3', classification: 'deprecated', expirationDate: '2026-10-03T12:00:00Z' },
  ],
})
const { profile, at } = source
const clusters: Readonly<Record<string, number>> = { '1.31.4': 2 }

function offered(kind: AddKind, image: string | null = null) {
  const candidates = listedOf(profile, image).map((listed) => ({
    listed,
    clusters: clusters[listed.version] ?? 0,
  }))
  const { offered: all, best } = fittingFor(kind, candidates, { profile, image, at })
  return { versions: all.map(({ listed }) => listed.version), best: best?.listed.version }
}

describe('what an edit is offered for', () => {
  test.each<[AddKind, string, readonly string[]]>([
    ['deprecate', '1.34.3', ['1.35.0', '1.34.4', '1.34.3', '1.33.7', '1.32.9']],
    ['promote', '1.35.0', ['1.35.0', '1.34.4', '1.32.8']],
    ['preview', '1.34.3', ['1.34.3', '1.33.7', '1.32.9', '1.32.8']],
    ['clear', '1.33.7', ['1.33.7', '1.32.9', '1.31.4', '1.31.3']],
  ])('to %s: %s first, and only what is not like that already', (kind, best, versions) => {
    expect(offered(kind)).toEqual({ versions, best })
  })

  test.each<[AddKind, string, string]>([
    ['expire', '1.32.8', 'a deprecated version without a date comes before one that has a date, or may have none'],
    ['remove', '1.31.3', 'an expired version that nobody runs'],
  ])('to %s: any version, and %s first: %s', (kind, best) => {
    expect(offered(kind)).toMatchObject({ best, versions: { length: profile.kubernetes.length } })
  })

  test('a version without a classification can be deprecated and promoted, after those that are classified', () => {
    expect(offered('deprecate', 'gardenlinux')).toEqual({ versions: ['1592.9.0', '1443.10.0'], best: '1592.9.0' })
    expect(offered('promote', 'gardenlinux')).toEqual({ versions: ['1443.10.0'], best: '1443.10.0' })
  })

  test.each([
    ['1.35.0', 'promote'],
    ['1.34.3', 'deprecate'],
    ['1.32.8', 'expire'],
    ['1.31.3', 'remove'],
  ])('of %s, picked in the timeline, it is to %s it', (version, kind) => {
    const listed = profile.kubernetes.find((one) => one.version === version)
    expect(listed && usualKind(listed, at)).toBe(kind)
  })
})

test('to deprecate sets no date that nobody asked for', () => {
  const chosen = { source, profile, image: null, version: '1.34.3', name: '' }
  expect(newEdits('deprecate', chosen)).toEqual([
    { kind: 'classify', image: null, version: '1.34.3', classification: 'deprecated' },
  ])
})

describe('the number of a new version', () => {
  test('is the next patch of one of the newest minors, or the next minor', () => {
    expect(nextNumbers(profile, null, at).map(nextNumberText)).toEqual([
      '1.35.1, next patch of 1.35',
      '1.34.5, next patch of 1.34',
      '1.33.8, next patch of 1.33',
      '1.36.0, next minor',
    ])
  })

  test('of an image is what its numbering leads to, or the next patch', () => {
    expect(nextNumbers(profile, 'gardenlinux', at).map(({ version }) => version)).toContain('1592.9.1')
    expect(nextNumbers(profile, 'none', at).map(nextNumberText)).toEqual(['1.0.0, the first'])
  })

  test.each([
    ['1.36.0', null],
    ['1.34.3', '1.34.3 is listed already.'],
    ['v1.34.3', 'v1.34.3 is listed already.'],
    ['newest', 'Gardener cannot read newest as a version.'],
    ['', 'A version needs a number.'],
  ])('%j: %s', (version, text) => {
    const problem = numberProblem(profile, null, version)
    expect(problem && numberProblemText(problem, version)).toBe(text)
  })

  test('is that of the edit', () => {
    const chosen = { source, profile, image: null, version: undefined, number: '1.37.0', name: '' }
    expect(newEdits('add', chosen)).toEqual([
      { kind: 'add', image: null, entry: { version: '1.37.0', classification: 'preview' } },
    ])
  })
})
