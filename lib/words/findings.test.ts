import { describe, expect, test } from 'vitest'
import { asIfText, type HeldRule, heldRuleText, REFUSED_AS_IF, type RemedyKind, remedyLabel } from './findings'

const MARCH = '2027-03-22T23:59:59Z'

describe('what sets it right', () => {
  const REMEDIES: readonly [string, RemedyKind][] = [
    ['Keep 1.32.9', { kind: 'keep', name: '1.32.9' }],
    ['Take the edit out', { kind: 'takeOut' }],
    ['Deprecate 1.34.3 until 22 Mar 2027', { kind: 'deprecate', names: ['1.34.3'], until: MARCH }],
    ['Deprecate 1.35.0', { kind: 'deprecate', names: ['1.35.0'], until: null }],
    ['Clear the date of 1.35.0', { kind: 'clear', version: '1.35.0' }],
    ['Let it expire on 22 Mar 2027', { kind: 'expire', on: MARCH }],
    ['Put the stages in order', { kind: 'order' }],
    ['Write 1.36.0', { kind: 'write', version: '1.36.0' }],
    ['Add containerd', { kind: 'describe', as: 'containerd' }],
    ['Remove the image flatcar too', { kind: 'removeImage', image: 'flatcar' }],
  ]
  test.each(REMEDIES)('%s', (label, remedy) => {
    expect(remedyLabel(remedy, 'UTC')).toBe(label)
  })

  test('the effect without one', () => {
    expect(REFUSED_AS_IF).toBe('as if the API server accepted these edits, but for values that cannot be read')
  })

  test('the effect is that with it', () => {
    const [keep, takeOut] = REMEDIES.map(([, remedy]) => remedy)
    if (keep === undefined || takeOut === undefined) throw new Error('two remedies')
    expect(asIfText([keep], 'UTC')).toBe(', as if “Keep 1.32.9” were accepted')
    expect(asIfText([keep, takeOut], 'UTC')).toBe(
      ', as if 2 remedies were accepted: “Keep 1.32.9”, “Take the edit out”',
    )
  })
})

test.each<[string, HeldRule]>([
  ['The latest version, 1.35.0, has no expiry date.', { code: 'latest-without-date', version: '1.35.0' }],
  ['At most one version per minor is supported.', { code: 'one-supported' }],
  ['No date lies in the past. Gardener would accept a date in the past too.', { code: 'no-date-past', isAsked: false }],
  ['No date lies in the past.', { code: 'no-date-past', isAsked: true }],
  ['No version that Gardener counts as in use is removed.', { code: 'none-in-use-removed' }],
  ['The edits leave no minor without a next one.', { code: 'next-minor' }],
])('holds: %s', (text, held) => {
  expect(heldRuleText(held)).toBe(text)
})
