import { expect, it } from 'vitest'
import { inactiveText, type NewClusterSpan } from './new-cluster'

const refused: NewClusterSpan = {
  from: '2026-11-26T08:00:00Z',
  to: null,
  got: null,
  refusal: 0,
  defaulted: null,
  inactive: null,
}
const span = (stage: 'expired' | 'unavailable', from: string | null, to: string | null): NewClusterSpan => ({
  ...refused,
  inactive: { stage, from, to },
})

it.each<[NewClusterSpan | undefined, string]>([
  [undefined, ''],
  [refused, ''],
  [span('expired', '2026-11-01T23:59:59Z', null), 'expired since 1 Nov 2026'],
  [span('expired', null, null), 'expired'],
  [span('unavailable', null, '2027-02-01T00:00:00Z'), 'not available until 1 Feb 2027'],
  [span('unavailable', null, null), 'not available'],
])('%# what is listed and refused all the same: %s %s', (one, expected) => {
  expect(inactiveText(one, 'UTC')).toBe(expected)
})
