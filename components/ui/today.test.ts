import { expect, test } from 'vitest'
import type { AnswerDifference } from './differences'
import { changedWith } from './today'

type History = Parameters<typeof changedWith>[1]
type Change = History['changes'][number]
type Made = Change['differences'][number]

const made = (change: Partial<Made>): Made => ({
  kind: 'life',
  what: 'Kubernetes',
  version: '1.33.9',
  stage: null,
  expires: { before: '2027-01-30T12:00:00Z', after: '2026-12-16T12:00:00Z' },
  text: '',
  ...change,
})
const change = (number: number, seen: string, differences: Made[], more: Partial<Change> = {}): Change => ({
  number,
  seen,
  after: null,
  who: null,
  manager: 'kubectl-edit',
  differences,
  ...more,
})

const SEEN = '2026-11-01T10:00:00Z'
const profile = { kind: 'CloudProfile', name: 'aws' } as const

function told(changes: readonly Change[], about?: AnswerDifference['about']): string | null {
  const difference = { what: '', clause: '', past: '', today: '', apart: '', rank: 0, size: 0 }
  const found = changedWith({ ...difference, ...(about && { about }) }, { profile, changes }, SEEN, 'Europe/Berlin')
  return found && `${found.text} ${found.href}`
}

const expiry = { version: '1.33.9', part: 'expiry' } as const
const page = (number: number, select = 'kubernetes%2F1.33.9') =>
  `/cloudprofiles/aws?select=${select}&view=history#change-${number}`

test.each<[string, string | null, string | null]>([
  [
    'the change that moved it',
    told([change(7, '2026-11-03T13:20:00Z', [made({})], { who: 'release owner' })], expiry),
    `Tue 3 Nov 14:20, release owner ${page(7)}`,
  ],
  [
    'the last of several, by the program that wrote it',
    told([change(8, '2026-11-04T13:20:00Z', [made({})]), change(7, '2026-11-03T13:20:00Z', [made({})])], expiry),
    `Wed 4 Nov 14:20, kubectl-edit, and 1 before ${page(8)}`,
  ],
  [
    'one that nobody saw',
    told([change(7, '2026-11-03T13:20:00Z', [made({})], { after: '2026-11-02T13:20:00Z' })], expiry),
    `between Mon 2 Nov 14:20 and Tue 3 Nov 14:20 ${page(7)}`,
  ],
  ['none before the moment', told([change(7, '2026-10-31T13:20:00Z', [made({})])], expiry), null],
  ['none of another version', told([change(7, '2026-11-03T13:20:00Z', [made({ version: '1.33.8' })])], expiry), null],
  [
    'none of its date for its stage',
    told([change(7, '2026-11-03T13:20:00Z', [made({})])], { version: '1.33.9', part: 'stage' }),
    null,
  ],
  [
    'the removal of an image',
    told([change(9, '2026-11-12T08:30:00Z', [made({ kind: 'removed', what: 'gardenlinux', version: '1.0.0' })])], {
      version: 'gardenlinux 1.0.0',
      part: 'stage',
    }),
    `Thu 12 Nov 09:30, kubectl-edit ${page(9, 'gardenlinux%2F1.0.0')}`,
  ],
  ['none of what is not of a version', told([change(7, '2026-11-03T13:20:00Z', [made({})])]), null],
])('changed with %s', (_, found, expected) => expect(found).toBe(expected))
