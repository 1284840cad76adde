import { expect, test } from 'vitest'
import { parseVersion } from './gardener-semver'
import { atLeastMinor, minorOf, plus, sameMinor } from './version'

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

function read(text: string) {
  const version = parseVersion(text)
  if (version === null) throw new Error(`${text} is no version`)
  return version
}
