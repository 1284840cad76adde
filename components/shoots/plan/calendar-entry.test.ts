import { expect, test } from 'vitest'
import type { PlanAnswer } from '@/lib/contract'
import { planEntry } from './calendar-entry'

test('a plan is an entry of a calendar, with its command and a link', () => {
  const answer = {
    at: '2026-11-21T18:00:00Z',
    sentAt: '2026-11-28T21:00:00Z',
    shoot: { namespace: 'garden-payments', project: 'payments', name: 'checkout-prod' },
    rollOut: null,
    parts: [{ until: '2026-11-29T05:00:00Z' }, { until: null }],
    patch: { operations: [{ op: 'replace', path: '/spec/kubernetes/version', value: '1.33.11' }] },
  } as unknown as PlanAnswer
  const text = planEntry(answer, 'https://almanac.example/x').replaceAll('\r\n ', '')
  expect(text).toContain('DTSTART:20261128T210000Z')
  expect(text).toContain('DTEND:20261129T050000Z')
  expect(text).toContain('SUMMARY:Plan for payments / checkout-prod')
  expect(text).toContain('kubectl -n garden-payments patch shoot checkout-prod --type=json')
  expect(text).toContain('URL:https://almanac.example/x')
})
