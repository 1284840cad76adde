import { expect, it } from 'vitest'
import { impossibleEditTexts, outcomeWords, type SentOutcome, sinceAppliedText } from './apply'

const nothing = 'Nothing was written.'
const said = { message: 'no', causes: [] }

it.each<[object, fact: string | null, text: string]>([
  [{ outcome: 'accepted' }, 'The garden would accept it.', nothing],
  [{ outcome: 'applied', resourceVersion: '8' }, 'Applied.', 'aws is now at resourceVersion 8.'],
  [{ outcome: 'unchanged' }, 'aws is like that already.', nothing],
  [{ outcome: 'conflict', base: '7', resourceVersion: '8' }, 'aws has changed.', `Based on 7, now 8. ${nothing}`],
  [
    { outcome: 'conflict', base: '7', resourceVersion: '7' },
    'Its file has changed, aws has not.',
    `It was read again. ${nothing}`,
  ],
  [{ outcome: 'impossible', problems: [] }, 'It cannot be made.', nothing],
  [{ outcome: 'gone' }, 'aws was deleted.', 'Nothing is left.'],
  [{ outcome: 'forbidden', ...said }, null, ''],
  [{ outcome: 'refused', ...said }, null, ''],
  [{ outcome: 'unavailable', message: 'no', uncertain: false }, 'The garden does not answer.', nothing],
  [
    { outcome: 'unavailable', message: 'no', uncertain: true },
    'The garden does not answer.',
    'It was sent and may have been applied: apply it again to see, it is a conflict then.',
  ],
])('of %j is told', (outcome, fact, text) => {
  const result = outcome as SentOutcome
  expect(outcomeWords({ name: 'aws', result, isOfFiles: false, gone: 'Nothing is left.' })).toEqual({ fact, text })
})

it('says of files that they cannot be written', () => {
  const result: SentOutcome = { outcome: 'unavailable', message: 'no', uncertain: false }
  expect(outcomeWords({ name: 'aws', result, isOfFiles: true, gone: '' }).fact).toBe('It cannot be written.')
})

it('names each edit that cannot be made, without a name by its number', () => {
  const problem = { code: 'unknown-version', text: '1.99.0 is not listed in this profile.' } as const
  expect(impossibleEditTexts([problem, null, problem], ['Remove 1.99.0'])).toEqual([
    'Remove 1.99.0: 1.99.0 is not listed in this profile.',
    'Edit 3: 1.99.0 is not listed in this profile.',
  ])
})

it('says whether a profile is still as a draft made it', () => {
  expect(sinceAppliedText('aws', '8', '8')).toBe('aws is as the draft made it, at resourceVersion 8.')
  expect(sinceAppliedText('aws', '8', '9')).toBe('aws has changed again since then.')
})
