import { expect, it } from 'vitest'
import { gardenerReleaseText, releasesText } from './releases'

const RULES = 'These are the rules of Gardener 1.150.'

it.each([
  [
    undefined,
    `${RULES} Which Gardener works on this cluster is not known: where a later one has other rules, those of 1.150 are taken.`,
  ],
  ['v1.149.0', `${RULES} v1.149.0 works on this cluster.`],
  ['v1.150.3', `${RULES} v1.150.3 works on this cluster.`],
  [
    'v1.151.0',
    `${RULES} v1.151.0 works on this cluster, which is newer than what is known here: of what has changed since, only that a due rotation of the etcd encryption key is passed over while one is in progress.`,
  ],
  ['main', `${RULES} main works on this cluster, a version that cannot be read.`],
])('of a cluster with %s', (gardener, expected) => {
  expect(gardenerReleaseText(gardener)).toBe(expected)
})

it.each([
  [[], 'Rules of Gardener 1.150; which one runs here is not known'],
  [['v1.150.0'], 'Rules of Gardener 1.150; here v1.150.0'],
  [['v1.148.1', 'v1.149.0', 'v1.150.0'], 'Rules of Gardener 1.150; here v1.148.1 to v1.150.0'],
  [['v1.150.0', 'v1.152.0'], 'Rules of Gardener 1.150; here v1.150.0 to v1.152.0, newer than what is known'],
])('of a landscape with %j', (gardeners, expected) => {
  expect(releasesText(gardeners)).toBe(expected)
})
