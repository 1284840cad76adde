import { describe, expect, it } from 'vitest'
import { eventOf, windowFrom } from '@/components/outlook/testdata/answers'
import type { ListedException } from '@/lib/contract/more-time'
import type { NextEvent } from '@/lib/contract/steps'
import {
  canGoText,
  exceptionRemovalText,
  exceptionsHeadline,
  followingText,
  madeByText,
  withoutExceptionText,
} from './exceptions'
import { plain } from './phrases'

const now = '2026-11-21T18:00:00Z'

const event = (begin: string, over: Partial<NextEvent> = {}) =>
  eventOf({ window: windowFrom(begin, 60, '+00:00'), nodes: { min: 1, max: 3 }, ...over })

describe('exceptions', () => {
  const item = (over: object = {}) =>
    ({
      parent: 'gcp',
      image: null,
      version: '1.34.2',
      until: '2026-12-31T23:59:59Z',
      parentEnd: '2026-11-09T23:59:59Z',
      isListed: true,
      isOver: false,
      isIdle: false,
      clusters: 3,
      canGo: false,
      removal: { refusals: [], changes: 3 },
      ...over,
    }) as unknown as ListedException

  it('have a headline', () => {
    expect(plain(exceptionsHeadline([item(), item({ canGo: true })], now))).toBe(
      'The next of 2 exceptions ends on Thu 31 Dec: 3 clusters run it.',
    )
    expect(canGoText([item(), item({ canGo: true })])).toBe('1 can go')
    expect(canGoText([item()])).toBeNull()
  })

  it.each([
    [item(), '+52 d, 9 Nov in gcp'],
    [item({ until: '2026-11-01T23:59:59Z' }), '−8 d, 9 Nov in gcp'],
    [item({ isListed: false }), 'not listed in gcp'],
    [item({ isIdle: true }), 'counts for nothing beside the stages in gcp'],
    [item({ parentEnd: null }), 'no end in gcp'],
  ])('say what there would be instead', (given, text) => {
    expect(withoutExceptionText(given, now)).toBe(text)
  })

  it.each([
    [item(), 'Removing it changes 3 clusters.'],
    [
      item({ removal: { refusals: [{ rule: 'kubernetes-version-in-use', text: 'in use' }], changes: 3 } }),
      'Removing it today would be refused, as clusters run it.',
    ],
    [
      item({ removal: { refusals: [{ rule: 'override-expired', text: 'another date is in the past' }], changes: 3 } }),
      'Removing it today would be refused: another date is in the past',
    ],
    [
      item({ canGo: true, clusters: 0 }),
      'No cluster of it runs 1.34.2 any more. It keeps 1.34.2 from being removed from gcp.',
    ],
    [
      item({ canGo: true, clusters: 0, isOver: true }),
      'Over. It stays written until somebody removes it. It keeps 1.34.2 from being removed from gcp.',
    ],
  ])('say what removing them does', (given, text) => {
    expect(exceptionRemovalText(given)).toBe(text)
  })

  it('say what happens then, and who made them', () => {
    const forced = { clusters: 2, nodes: { min: 4, max: 17 }, next: event('2027-01-01T02:00:00Z') }
    expect(followingText(forced, 'UTC', now)).toBe('2 → 1.33.7 on Fri 1 Jan 2027, up to 17 nodes roll')
    const fails = { ...forced, next: event('2027-05-01T02:00:00Z', { kind: 'fails', kinds: ['fails'], to: null }) }
    expect(followingText(fails, 'UTC', now)).toBe('2 fail from Sat 1 May 2027')
    const by = { who: 'ada', at: '2026-11-02T10:00:00Z', reason: 'training ends in December', isRecorded: true }
    expect(madeByText(by, 'UTC', now)).toBe('ada, 2 Nov: “training ends in December”')
    expect(madeByText(null, 'UTC', now)).toBe('not recorded')
  })
})
