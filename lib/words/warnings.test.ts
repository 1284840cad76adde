import { expect, test } from 'vitest'
import type { FreezePeriod } from '@/lib/engine/outlook/difference'
import { warningText } from './draft'

test.each<[string, FreezePeriod, string]>([
  ['that has a name', { from: '12-20', to: '01-06', name: 'the turn of the year' }, 'the turn of the year'],
  ['of some days', { from: '2026-12-18', to: '2027-01-04' }, '18 Dec 2026 to 4 Jan 2027'],
  ['of one day', { from: '2026-12-21', to: '2026-12-21' }, '21 Dec 2026'],
])('a freeze %s is told', (_, freeze, said) => {
  const about = {
    image: null,
    version: '1.33.7',
    date: '2026-12-21',
    utcDay: null,
  }
  expect(warningText({ code: 'expires-in-freeze', freeze, ...about })).toBe(
    `Kubernetes 1.33.7 expires on 21 Dec 2026, in a freeze: ${said}.`,
  )
})
