import { expect, test } from 'vitest'
import { type KeptDraft, readKept, withDraft } from './kept-drafts'

const draft = (text: string, profile = 'aws'): KeptDraft => ({
  kind: 'profile',
  profile,
  text,
  edits: 1,
  at: '2026-11-21T18:00:00Z',
})
const [one, two, other] = [draft('1one'), draft('1two'), draft('1other', 'garden-core/ext')]

test.each<[string, readonly KeptDraft[], KeptDraft | null, string | null, readonly KeptDraft[]]>([
  ['a new one comes first', [other], one, null, [one, other]],
  ['one that was edited takes the place of what it was', [other, one], two, one.text, [two, other]],
  ['one of the same profile that was opened from elsewhere stays', [one], two, null, [two, one]],
  ['one without edits is gone', [one, other], null, one.text, [other]],
  ['one that comes back is kept once', [two, one], one, two.text, [one]],
])('%s', (_, before, next, replaced, after) => {
  expect(withDraft(before, next, replaced)).toEqual(after)
})

test('no more than twenty are kept', () => {
  const many = Array.from({ length: 20 }, (_, i) => draft(`1${i}`))
  expect(withDraft(many, one, null)).toEqual([one, ...many.slice(0, 19)])
})

test.each([
  ['what is no list', '{"a":1}', []],
  ['what is no JSON', '[', []],
  ['nothing', null, []],
  ['one whose profile is none', JSON.stringify([draft('1a', '../x'), one]), [one]],
  ['one without a kind', JSON.stringify([{ ...one, kind: undefined }]), []],
  ['one of a kind that nobody knows', JSON.stringify([{ ...one, kind: 'other' }, other]), [other]],
  ['one without a time', JSON.stringify([{ ...one, at: 'then' }, other]), [other]],
])('of %s what can be read is kept', (_, text, expected) => {
  expect(readKept(text)).toEqual(expected)
})
