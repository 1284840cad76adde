import { expect, it } from 'vitest'
import { lineRefusal } from './refusal-reasons'

const CONSTRAINT =
  'A constraint on kubelet versions, and the least version for updates in place, must be readable as such.'

it.each([
  [
    'the words of a validation alone, as they name field, value and rule',
    {
      stage: 'validation',
      text: 'supported values: "amd64"',
      message: 'Unsupported value: "arm46": supported values: "amd64"',
    },
    { said: 'Unsupported value: "arm46": supported values: "amd64"', reason: null },
  ],
  [
    'our reason where a validation gives none',
    { stage: 'validation', text: '', message: 'Required value' },
    { said: 'Required value', reason: CONSTRAINT },
  ],
  [
    'our reason beside the bare text that a plug-in breaks off with, an answer of 500',
    { stage: 'admission', text: 'improper constraint: 1.32 and up', message: 'x: improper constraint: 1.32 and up' },
    { said: 'improper constraint: 1.32 and up', reason: CONSTRAINT },
  ],
] as const)('below a line stand %s', (_, refusal, expected) => {
  expect(lineRefusal({ rule: 'kubelet-constraint-unreadable', ...refusal })).toEqual(expected)
})
