import { describe, expect, test } from 'vitest'
import { failureAt, updateOf } from '@/components/cluster/past/testdata/updates'
import { changeOf, stepOf } from '@/components/outlook/testdata/answers'
import type { KnownFact } from '@/lib/contract/clusters'
import type { PastUpdateBody } from '@/lib/questions/cluster/contract'
import {
  factText,
  gapText,
  nodesDone,
  partsText,
  pastHeadline,
  pastTicket,
  poolsDone,
  resultOf,
  untouchedText,
} from './past'

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
      'Because Kubernetes 1.32.9 expired on Thu 19 Nov 2026, 13:00 +01:00,',
      ' the first window after that forced the control plane to Kubernetes 1.32.13.',
    ],
    [
      'a later window',
      updateOf({ known: [expiredAt('2026-11-10T12:00:00Z')] }),
      'Because Kubernetes 1.32.9 expired on Tue 10 Nov 2026, 13:00 +01:00,',
      ' its maintenance forced the control plane to Kubernetes 1.32.13.',
    ],
    [
      'the expiry was before anything was recorded',
      updateOf(),
      'Because Kubernetes 1.32.9 had expired,',
      ' its maintenance forced the control plane to Kubernetes 1.32.13.',
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
    const step = stepOf({ changes: [changeOf({ to: '1.32.13', why: 'not-listed' })] })
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
  [
    {
      at: '',
      image: null,
      version: '1.32.9',
      fact: { kind: 'stood', stage: 'deprecated', expires: '2026-11-20T12:00:00Z' },
    },
    'By then Kubernetes 1.32.9 was deprecated, to expire on 20 Nov 2026.',
  ],
  [
    {
      at: '',
      image: null,
      version: '1.31.12',
      fact: { kind: 'stood', stage: 'expired', expires: '2026-09-18T12:00:00Z' },
    },
    'By then Kubernetes 1.31.12 had expired, on 18 Sep 2026.',
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

type Carried = NonNullable<PastUpdateBody['reconciliation']>
/** The update of 02:04, in the window until 03:00, all UTC. */
const carried = (end: Carried['end'], until: string, failed: Carried['failed'] = null) =>
  updateOf({ reconciliation: { from: '2026-11-20T02:04:00Z', until, end, failed } })
const roll = (pool: string, max: number, effect: 'rolling' | 'inPlace' | 'kubeletRestart' | 'none' = 'rolling') => ({
  pool,
  effect,
  nodes: { min: max, max },
  because: [],
})

test.each<[string, PastUpdateBody, string, string | null]>([
  ['nothing is told of what was set by hand', updateOf({ step: null }), 'not told', null],
  ['no pool', updateOf(), 'none', 'pools web-a, batch and ledger'],
  [
    'one of three',
    updateOf({
      moves: [{ ...web, pool: 'web-a' }],
      step: stepOf({ effects: [roll('web-a', 12), roll('ledger', 0, 'none')] }),
    }),
    '12 nodes rolled, pool web-a',
    'control plane and pools batch and ledger',
  ],
  [
    'one of three, in a reconciliation of which the end is not known',
    {
      ...carried('goes-on', '2026-11-20T02:18:00Z'),
      step: stepOf({ controlPlane: 'restart', effects: [roll('web-a', 12), roll('ledger', 4, 'inPlace')] }),
    },
    '12 nodes to roll, pool web-a; 4 nodes to update in place, pool ledger',
    'pool batch',
  ],
  [
    'each otherwise',
    updateOf({
      step: stepOf({
        controlPlane: 'restart',
        effects: [roll('web-a', 12), roll('ledger', 4, 'inPlace'), roll('batch', 8, 'kubeletRestart')],
      }),
    }),
    '12 nodes rolled, pool web-a; 4 nodes updated in place, pool ledger; kubelet restart, pool batch',
    null,
  ],
])('what it did to the nodes of %s', (_, update, nodes, untouched) => {
  expect(poolsDone(update)).toBe(nodes)
  expect(untouchedText(update)).toBe(untouched)
})

test('nodes that a person selects are not told as updated before that', () => {
  const manual = { ...roll('db', 5, 'inPlace'), nodes: { min: 5, max: 5, byHand: 5 } }
  const own = updateOf({ step: stepOf({ effects: [manual] }) })
  expect(nodesDone(own)).toBe('5 nodes to update in place by hand')
  expect(poolsDone(own)).toBe('5 nodes to update in place by hand, pool db')
  const both = updateOf({ step: stepOf({ effects: [manual, roll('web', 3, 'inPlace')] }) })
  expect(nodesDone(both)).toBe('8 nodes updated in place, 5 by hand')
  expect(poolsDone(both)).toBe('8 nodes updated in place, 5 by hand, pools db and web')
})

const quota = { at: '2026-11-20T02:24:00Z', codes: ['ERR_INFRA_QUOTA_EXCEEDED'] }

test.each<[string, PastUpdateBody, string | null, string | null]>([
  ['not recorded', updateOf(), '', 'Succeeded'],
  [
    'over within its window',
    carried('succeeded', '2026-11-20T02:45:30Z'),
    '03:04–03:45, within its window',
    'Succeeded after 41 min',
  ],
  [
    'over past its window',
    carried('succeeded', '2026-11-20T03:12:00Z'),
    '03:04–04:12; it went on 12 min past the end of its window',
    'Succeeded after 1 h 8 min',
  ],
  [
    'over on another day',
    carried('succeeded', '2026-11-21T03:00:00Z'),
    '03:04 to 21 Nov 2026, 04:00; it went on 1 d past the end of its window',
    'Succeeded after 1 d',
  ],
  [
    'lost from sight within its window',
    carried('not-recorded', '2026-11-20T02:34:00Z'),
    '03:04–03:34',
    'At least 30 min, then not recorded',
  ],
  [
    'lost from sight past its window',
    carried('not-recorded', '2026-11-20T03:12:00Z'),
    '03:04–04:12; it went on at least 12 min past the end of its window',
    'At least 1 h 8 min, then not recorded',
  ],
  ['still going on', carried('goes-on', '2026-11-20T02:18:00Z'), '03:04–03:18', 'Goes on, 14 min so far'],
  ['changed again before', carried('changed', '2026-11-20T02:34:00Z'), '03:04–03:34', 'Changed again after 30 min'],
  [
    'over after it failed',
    carried('succeeded', '2026-11-20T02:45:00Z', quota),
    '03:04–03:45, within its window; it failed first after 20 min (ERR_INFRA_QUOTA_EXCEEDED)',
    'Succeeded after 41 min, failed first',
  ],
  [
    'failing until now',
    carried('goes-on', '2026-11-20T04:04:00Z', { ...quota, codes: [] }),
    '03:04–05:04; it went on at least 1 h 4 min past the end of its window; it failed first after 20 min',
    'Failed after 20 min',
  ],
  ['still to begin', carried('not-begun', '2026-11-20T02:06:00Z'), 'by Fri 20 Nov 2026, 03:06 +01:00', 'Not begun'],
  [
    'set by hand, which is of no window',
    { ...carried('succeeded', '2026-11-20T03:12:00Z'), cause: 'by-hand', step: null },
    '03:04–04:12',
    'Succeeded after 1 h 8 min',
  ],
  ['a failure of the maintenance', failureAt('2026-11-20T02:04:00Z'), '', 'Failed'],
  ['by hand, and nothing seen of it', updateOf({ step: null }), null, null],
])('what it came to, and when: %s', (_, update, note, result) => {
  const told = resultOf(update, ZONE)
  expect([told?.note ?? null, told?.text ?? null]).toEqual([note, result])
})

test('a gap that has not ended lasts until now', () => {
  expect(gapText({ from: '2026-11-18T10:00:00Z', until: null }, ZONE)).toBe(
    'Not recorded from Wed 18 Nov 2026, 11:00 +01:00 to now.',
  )
})

test('a ticket has the cause, what changed, the words of Gardener and the link', () => {
  const update = { ...carried('succeeded', '2026-11-20T02:45:00Z'), known: [expiredAt('2026-11-19T12:00:00Z')] }
  expect(pastTicket('payments / api', update, ZONE, 'https://almanac/x')).toBe(
    [
      'payments / api, Fri 20 Nov 2026, 03:04 +01:00: forced',
      'Because Kubernetes 1.32.9 expired on Thu 19 Nov 2026, 13:00 +01:00, the first window after that forced the control plane to Kubernetes 1.32.13.',
      '- Control plane, Kubernetes 1.32.9 → 1.32.13',
      'Nodes: none',
      'Result: Succeeded after 41 min, 03:04–03:45, within its window',
      'Gardener says: All maintenance operations successful.',
      'It could be known since:',
      '- Thu 19 Nov 2026, 13:00 +01:00: Kubernetes 1.32.9 expired.',
      'https://almanac/x',
      '',
    ].join('\n'),
  )
})
