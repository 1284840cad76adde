import { describe, expect, test } from 'vitest'
import { inUseText, refusalWords } from './refusal-words'

const HEAD = 'cloudprofiles.core.gardener.cloud "aws" is forbidden: 3 errors occurred:'
const LINES = [
  `unable to delete Kubernetes version "1.32.13" from CloudProfile "aws" - version is still in use by shoot 'garden-pay/checkout'`,
  `unable to delete Kubernetes version "1.32.13" from CloudProfile "aws" - version is still in use by NamespacedCloudProfile 'garden-pay/own'`,
  `unable to delete Machine image version 'os/1.2.3' from CloudProfile "aws" - version is still in use by shoot 'garden-pay/ledger' by worker "a"`,
  `unable to delete Machine image version 'os/1.2.3' from CloudProfile "aws" - version is still in use by shoot 'garden-pay/ledger' by worker "b"`,
]
const IN_USE = [
  {
    name: '1.32.13',
    clusters: [{ namespace: 'garden-pay', name: 'checkout' }],
    profiles: [{ namespace: 'garden-pay', name: 'own' }],
  },
  { name: 'os 1.2.3', clusters: [{ namespace: 'garden-pay', name: 'ledger' }], profiles: [] },
]

describe('versions in use', () => {
  test('are told once per cluster, said as causes and in the message', () => {
    const causes = LINES.map((message) => ({ field: '', message }))
    const words = refusalWords({ outcome: 'forbidden', message: `${HEAD} ${LINES.join('; ')}`, causes })
    expect(words).toMatchObject({ isMissingRight: false, inUse: IN_USE, others: [] })
    expect(words.quote.split('still in use').length - 1, 'the words of the garden are there once').toBe(LINES.length)
  })

  test('are told as a live API server writes them', () => {
    const message = `${HEAD}\n\t* ${LINES.join('\n\t* ')}\n\n`
    expect(refusalWords({ outcome: 'forbidden', message, causes: [] })).toMatchObject({
      isMissingRight: false,
      inUse: IN_USE,
      others: [],
      isCut: false,
    })
    const cut = message.padEnd(16_000, ' ')
    expect(refusalWords({ outcome: 'forbidden', message: cut, causes: [] }).isCut).toBe(true)
  })

  test('do not hide what else is wrong', () => {
    const message = `${HEAD}\n\t* ${LINES[0]}\n\t* something else is wrong\n`
    expect(refusalWords({ outcome: 'forbidden', message, causes: [] }).others).toEqual(['something else is wrong'])
  })
})

test.each([
  ['cloudprofiles.core.gardener.cloud "aws" is forbidden: User "ann" cannot patch resource "cloudprofiles"', true],
  ['admission webhook "policy.example.org" denied the request', false],
])('%s: a missing right: %s', (message, isMissingRight) => {
  expect(refusalWords({ outcome: 'forbidden', message, causes: [] })).toMatchObject({
    isMissingRight,
    inUse: [],
    others: [message],
    quote: message,
  })
})

test('what is invalid is told field by field', () => {
  const causes = [{ field: 'spec.kubernetes.versions[0]', message: 'Forbidden: no' }]
  const message = 'CloudProfile.core.gardener.cloud "aws" is invalid: spec.kubernetes.versions[0]: Forbidden: no'
  expect(refusalWords({ outcome: 'refused', message, causes })).toMatchObject({
    others: ['spec.kubernetes.versions[0]: Forbidden: no'],
    quote: message,
  })
})

test('what is in use is told with how many use it', () => {
  const [both, clusters] = IN_USE.map((one) => inUseText(one, false))
  expect(both).toBe('Refused: 1.32.13 is in use by 1 cluster and 1 namespaced profile.')
  expect(clusters).toBe('Refused: os 1.2.3 is in use by 1 cluster.')
  expect(IN_USE.map((one) => inUseText(one, true))[1]).toBe('Refused: os 1.2.3 is in use by at least 1 cluster.')
})
