import { expect, test } from 'vitest'
import { longTexts, textPieces } from './quotes'

const DETAIL =
  'spec.provider.workers[1].machine.image: Invalid value: {"Name":"gardenlinux","Version":"1312.7.0"}: it does not support kubelet 1.32.13'
const REFUSAL = `Updates to the Shoot failed to be applied: shoots.core.gardener.cloud "legacy" is forbidden: ${DETAIL}`
const ERROR =
  'failed to update machine image "suse-chost": failed to determine the target version: no version is left that is not expired and not in preview'

test.each([
  ['the quote itself', REFUSAL, [{ quote: 0 }]],
  ['a part of it', DETAIL, [{ quote: 0 }]],
  [
    'its last part after words of our own',
    `The API server would refuse it: ${DETAIL}`,
    [{ text: 'The API server would refuse it: ' }, { quote: 0 }],
  ],
  [
    'it in several places',
    `Worker pool "app": ${ERROR}, Worker pool "db": ${ERROR}`,
    [{ text: 'Worker pool "app": ' }, { quote: 1 }, { text: ', Worker pool "db": ' }, { quote: 1 }],
  ],
  ['two quotes', `${REFUSAL}; ${ERROR}.`, [{ quote: 0 }, { text: '; ' }, { quote: 1 }, { text: '.' }]],
  [
    'what is short, though a quote holds it',
    'it does not support kubelet 1.32.13',
    [{ text: 'it does not support kubelet 1.32.13' }],
  ],
  [
    'another long text',
    ERROR.replace('suse-chost', 'ubuntu').toUpperCase(),
    [{ text: ERROR.replace('suse-chost', 'ubuntu').toUpperCase() }],
  ],
])('%s', (_, text, pieces) => {
  expect(textPieces(text, [REFUSAL, ERROR])).toEqual(pieces)
})

test('only what is long is quoted, and each once', () => {
  expect(longTexts([ERROR, 'Maintenance failed', null, undefined, REFUSAL, ERROR])).toEqual([ERROR, REFUSAL])
})
