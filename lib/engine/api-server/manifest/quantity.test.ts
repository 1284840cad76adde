import { describe, expect, it } from 'vitest'
import { canonicalQuantity, compareQuantities, parseQuantity, quantityFault } from './quantity'

describe('canonicalQuantity', () => {
  it.each([
    ['0.1', '100m'],
    ['100m', '100m'],
    ['1', '1'],
    ['1000m', '1'],
    ['1024Mi', '1Gi'],
    ['1500Mi', '1500Mi'],
    ['1.5Gi', '1536Mi'],
    ['0.5Ki', '512'],
    ['20000', '20k'],
    ['1e3', '1e3'],
    ['12e2', '1200'],
    ['0Mi', '0'],
    ['1048576', '1048576'],
    ['0.0000000001', '1n'],
    ['-0.5', '-500m'],
    ['5%', '5%'],
    // Taken to be in their spelling already.
    ['+5', '+5'],
    ['1.500', '1.500'],
    ['1Ki', '1Ki'],
    ['8Ki', '8Ki'],
    ['16Ei', '9223372036854775807'],
    [' 5 ', '5'],
  ])('spells %s as %s', (text, spelling) => {
    expect(canonicalQuantity(text)).toBe(spelling)
  })
})

describe('parseQuantity', () => {
  it.each(['', '-', 'Gi', '1.2.3', '1 Gi', '1GB', 'abc'])('refuses "%s"', (text) => {
    expect(parseQuantity(text)).toBeNull()
  })

  it('compares by value, whatever the unit', () => {
    const [gibi, mebi, giga] = ['1Gi', '1024Mi', '1G'].map((text) => parseQuantity(text))
    if (!gibi || !mebi || !giga) throw new Error('unreadable')
    expect(compareQuantities(gibi, mebi)).toBe(0)
    expect(compareQuantities(gibi, giga)).toBeGreaterThan(0)
  })
})

/** What the library itself answers, as Go 1.26 prints it. */
describe('what is wrong with a quantity', () => {
  const format = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
  it.each<[string, string | null]>([
    ['1500m', null],
    ['-1Gi', null],
    ['Gi', null],
    ['-', null],
    ['1e', "unable to parse quantity's suffix"],
    ['', format],
    ['two', format],
    ['20 GB', format],
    ['20K', "unable to parse quantity's suffix"],
  ])('%j', (text, fault) => expect(quantityFault(text)).toBe(fault))
})
