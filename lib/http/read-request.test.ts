import { describe, expect, it } from 'vitest'
import { clockQuery } from '@/lib/contract/common'
import { onWire } from '@/lib/contract/dates'
import { shootsQuery } from '@/lib/contract/selection'
import { momentOf } from '@/lib/landscape/clock'
import { isCoded } from '@/lib/process/errors'
import { findQuery } from '@/lib/questions/find/contract'
import { gardenQuery } from '@/lib/questions/overview/contract'
import { parseQuery } from './read-request'

const search = (text: string) => new URLSearchParams(text)

function fieldsOf(run: () => unknown) {
  try {
    run()
  } catch (error) {
    if (isCoded(error)) return error.details.fields
    throw error
  }
  return undefined
}

describe('a query', () => {
  it.each<[string, string, unknown]>([
    ['has defaults', '', { sort: 'attention', offset: 0, limit: 100 }],
    [
      'takes repeated parameters as a list',
      'stage=expired&stage=notInProfile&limit=5',
      { stage: ['expired', 'notInProfile'], sort: 'attention', offset: 0, limit: 5 },
    ],
    ['takes one value of a list', 'project=core', { project: ['core'], sort: 'attention', offset: 0, limit: 100 }],
    ['counts empty values as absent', 'q=&project=', { sort: 'attention', offset: 0, limit: 100 }],
  ])('%s', (_, text, expected) => {
    expect(parseQuery(shootsQuery, search(text))).toEqual(expected)
  })

  it.each<[string, string, { field: string; reason: RegExp }]>([
    [
      'an unknown parameter, with those that there are',
      'colour=red',
      { field: 'colour', reason: /known are at, seen, q,/ },
    ],
    ['a parameter given twice', 'limit=1&limit=2', { field: 'limit', reason: /more than once/ }],
    ['a number out of bounds', 'limit=501', { field: 'limit', reason: /500/ }],
    ['a number that is none', 'limit=many', { field: 'limit', reason: /^must be a whole number$/ }],
    ['a broken number', 'limit=1.5', { field: 'limit', reason: /whole number/ }],
    ['a value that is none of those listed', 'stage=expired&stage=old', { field: 'stage', reason: /notInProfile/ }],
    ['an instant without an offset', 'at=2026-11-21T18:00:00', { field: 'at', reason: /RFC 3339/ }],
    ['an hour that there is not', 'not.window=24', { field: 'not.window', reason: /Invalid option/ }],
    ['a name that cannot be one', 'project=../etc', { field: 'project', reason: /object name/ }],
  ])('refuses %s', (_, text, { field, reason }) => {
    expect(fieldsOf(() => parseQuery(shootsQuery, search(text)))).toEqual([
      { field, reason: expect.stringMatching(reason) },
    ])
  })

  it('says what is missing', () => {
    expect(fieldsOf(() => parseQuery(findQuery, search('')))).toEqual([{ field: 'q', reason: 'is missing' }])
  })

  it('names everything that is wrong at once', () => {
    expect(fieldsOf(() => parseQuery(shootsQuery, search('a=1&limit=0&sort=x')))?.map(({ field }) => field)).toEqual([
      'a',
      'sort',
      'limit',
    ])
  })

  it('may come as typed values', () => {
    expect(parseQuery(shootsQuery, { limit: 3, event: ['fails'], q: undefined })).toMatchObject({
      limit: 3,
      event: ['fails'],
    })
  })

  it('puts back the plus sign of an offset', () => {
    expect(parseQuery(clockQuery, search('at=2026-11-21T19:00:00+01:00')).at).toBe('2026-11-21T19:00:00+01:00')
    expect(parseQuery(gardenQuery, search('zone=Etc/GMT%2B1')).zone).toBe('Etc/GMT+1')
  })
})

describe('the moment of an answer', () => {
  it('is now in whole seconds when the clock is not pinned', () => {
    const moment = momentOf(undefined, Date.parse('2026-11-21T18:00:00.999Z'))
    expect([onWire(moment.at), moment.pinned]).toEqual(['2026-11-21T18:00:00Z', false])
  })

  it('is what the clock is pinned to, told in UTC', () => {
    const moment = momentOf('2026-11-21T19:00:00.5+01:00')
    expect([onWire(moment.at), moment.pinned]).toEqual(['2026-11-21T18:00:00Z', true])
  })

  it.each(['1999-12-31T23:59:59Z', '2200-01-01T00:00:00Z'])('is never %s', (at) => {
    expect(fieldsOf(() => momentOf(at))).toEqual([{ field: 'at', reason: 'must lie in the years 2000 to 2199' }])
  })
})
