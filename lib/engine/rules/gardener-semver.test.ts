import { createRequire } from 'node:module'
import fc from 'fast-check'
import SemVer from 'semver/classes/semver.js'
import parse from 'semver/functions/parse.js'
import satisfiesNpm from 'semver/functions/satisfies.js'
import validRange from 'semver/ranges/valid.js'
import { describe, expect, test } from 'vitest'
import { runs } from '@/lib/engine/testdata/runs'
import {
  compareVersions,
  constraintError,
  parseConstraint,
  parseVersion,
  satisfies,
  versionError,
} from './gardener-semver'
import { canonicalSpelling } from './version'

const coerced: [sentence: string, text: string, canonical: string | null][] = [
  ['three numbers', '1.33.5', '1.33.5'],
  ['two numbers', '1.24', '1.24.0'],
  ['one number', '27', '27.0.0'],
  ['leading zeros', '20.04.1', '20.4.1'],
  ['a leading v', 'v1.2.3', '1.2.3'],
  ['a pre-release', '1592.9.1-rc1', '1592.9.1-rc1'],
  ['a pre-release of a short version', '1.2-beta.11', '1.2.0-beta.11'],
  ['build metadata', '15.4.20220818+build1', '15.4.20220818+build1'],
  ['both', '1.2.3-a.b+c.d', '1.2.3-a.b+c.d'],
  ['numbers beyond what JavaScript holds exactly', '22.04.9007199254740993', '22.4.9007199254740993'],
  ['the largest number of 64 bits', '1.0.18446744073709551615', '1.0.18446744073709551615'],
  ['no larger one', '1.0.18446744073709551616', null],
  ['no fourth number', '1.2.3.4', null],
  ['no pre-release number with a leading zero', '1.2.3-01', null],
  ['no empty build identifier', '1.2.3+a..b', null],
  ['no upper-case V', 'V1.2.3', null],
  ['no white space', ' 1.2.3', null],
  ['no words', 'latest', null],
  ['no empty text', '', null],
]

describe('a version is read from', () => {
  test.each(coerced)('%s: %s', (_, text, expected) => {
    const version = parseVersion(text)
    expect(version === null ? null : canonicalSpelling(version)).toBe(expected)
    expect(versionError(text) === '').toBe(expected !== null)
  })
})

test.each([
  ['1.2.3+a..b', 'invalid semantic version'],
  ['latest', 'invalid semantic version'],
  ['1.2.3-01', 'version segment starts with 0'],
])('%s is refused as Gardener does: %s', (text, error) => {
  expect(versionError(text)).toBe(error)
})

test('a version of the greatest length is read, a longer one is none, and that is said', () => {
  const longest = `1.2.3-${'a'.repeat(250)}`
  expect(versionError(longest)).toBe('')
  expect(parseVersion(`${longest}a`)).toBeNull()
  expect(versionError(`${longest}a`)).toBe('version string is too long (max 256 bytes)')
})

const ascending = [
  '0.9',
  '1.2.3-1',
  '1.2.3-2',
  '1.2.3-10',
  '1.2.3-alpha',
  '1.2.3-alpha.1',
  '1.2.3-alpha.beta',
  '1.2.3-beta',
  '1.2.3',
  '1.2.10',
  '1.10',
  '2.0.9007199254740992',
  '2.0.9007199254740993',
  '10.0',
]

test('versions are ordered by their numbers, pre-releases before their release', () => {
  const versions = ascending.map(read)
  versions.forEach((a, i) => {
    versions.forEach((b, j) => {
      expect(Math.sign(compareVersions(a, b)), `${a.text} and ${b.text}`).toBe(Math.sign(i - j))
    })
  })
})

test('versions that were read by another copy of the library are ordered alike', () => {
  const require = createRequire(import.meta.url)
  for (const path of Object.keys(require.cache)) if (/[\\/]semver[\\/]/.test(path)) delete require.cache[path]
  const Another: typeof SemVer = require('semver/classes/semver')
  expect(new Another('1.2.3')).not.toBeInstanceOf(SemVer)
  const elsewhere = (text: string) => ({ ...read(text), npm: new Another(text) })
  expect(compareVersions(read('1.2.10'), elsewhere('1.2.9'))).toBe(1)
  expect(compareVersions(elsewhere('1.2.3-rc1'), read('1.2.3'))).toBe(-1)
  expect(compareVersions(elsewhere('1.2.3'), read('1.2.3+build'))).toBe(0)
})

test('build metadata takes no part', () => {
  expect(compareVersions(read('1.2.3+a'), read('1.2.3+b'))).toBe(0)
  expect(compareVersions(read('1.2'), read('1.2.0'))).toBe(0)
})

test('order is antisymmetric and transitive', () => {
  const part = fc.oneof(fc.nat(30), fc.constant(2 ** 53), fc.constant(2 ** 53 + 2))
  const suffix = fc.constantFrom('', '-1', '-a', '-a.1', '-a.b', '-10', '+x')
  const version = fc.tuple(part, part, part, suffix).map(([a, b, c, rest]) => read(`${a}.${b}.${c}${rest}`))
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      expect(Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a))).toBe(0)
      if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0) expect(compareVersions(a, c)).toBeLessThanOrEqual(0)
    }),
  )
})

describe('versions beside node-semver:', () => {
  const number = fc.oneof(fc.nat(3), fc.maxSafeNat())
  const identifier = fc.oneof(
    number.filter((value) => value < Number.MAX_SAFE_INTEGER).map(String),
    fc.stringMatching(/^[0-9]{0,2}[a-cA-C-]{1,2}[0-9]?$/),
  )
  const identifiers = (mark: string) =>
    fc.array(identifier, { maxLength: 3 }).map((list) => (list.length === 0 ? '' : `${mark}${list.join('.')}`))
  const strict = fc
    .tuple(number, number, number, identifiers('-'), identifiers('+'))
    .map(([major, minor, patch, prerelease, build]) => `${major}.${minor}.${patch}${prerelease}${build}`)

  test("versions without anything that is Gardener's own are read and ordered alike", () => {
    fc.assert(
      fc.property(strict, strict, (a, b) => {
        const [one, other] = [new SemVer(a), new SemVer(b)]
        expect(Math.sign(compareVersions(read(a), read(b)))).toBe(one.compare(other))
        expect(canonicalSpelling(read(a)).split('+')[0]).toBe(one.version)
      }),
      { numRuns: runs(1000) },
    )
  })

  test.each([
    ['missing numbers', '1.24'],
    ['leading zeros', '20.04.1'],
    ['numbers beyond 2^53', '1.0.9007199254740993'],
    ['letters that pass its bound once the missing numbers stand there', `1-${'a'.repeat(254)}`],
    ['long identifiers of a build', `1+${'a'.repeat(251)}`],
  ])('%s are read by Gardener only', (_, text) => {
    expect(parse(text)).toBeNull()
    expect(parseVersion(text)).not.toBeNull()
  })

  test('white space around a version is dropped by node-semver only', () => {
    expect(parse(' 1.2.3 ')?.version).toBe('1.2.3')
    expect(parseVersion(' 1.2.3 ')).toBeNull()
  })

  test.each([
    ['numbers beyond 2^53 are compared exactly', '1.0.0-9007199254740993', '1.0.0-9007199254740992', 0],
    ['numbers beyond 64 bits are compared as texts', '1.0.0-18446744073709551616', '1.0.0-1-', -1],
  ])('of a pre-release %s', (_, higher, lower, nodeSemver) => {
    expect(compareVersions(read(higher), read(lower))).toBe(1)
    expect(new SemVer(higher).compare(lower)).toBe(nodeSemver)
  })
})

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

describe('constraints beside the ranges of node-semver:', () => {
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

function read(text: string) {
  const version = parseVersion(text)
  if (version === null) throw new Error(`${text} is no version`)
  return version
}

function isMet(text: string, version: string): boolean {
  const [constraint, parsed] = [parseConstraint(text), parseVersion(version)]
  return constraint !== null && parsed !== null && satisfies(parsed, constraint)
}
