import { expect, it } from 'vitest'
import { inactiveText, type NewClusterSpan, newClusterNextText } from './new-cluster'

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

const given = (from: string, version: string): NewClusterSpan => ({
  ...refused,
  from,
  got: { image: null, version, stage: 'supported', passedOver: null },
  refusal: null,
})
const today = given('2026-11-26T08:00:00Z', '1.34.3')

it.each<[string, NewClusterSpan[], string]>([
  ['2026-11-26', [today], 'With the dates known now, that stays so until 1 Mar 2027.'],
  ['2027-02-28', [today], 'With the dates known now, that stays so until 1 Mar 2027.'],
  ['2026-11-27', [today, given('2027-01-01T00:00:00Z', '1.34.4')], 'From 1 Jan 2027 on it is Kubernetes 1.34.4.'],
  ['2026-11-27', [today, { ...refused, from: '2027-01-01T00:00:00Z' }], 'From 1 Jan 2027 on Kubernetes is refused.'],
])('what comes after %s, as far as the answer reaches', (day, spans, text) => {
  const answer = {
    kubernetes: [{ asked: null, form: 'omitted' as const, spans }],
    images: [],
    until: '2027-03-01T00:00:00Z',
  }
  expect(newClusterNextText(answer, Date.parse(day), 'UTC')).toBe(text)
})
