import { describe, expect, test } from 'vitest'
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
    const constraint = parseConstraint(text)
    const isMetBy = (version: string) => {
      const parsed = parseVersion(version)
      return constraint !== null && parsed !== null && satisfies(parsed, constraint)
    }
    expect(met.filter((version) => !isMetBy(version))).toEqual([])
    expect(notMet.filter(isMetBy)).toEqual([])
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
