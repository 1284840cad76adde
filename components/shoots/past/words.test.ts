import { describe, expect, test } from 'vitest'
import type { KnownFact, PastUpdateBody } from '@/lib/contract'
import { failureAt, stepOf, updateOf } from './updates.test.support'
import { factText, gapText, nodesDone, partsText, pastHeadline, pastTicket } from './words'

const ZONE = '+01:00'
const web = { component: 'poolImage', pool: 'web', image: 'gardenlinux', from: '1877.3.0', to: '1877.5.0' } as const
const expiredAt = (at: string, version = '1.32.9'): KnownFact => ({
  at,
  image: null,
  version,
  fact: { kind: 'expired' },
})

describe('the headline', () => {
  test.each<[string, PastUpdateBody, string, string]>([
    [
      'the first window after an expiry',
      updateOf({ known: [expiredAt('2026-11-19T12:00:00Z')] }),
      'Because Kubernetes 1.32.9 had expired,',
      ' on Thu 19 Nov 2026, 13:00 +01:00. The first window after that forced control plane to Kubernetes 1.32.13.',
    ],
    [
      'a later window',
      updateOf({ known: [expiredAt('2026-11-10T12:00:00Z')] }),
      'Because Kubernetes 1.32.9 had expired,',
      ' on Tue 10 Nov 2026, 13:00 +01:00. Its maintenance forced control plane to Kubernetes 1.32.13.',
    ],
    [
      'the expiry was before anything was recorded',
      updateOf(),
      'Because Kubernetes 1.32.9 had expired,',
      ' its maintenance forced control plane to Kubernetes 1.32.13.',
    ],
    [
      'nodes that were rolled',
      updateOf({
        cause: 'auto',
        moves: [web],
        step: stepOf({ effects: [{ pool: 'web', effect: 'rolling', nodes: { min: 3, max: 12 }, because: [] }] }),
      }),
      'Because auto-update was on,',
      ' its maintenance moved pool web to gardenlinux 1877.5.0 and rolled up to 12 nodes.',
    ],
    [
      'by hand',
      updateOf({ cause: 'by-hand', step: null }),
      'It was set by hand,',
      ' no maintenance did it. It went to Kubernetes 1.32.13.',
    ],
    [
      'nobody looked',
      updateOf({ cause: 'not-recorded', step: null, after: '2026-11-18T10:00:00Z', at: '2026-11-19T10:00:00Z' }),
      'By hand, or not recorded:',
      ' nothing is recorded from Wed 18 Nov 2026, 11:00 +01:00 to Thu 19 Nov 2026, 11:00 +01:00. It went to Kubernetes 1.32.13.',
    ],
    [
      'a failure',
      failureAt('2026-11-20T02:04:00Z'),
      'It could not leave gardenlinux 1877.3.0:',
      ' the maintenance of pool std failed.',
    ],
    [
      'a refusal',
      updateOf({ cause: 'fails', step: stepOf({ kind: 'fails', state: 'Failed', denied: true }) }),
      'It could not leave Kubernetes 1.32.9:',
      ' the API server refused the change.',
    ],
    ['no version is told', updateOf({ cause: 'other', moves: [] }), 'A maintenance ran,', ' and changed no version.'],
  ])('of %s', (_, update, cause, rest) => {
    expect(pastHeadline(update, ZONE)).toEqual({ cause, rest })
  })

  test('a version that is not in the profile any more did not expire', () => {
    const step = stepOf({
      changes: [
        {
          component: 'controlPlane',
          pool: null,
          image: null,
          from: '1.32.9',
          to: '1.32.13',
          why: 'not-listed',
          reason: 'Version is not in the CloudProfile',
          error: null,
        },
      ],
    })
    expect(pastHeadline(updateOf({ step }), ZONE).cause).toBe(
      'Because Kubernetes 1.32.9 was not in the profile any more,',
    )
  })

  test('a failure says how often it had failed', () => {
    expect(pastHeadline(failureAt('2026-11-20T02:04:00Z'), ZONE, 8).rest).toBe(
      ' the maintenance of pool std failed, 8 times in a row by then.',
    )
  })
})

test.each<[KnownFact, string]>([
  [
    { at: '', image: null, version: '1.36.2', fact: { kind: 'listed', stage: 'preview', expires: null } },
    'Kubernetes 1.36.2 was added as preview.',
  ],
  [
    { at: '', image: 'gardenlinux', version: '1.0.0', fact: { kind: 'removed' } },
    'gardenlinux 1.0.0 was removed from the profile.',
  ],
  [
    {
      at: '',
      image: null,
      version: '1.32.9',
      fact: { kind: 'stage', stage: 'deprecated', expires: '2026-12-01T12:00:00Z' },
    },
    'Kubernetes 1.32.9 became deprecated, to expire on 1 Dec 2026.',
  ],
  [
    {
      at: '',
      image: null,
      version: '1.32.9',
      fact: { kind: 'expiry', from: '2026-11-07T12:00:00Z', to: '2026-11-21T12:00:00Z' },
    },
    'The expiry of Kubernetes 1.32.9 was moved to 21 Nov 2026, 14 days later.',
  ],
  [
    {
      at: '',
      image: null,
      version: '1.32.9',
      fact: { kind: 'expiry', from: '2026-11-21T12:00:00Z', to: '2026-11-20T12:00:00Z' },
    },
    'The expiry of Kubernetes 1.32.9 was moved to 20 Nov 2026, 1 day earlier.',
  ],
  [
    { at: '', image: null, version: '1.32.9', fact: { kind: 'expiry', from: '2026-11-21T12:00:00Z', to: null } },
    'The expiry of Kubernetes 1.32.9 was taken away.',
  ],
  [{ at: '', fact: { kind: 'auto-update', of: 'machineImage', on: false } }, 'Image auto-update was turned off.'],
  [
    { at: '', fact: { kind: 'window', from: null, to: '02:00–03:00 +01:00' } },
    'The window was moved from any time to 02:00–03:00 +01:00.',
  ],
])('%j', (fact, text) => {
  expect(factText(fact, ZONE)).toBe(text)
})

test('parts are the control plane and pools, each once', () => {
  const pool = (name: string) => ({ ...web, pool: name })
  expect(partsText(updateOf())).toBe('control plane')
  expect(partsText(updateOf({ moves: [...updateOf().moves, pool('web'), pool('db'), pool('web')] }))).toBe(
    'control plane and pools web and db',
  )
  expect(partsText({ moves: [] })).toBe('no version')
})

test('what is not told about nodes is not taken for none', () => {
  expect(nodesDone(updateOf({ step: null }))).toBe('not told')
  expect(nodesDone(updateOf())).toBe('none')
})

test('a gap that has not ended lasts until now', () => {
  expect(gapText({ from: '2026-11-18T10:00:00Z', until: null }, ZONE)).toBe(
    'Not recorded from Wed 18 Nov 2026, 11:00 +01:00 to now.',
  )
})

test('a ticket has the cause, what changed, the words of Gardener and the link', () => {
  const update = updateOf({ known: [expiredAt('2026-11-19T12:00:00Z')] })
  expect(pastTicket('payments / api', update, ZONE, 'https://almanac/x')).toBe(
    [
      'payments / api, Fri 20 Nov 2026, 03:04 +01:00: forced',
      'Because Kubernetes 1.32.9 had expired, on Thu 19 Nov 2026, 13:00 +01:00. The first window after that forced control plane to Kubernetes 1.32.13.',
      '- Control plane, Kubernetes 1.32.9 → 1.32.13',
      'Gardener says: All maintenance operations successful.',
      'It could be known since:',
      '- Thu 19 Nov 2026, 13:00 +01:00: Kubernetes 1.32.9 expired.',
      'https://almanac/x',
      '',
    ].join('\n'),
  )
})
