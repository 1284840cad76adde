import { describe, expect, test } from 'vitest'
import { heldLimit, readLimits } from './limits'

const COUNTED = {
  stuck: 0,
  forced: 78,
  firstForced: '2027-03-04T20:00:00Z',
  refused: 0,
  profiles: 1,
  at: '2026-11-21T17:58:00Z',
}

function told(text: string, counted: Partial<typeof COUNTED> | { firstForced: null } = {}): string[] {
  return readLimits(text).map((limit) => {
    const { isOver, limit: name, is, means, why } = heldLimit(limit, { ...COUNTED, ...counted })
    return `${isOver ? 'OVER' : 'ok'} ${name}: ${is}, ${means}${why === '' ? '' : `; ${why}`}`
  })
}

describe('a limit', () => {
  test('is told with what it is and what it means', () => {
    expect(told('refused, stuck, forced > 10, notice < 30d')).toEqual([
      'ok refused: 0 of 1, nothing is refused',
      'ok stuck: 0, no cluster is newly stuck',
      'OVER forced>10: 78, at most 10 are newly forced; 78 clusters are newly forced, and the limit is 10',
      'ok notice<30d: 103 days, at least 30 days to a new forced update',
    ])
  })

  test.each<[string, Parameters<typeof told>[1], string]>([
    ['forced>78', {}, 'ok forced>78: 78, at most 78 are newly forced'],
    ['forced', {}, 'OVER forced: 78, no cluster is newly forced; 78 clusters are newly forced, and the limit is 0'],
    [
      'stuck>1',
      { stuck: 2 },
      'OVER stuck>1: 2, at most 1 is newly stuck; 2 clusters are newly stuck, and the limit is 1',
    ],
    ['stuck', { stuck: 1 }, 'OVER stuck: 1, no cluster is newly stuck; 1 cluster is newly stuck, and the limit is 0'],
    [
      'refused',
      { refused: 1, profiles: 2 },
      'OVER refused: 1 of 2, nothing is refused; the API server would refuse 1 of 2 profiles, and the limit is 0',
    ],
    ['notice<30d', { firstForced: null }, 'ok notice<30d: none, at least 30 days to a new forced update'],
    [
      'notice<30d',
      { firstForced: '2026-12-21T17:57:59Z' },
      'OVER notice<30d: 29 days, at least 30 days to a new forced update; a cluster is newly forced in 29 days, and the limit is 30',
    ],
    [
      'notice<30d',
      { firstForced: '2026-12-21T17:58:00Z' },
      'ok notice<30d: 30 days, at least 30 days to a new forced update',
    ],
  ])('%s %o', (text, counted, sentence) => {
    expect(told(text, counted)).toEqual([sentence])
  })

  test.each([
    ['force>10', '--fail-on force>10: that is no limit.'],
    ['notice<30', '--fail-on notice<30: that is no limit.'],
    ['stuck,stuck>3', '--fail-on names stuck twice.'],
    [' , ', '--fail-on names no limit.'],
  ])('that cannot be meant is refused: %s', (text, message) => {
    expect(() => readLimits(text)).toThrow(message)
    expect(() => readLimits(text)).toThrow('refused,stuck,forced>10,notice<30d')
  })
})
