import { expect, it } from 'vitest'
import { releasesText } from './releases'

it.each([
  [[], 'Rules of Gardener 1.150; which one runs here is not known'],
  [['v1.150.0'], 'Rules of Gardener 1.150; here v1.150.0'],
  [['v1.148.1', 'v1.149.0', 'v1.150.0'], 'Rules of Gardener 1.150; here v1.148.1 to v1.150.0'],
  [['v1.150.0', 'v1.152.0'], 'Rules of Gardener 1.150; here v1.150.0 to v1.152.0, newer than what is known'],
  [['main'], 'Rules of Gardener 1.150; here main'],
])('of Gardener %j', (gardeners, expected) => {
  expect(releasesText(gardeners)).toBe(expected)
})
