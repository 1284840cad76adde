import { describe, expect, it } from 'vitest'
import { dayIndex, endDateText, readerDays, spanOf } from './zone'

const iso = (instants: readonly number[]) => instants.map((i) => new Date(i).toISOString().replace('.000Z', 'Z'))

describe('days of a zone', () => {
  it.each([
    [
      'begin at midnight UTC',
      'UTC',
      '2026-11-21T18:00:00Z',
      ['2026-11-21', '2026-11-22'],
      ['2026-11-21T00:00:00Z', '2026-11-22T00:00:00Z', '2026-11-23T00:00:00Z'],
    ],
    [
      'begin at local midnight',
      'Europe/Berlin',
      '2026-11-21T23:30:00Z',
      ['2026-11-22', '2026-11-23'],
      ['2026-11-21T23:00:00Z', '2026-11-22T23:00:00Z', '2026-11-23T23:00:00Z'],
    ],
    [
      'are 25 hours long when summer time ends',
      'Europe/Berlin',
      '2026-10-25T10:00:00Z',
      ['2026-10-25', '2026-10-26'],
      ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', '2026-10-26T23:00:00Z'],
    ],
    [
      'begin at one where midnight is skipped',
      'Africa/Cairo',
      '2026-04-24T10:00:00Z',
      ['2026-04-24', '2026-04-25'],
      ['2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z', '2026-04-25T21:00:00Z'],
    ],
    [
      'follow an offset of half an hour',
      'Asia/Kolkata',
      '2026-11-21T18:29:59Z',
      ['2026-11-21', '2026-11-22'],
      ['2026-11-20T18:30:00Z', '2026-11-21T18:30:00Z', '2026-11-22T18:30:00Z'],
    ],
  ])('%s', (_, zone, at, dates, starts) => {
    const days = readerDays(zone, Date.parse(at), 2)
    expect(days.dates).toEqual(dates)
    expect(iso(days.starts)).toEqual(starts)
  })

  it('refuses a zone that is not known', () => {
    expect(() => readerDays('Mars/Olympus', 0, 1)).toThrow(/zone/)
  })

  it('finds the day of an instant, the first one for what is earlier', () => {
    const days = readerDays('UTC', Date.parse('2026-11-21T18:00:00Z'), 90)
    expect(dayIndex(days, Date.parse('2026-11-20T23:00:00Z'))).toBe(0)
    expect(dayIndex(days, Date.parse('2026-11-21T23:59:59Z'))).toBe(0)
    expect(dayIndex(days, Date.parse('2026-11-22T00:00:00Z'))).toBe(1)
    expect(dayIndex(days, Date.parse('2027-02-18T23:59:59Z'))).toBe(89)
    expect(dayIndex(days, Date.parse('2027-02-19T00:00:00Z'))).toBe(-1)
  })
})

describe('how long a day, a month or some days last', () => {
  it.each([
    ['UTC', '2026-12-15', '2026-12-15T00:00:00Z', '2026-12-16T00:00:00Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z'],
    ['Europe/Berlin', '2026-10', '2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z'],
    ['UTC', '2026-12', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
    ['Europe/Berlin', '2026-10-24..2026-10-25', '2026-10-23T22:00:00Z', '2026-10-25T23:00:00Z'],
  ])('in %s %s', (zone, date, from, to) => {
    const span = spanOf(zone, date)
    expect(iso([span.from, span.to])).toEqual([from, to])
  })

  it('is as long as the days of the calendar are', () => {
    const days = readerDays('Europe/Berlin', Date.parse('2026-10-20T10:00:00Z'), 10)
    for (const [i, date] of days.dates.entries()) {
      expect(spanOf('Europe/Berlin', date)).toEqual({ from: days.starts[i], to: days.starts[i + 1] })
    }
  })
})

describe('the date of an end', () => {
  it.each([
    ['2027-02-28T23:59:59Z', 'Europe/Berlin', '2027-02-28 UTC'],
    ['2027-02-28T23:59:59Z', 'UTC', '2027-02-28'],
    ['2027-02-28T23:30:00Z', 'Europe/Berlin', '2027-03-01'],
  ])('%s in %s is %s', (at, zone, text) => {
    expect(endDateText(zone, Date.parse(at))).toBe(text)
  })
})
