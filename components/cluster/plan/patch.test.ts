import { expect, test } from 'vitest'
import type { PlanAnswer } from '@/lib/contract/plan'
import { planEntry } from './patch'

const LINK = 'https://almanac.example/x'

test('a plan is an entry of a calendar, with its command and a link', () => {
  const text = entryOf('2026-11-28T21:00:00Z', 0).replaceAll('\r\n ', '')
  expect(text).toContain('DTSTART:20261128T210000Z')
  expect(text).toContain('DTEND:20261129T050000Z')
  expect(text).toContain('SUMMARY:Plan for payments / checkout-prod')
  expect(text).toContain('kubectl -n garden-payments patch shoot checkout-prod --type=json')
  // When the entry comes up the shoot has another version than today.
  expect(text).toContain('"path": "/spec/kubernetes/version"\\, "value": "1.32.13"')
  expect(text).toContain('URL:https://almanac.example/x')
})

test('one that is saved again for the same night stands for the first', () => {
  const field = (text: string, name: string) => new RegExp(`^${name}:(.*)\r$`, 'm').exec(text)?.[1]
  const [first, again, other] = [
    entryOf('2026-11-28T21:00:00Z', 1000),
    entryOf('2026-11-29T02:30:00Z', 9000),
    entryOf('2026-11-29T21:00:00Z', 9000),
  ]
  expect(field(first, 'UID')).toBe('plan-garden-payments-checkout-prod-2026-11-28@almanac')
  expect(field(again, 'UID')).toBe(field(first, 'UID'))
  expect(Number(field(again, 'SEQUENCE'))).toBeGreaterThan(Number(field(first, 'SEQUENCE')))
  expect(field(other, 'UID')).not.toBe(field(first, 'UID'))
})

function entryOf(sentAt: string, savedAt: number): string {
  const change = { op: 'replace', path: '/spec/kubernetes/version', value: '1.33.11' }
  const answer = {
    at: '2026-11-21T18:00:00Z',
    sentAt,
    shoot: {
      namespace: 'garden-payments',
      project: 'payments',
      name: 'checkout-prod',
      nextWindow: { offset: '+01:00' },
    },
    rollOut: null,
    parts: [{ until: '2026-11-29T05:00:00Z' }, { until: null }],
    patch: { operations: [change], later: [{ op: 'test', path: change.path, value: '1.32.13' }, change] },
  }
  return planEntry(answer as unknown as PlanAnswer, LINK, savedAt)
}
