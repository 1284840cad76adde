import fc from 'fast-check'
import satisfiesNpm from 'semver/functions/satisfies'
import validRange from 'semver/ranges/valid'
import { describe, expect, test } from 'vitest'
import { runs } from '@/lib/engine/testdata/runs'
import { constraintError, parseConstraint, satisfies } from './constraint'
import { parseVersion } from './version'

const meaning: [constraint: string, met: string[], notMet: string[]][] = [
  ['>= 1.31 < 1.35', ['1.31.0', '1.34.9'], ['1.30.9', '1.35.0']],
  ['>=1.31, <1.35', ['1.31.0'], ['1.35.0']],
  ['<= 1.32.12', ['1.32.12', '1.31.99'], ['1.32.13']],
  ['<= 1.32', ['1.32.99'], ['1.33.0']],
  ['> 1.33', ['1.34.0', '2.0.0'], ['1.33.9']],
  ['> 1', ['2.0.0'], ['1.99.0']],
  ['< 1.34', ['1.33.9'], ['1.34.0']],
  ['~1.33', ['1.33.0', '1.33.9'], ['1.34.0', '1.32.9']],
  ['~1.33.5', ['1.33.5', '1.33.9'], ['1.33.4', '1.34.0']],
  ['~> 1', ['1.99.0'], ['2.0.0']],
  ['^1.35', ['1.35.0', '1.99.0'], ['1.34.9', '2.0.0']],
  ['^0.2.3', ['0.2.9'], ['0.3.0', '0.2.2']],
  ['^0.0.3', ['0.0.3'], ['0.0.4']],
  ['1.31.x || 1.32.x || 1.33.x', ['1.31.7', '1.33.0'], ['1.34.0', '1.30.9']],
  ['1.33', ['1.33.9'], ['1.34.0']],
  ['=1.33.5', ['1.33.5'], ['1.33.6']],
  ['!=1.33', ['1.32.0', '1.34.0'], ['1.33.7']],
  ['1.30 - 1.32', ['1.30.0', '1.32.99'], ['1.29.9', '1.33.0']],
  ['*', ['0.0.1', '1.33.5'], []],
  ['>= 1.33', ['1.33.0'], ['1.33.0-rc1', '1.34.0-alpha']],
  ['>= 1.33-0', ['1.33.0-rc1', '1.34.0-alpha', '1.33.0'], ['1.32.9']],
  ['=> 1.33', ['1.33.0'], ['1.32.0']],
  // What follows an open part does not count, whatever it says.
  ['1.x.2|3', ['1.0.0', '1.99.0'], ['2.0.0']],
  ['1.31 || 1.33 - 1.34', ['1.31.5', '1.33.0', '1.34.9'], ['1.32.0', '1.35.0']],
  // Without spaces the range swallows the alternative: at least 1.31, or 1.33 that is at most 1.34.
  ['1.31||1.33 - 1.34', ['1.31.5', '1.32.0', '1.35.0'], ['1.30.9']],
]

describe('a constraint is met as Gardener reads it:', () => {
  test.each(meaning)('%s', (text, met, notMet) => {
    expect(met.filter((version) => !isMet(text, version))).toEqual([])
    expect(notMet.filter((version) => isMet(text, version))).toEqual([])
  })
})

describe('against the ranges of node-semver:', () => {
  test('what both dialects spell means the same for releases', () => {
    const number = fc.integer({ min: 1, max: 3 })
    const bound = fc.oneof(
      fc.tuple(number, number, number).map((numbers) => numbers.join('.')),
      fc
        .tuple(number, number, fc.constantFrom('', '.x', '.*'))
        .map(([major, minor, open]) => `${major}.${minor}${open}`),
      fc.tuple(number, fc.constantFrom('', '.x', '.X.X')).map(([major, open]) => `${major}${open}`),
      fc.tuple(number, number).map(([minor, patch]) => `0.${minor}.${patch}`),
      number.map((patch) => `0.0.${patch}`),
    )
    const operator = fc.constantFrom('', '=', '>', '<', '>=', '<=', '~', '~>', '^')
    const comparison = fc.tuple(operator, fc.constantFrom('', ' '), bound).map((parts) => parts.join(''))
    const range = fc.tuple(bound, bound).map((bounds) => bounds.join(' - '))
    const comparisons = fc.array(comparison, { minLength: 1, maxLength: 3 }).map((list) => list.join(' '))
    const constraint = fc
      .array(fc.oneof(range, comparisons), { minLength: 1, maxLength: 3 })
      .map((alternatives) => alternatives.join(' || '))
    const release = fc.tuple(fc.nat(4), fc.nat(4), fc.nat(4)).map((numbers) => numbers.join('.'))
    fc.assert(
      fc.property(constraint, release, (text, version) => {
        expect(isMet(text, version), `${text} and ${version}`).toBe(satisfiesNpm(version, text))
      }),
      { numRuns: runs(1000) },
    )
  })

  test.each([
    ['unequal versions', '!= 1.33', '1.32.0'],
    ['commas', '>= 1.31, < 1.35', '1.33.0'],
    ['operators the other way round', '=> 1.31', '1.33.0'],
    ['leading zeros', '20.04.x', '20.4.1'],
    ['pre-releases of two numbers', '>= 1.33-0', '1.34.0'],
  ])('%s are read by Gardener only: %s', (_, text, version) => {
    expect(validRange(text)).toBeNull()
    expect(isMet(text, version)).toBe(true)
  })

  test.each([
    ['pre-releases of other versions, where one is named', '>= 1.33.0-0', '1.34.0-alpha', true],
    ['everything from 0.0.0 on', '~0.0.0', '5.0.0', true],
    ['0.0.0 alone', '^*', '1.0.0', false],
    ['everything above 0.0.0', '> *', '1.0.0', true],
    ['0.0 at most', '<= *', '1.0.0', false],
    ['a range that swallows an alternative', '1.31||1.33 - 1.34', '1.32.0', true],
    ['nothing at all', '', '1.0.0', false],
  ])('%s is meant by Gardener only: "%s"', (_, text, version, gardener) => {
    expect(isMet(text, version)).toBe(gardener)
    expect(satisfiesNpm(version, text)).toBe(!gardener)
  })
})

test.each([
  '',
  ' ',
  '>=',
  '1.x3',
  '>=1.31<1.35',
  '>= 1.31 and < 1.35',
  '1.33 ||',
  '1.2.3.4',
  '>= 1.33,',
  '>> 1',
  '< 1.31||1.33 - 1.34',
])('no constraint: "%s"', (text) => {
  expect(parseConstraint(text)).toBeNull()
})

test.each([
  ['longer than Gardener reads', `>= 1.31${' '.repeat(506)}`, 'constraint string is too long (max 512 bytes)'],
  ['of more alternatives', '1 || '.repeat(32).concat('1'), 'too many constraint groups (max 32)'],
])('a constraint %s is none, and that is said', (_, text, error) => {
  expect(parseConstraint(text)).toBeNull()
  expect(constraintError(text)).toBe(error)
})

test('a constraint of the greatest length and of the most alternatives is read', () => {
  expect(constraintError(`>= 1.31${' '.repeat(505)}`)).toBe('')
  expect(constraintError('1 || '.repeat(31).concat('1'))).toBe('')
})

function isMet(text: string, version: string): boolean {
  const [constraint, parsed] = [parseConstraint(text), parseVersion(version)]
  return constraint !== null && parsed !== null && satisfies(parsed, constraint)
}
