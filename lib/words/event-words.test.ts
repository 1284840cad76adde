import { expect, test } from 'vitest'
import type { NextEvent } from '@/lib/contract/steps'
import { eventPhrase } from './event-words'

const REFUSED = { kind: 'fails', kinds: ['fails'], cause: 'no-version' } as const
const OTHER = { kind: 'other', kinds: ['other'], cause: null } as const

test.each<
  [string, Pick<NextEvent, 'kind' | 'cause' | 'what' | 'from' | 'operations'> & { kinds: readonly NextEvent['kind'][] }]
>([
  ['the update of Kubernetes 1.33.5 fails: no version to move to', { ...REFUSED, what: 'Kubernetes', from: '1.33.5' }],
  ['maintenance fails: no version to move to', { ...REFUSED, what: null, from: '' }],
  ['settings change', { ...OTHER, what: null, from: '' }],
  [
    'the rotation of the CAs starts and the rotation of the SSH key pair runs',
    { ...OTHER, what: null, from: '', operations: ['rotate-ca-start', 'rotate-ssh-keypair'] },
  ],
])('%s', (phrase, { kinds, ...event }) => {
  expect(eventPhrase({ ...event, kinds: [...kinds], to: null })).toBe(phrase)
})
