import { expect, it } from 'vitest'
import { instant, shoot } from '@/lib/engine/testdata/builders'
import { factsOf } from './facts'

const at = instant('2026-11-16T21:21:00Z')
const updated = shoot('1.33.11')
const errors = [{ description: 'the request was denied', codes: ['ERR_CONFIGURATION_PROBLEM'] }]

it.each([
  ['codes and words of the error', errors, 'ERR_CONFIGURATION_PROBLEM: the request was denied'],
  ['words without a code', [{ description: 'timed out', codes: [] }], 'timed out'],
  ['none where none are recorded', [], null],
])('a reconciliation that failed is told with %s', (_, lastErrors, words) => {
  const record = {
    shoots: [
      { seen: at - 60_000, value: updated },
      { seen: at, value: { ...updated, lastErrors } },
    ],
    profilesOf: () => [],
    entriesOf: () => [],
  }
  const facts = factsOf({ reason: 'gardener-failed', at }, { said: null, ran: null }, record)
  expect(facts).toEqual([{ fact: { kind: 'failed', words } }])
})
