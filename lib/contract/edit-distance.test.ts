import { describe, expect, it } from 'vitest'
import { editDistance, near } from './edit-distance'

describe('names that are near', () => {
  it.each<[string, string, string[], string[]]>([
    ['a slip of the hand', 'chekout', ['checkout', 'payout', 'billing'], ['checkout']],
    ['two letters swapped', 'asw', ['aws', 'gcp'], ['aws']],
    ['a part of the name', 'prod', ['checkout-prod', 'dev'], ['checkout-prod']],
    ['the nearest first', 'prod-e', ['prod-us', 'prod-eu'], ['prod-eu', 'prod-us']],
    ['case does not matter', 'AWS', ['aws'], ['aws']],
    ['nothing is like it', 'zebra', ['aws', 'checkout'], []],
  ])('%s', (_, wanted, names, expected) => {
    expect(near(wanted, names)).toEqual(expected)
  })

  it('counts insertions, removals, replacements and swaps of neighbours', () => {
    expect(editDistance('checkuot', 'checkout')).toBe(1)
    expect(editDistance('ca', 'abc')).toBe(3)
    expect(editDistance('kitten', 'sitting')).toBe(3)
    expect(editDistance('', 'abc')).toBe(3)
    expect(editDistance('abcdef', 'uvwxyz', 2)).toBe(Number.POSITIVE_INFINITY)
  })
})
