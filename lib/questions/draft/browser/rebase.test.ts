import { expect, test } from 'vitest'
import type { EditBody } from '@/lib/contract/edits'
import { goneText } from '@/lib/words/edits'
import { isOvertaken, rebased } from './rebase'
import { LISTS, sourceOf, withKubernetes } from './testdata'

const deprecate: EditBody = { kind: 'classify', image: null, version: '1.32.9', classification: 'deprecated' }

test.each<[string, string | null, string | null, boolean]>([
  ['of the profile as it is', '100', '100', false],
  ['of an earlier state', '100', '101', true],
  ['that names no state', null, '101', false],
  ['in a garden without versions of objects', '100', null, false],
])('a draft %s is overtaken or not', (_, base, resourceVersion, is) => {
  expect(isOvertaken(base, sourceOf(LISTS, { resourceVersion }))).toBe(is)
})

test('edits are made again on the profile as it is now: those that no longer fit go, with the reason', () => {
  const now = sourceOf(
    withKubernetes((all) => [
      ...all.slice(0, 3),
      { version: '1.32.9', classification: 'deprecated', expirationDate: '2027-03-15T23:59:59Z' },
    ]),
    { resourceVersion: '101' },
  )
  const expire: EditBody = { kind: 'expire', image: null, version: '1.32.9', expirationDate: '2027-01-31T23:59:59Z' }
  const gone: EditBody = { kind: 'expire', image: null, version: '1.33.7', expirationDate: null }
  const promote: EditBody = { kind: 'classify', image: null, version: '1.34.4', classification: 'supported' }
  const next = rebased([deprecate, expire, gone, promote], now)
  expect(next.edits).toEqual([expire, promote])
  expect(next.gone.map(({ position, problem }) => [position, goneText(problem)])).toEqual([
    [0, 'The profile is like that already.'],
    [2, 'Kubernetes 1.33.7 is not listed in this profile.'],
  ])
})
