import fc from 'fast-check'
import SemVer from 'semver/classes/semver'
import parse from 'semver/functions/parse'
import { describe, expect, test } from 'vitest'
import { runs } from '@/lib/engine/testdata/runs'
import {
  atLeastMinor,
  canonical,
  compareVersions,
  minorOf,
  parseVersion,
  plus,
  sameMinor,
  versionError,
} from './version'

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
    expect(version === null ? null : canonical(version)).toBe(expected)
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

test('build metadata takes no part', () => {
  expect(compareVersions(read('1.2.3+a'), read('1.2.3+b'))).toBe(0)
  expect(compareVersions(read('1.2'), read('1.2.0'))).toBe(0)
})

test('minors are compared as numbers', () => {
  expect(minorOf(read('1.33.5'))).toBe('1.33')
  expect(sameMinor(read('1.33.5'), read('v1.33'))).toBe(true)
  expect(sameMinor(read('1.33.5'), read('1.3.35'))).toBe(false)
  expect(atLeastMinor(read('1.34.0-alpha'), 1, 34)).toBe(true)
  expect(atLeastMinor(read('1.33.99'), 1, 34)).toBe(false)
  expect(atLeastMinor(read('2.0.0'), 1, 34)).toBe(true)
})

test('counting on beyond safe numbers loses nothing', () => {
  expect(plus(Number.MAX_SAFE_INTEGER, 2)).toBe(9007199254740993n)
  expect(plus(41, 1)).toBe(42)
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

describe('against node-semver:', () => {
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
        expect(canonical(read(a)).split('+')[0]).toBe(one.version)
      }),
      { numRuns: runs(1000) },
    )
  })

  test.each([
    ['missing numbers', '1.24'],
    ['leading zeros', '20.04.1'],
    ['numbers beyond 2^53', '1.0.9007199254740993'],
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

function read(text: string) {
  const version = parseVersion(text)
  if (version === null) throw new Error(`${text} is no version`)
  return version
}
