import { expect, test } from 'vitest'
import type { Change, ForecastStep } from '@/lib/engine/types'
import { failingSince, sameFailure } from './failing-since'

const failure = (from: string): Change => ({
  kind: 'failure',
  component: 'poolImage',
  pool: 'a',
  image: 'i',
  from,
  why: 'expired',
  reason: '',
  error: '',
  misfit: null,
})
const update: Change = { ...failure('1.0.0'), kind: 'update', component: 'controlPlane', pool: null, to: '2.0.0' }

/** Only what the functions read. */
const step = (at: number, ...changes: Change[]) => ({ at, changes }) as unknown as ForecastStep
const since = (steps: ForecastStep[], change = failure('1.0.0')) => failingSince(steps, sameFailure(change))?.at

test.each([
  ['one failing step', [step(1, failure('1.0.0'))], 1],
  [
    'an update on a night between does not end it',
    [step(1, failure('1.0.0')), step(2, update, failure('1.0.0')), step(3, failure('1.0.0'))],
    1,
  ],
  [
    'solved in between: the later one counts',
    [step(1, failure('1.0.0')), step(2, update), step(3, failure('1.0.0'))],
    3,
  ],
  ['it failed from another version before', [step(1, failure('0.9.0')), step(2, failure('1.0.0'))], 2],
  ['solved in the end', [step(1, failure('1.0.0')), step(2, update)], undefined],
  ['nothing ahead', [], undefined],
])('%s', (_, steps, expected) => {
  expect(since(steps)).toBe(expected)
})
