import { expect, it } from 'vitest'
import type { EditBody } from '@/lib/contract/edits'
import { keptEditsText, plansOf, theseEditsText } from './edits'

it.each<[EditBody, string]>([
  [
    { kind: 'add', image: null, entry: { version: '1.36.0', classification: 'preview' } },
    'Add 1.36.0, as preview, no expiry',
  ],
  [
    { kind: 'add', image: 'suse', entry: { version: '15.6', expirationDate: '2027-01-31T00:00:00Z' } },
    'Add suse 15.6, unclassified, expires 31 Jan 2027',
  ],
  [
    {
      kind: 'yaml',
      image: 'suse',
      changes: [
        {
          path: ['spec', 'machineImages', 'suse', 'versions', '15.6', 'capabilityFlavors'],
          value: [{ arch: ['amd64'] }, { arch: ['arm64'], host: ['kvm'] }],
        },
      ],
    },
    'Edit suse 15.6, capabilityFlavors: arch amd64; arch arm64, host kvm',
  ],
  [{ kind: 'remove', image: null, version: '1.31.1' }, 'Remove 1.31.1'],
  [{ kind: 'classify', image: null, version: '1.34.1', classification: 'deprecated' }, 'Deprecate 1.34.1'],
  [{ kind: 'classify', image: null, version: '1.34.1', classification: null }, 'Take the classification off 1.34.1'],
  [
    { kind: 'expire', image: null, version: '1.34.1', expirationDate: '2027-01-31T00:00:00Z' },
    'Expire 1.34.1, 31 Jan 2027',
  ],
  [{ kind: 'expire', image: null, version: '1.34.1', expirationDate: null }, 'Clear the expiry of 1.34.1'],
  [
    {
      kind: 'schedule',
      image: null,
      version: '1.34.1',
      lifecycle: [{ classification: 'supported' }, { classification: 'expired', startTime: '2027-01-31T00:00:00Z' }],
    },
    'Schedule stages of 1.34.1, supported, expired 31 Jan 2027',
  ],
  [
    { kind: 'restore', image: null, version: '1.34.1', life: { classification: 'supported' } },
    'Set 1.34.1 back, as supported, no expiry',
  ],
  [{ kind: 'strategy', image: 'suse', updateStrategy: null }, "Update strategy of suse, the parent's"],
])('%j', (edit, text) => {
  expect(plansOf([edit], 'UTC')).toEqual([text])
})

it.each([
  [null, 1, 'The edit stays. Nothing is applied.'],
  [null, 3, 'All 3 edits stay. Nothing is applied.'],
  [0, 1, '0 edits of 1 stay. Nothing is applied.'],
  [1, 3, '1 edit of 3 stay. Nothing is applied.'],
])('of a draft that is made again %s of %s stay', (kept, all, text) => {
  expect(keptEditsText(kept, all)).toBe(text)
})

it('names the edits in hand', () => {
  expect([1, 2].map(theseEditsText)).toEqual(['This edit', 'These 2 edits'])
})
