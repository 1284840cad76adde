import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it, test } from 'vitest'
import { CALENDAR_DURATION, type CalendarEntry, type CalendarOptions, calendarText } from './icalendar'

const entry: CalendarEntry = {
  uid: 'garden-payments/checkout-prod/control-plane/1.32.9@almanac',
  sequence: 7,
  changedAt: Date.UTC(2026, 10, 21, 18),
  begin: Date.UTC(2026, 11, 15, 21),
  end: Date.UTC(2026, 11, 15, 22),
  summary: 'payments / checkout-prod: forced to Kubernetes 1.33.7',
}
const options: CalendarOptions = { name: 'checkout-prod' }

function linesOf(changes: Partial<CalendarEntry> = {}, more: Partial<CalendarOptions> = {}): string[] {
  return unfolded(calendarText([{ ...entry, ...changes }], { ...options, ...more })).split('\r\n')
}

function unfolded(text: string): string {
  return text.replaceAll('\r\n ', '')
}

/** What a reader of another project makes of a calendar with this one entry. */
function readBack(changes: Partial<CalendarEntry>, more: Partial<CalendarOptions> = {}) {
  const text = calendarText([{ ...entry, ...changes }], { ...options, ...more })
  const calendar = new ICAL.Component(ICAL.parse(text))
  const event = calendar.getFirstSubcomponent('vevent')
  if (event === null) throw new Error('no entry')
  return { calendar, component: event, event: new ICAL.Event(event) }
}

describe('lines, RFC 5545 section 3.1', () => {
  const octets = (line: string) => Buffer.byteLength(line)

  test.each([
    ['of 75 octets stays whole', `SUMMARY:${'a'.repeat(67)}`, 1],
    ['of 76 octets is folded', `SUMMARY:${'a'.repeat(68)}`, 2],
    ['of 149 octets has two parts, as a space begins the second', `SUMMARY:${'a'.repeat(141)}`, 2],
    ['of 150 octets has three', `SUMMARY:${'a'.repeat(142)}`, 3],
    ['whose umlaut would be the octets 75 and 76 is folded before it', `SUMMARY:${'a'.repeat(66)}ü`, 2],
    ['whose umlaut is the octets 74 and 75 stays whole', `SUMMARY:${'a'.repeat(65)}ü`, 1],
    ['with a sign of four octets is folded before it', `SUMMARY:${'a'.repeat(64)}\u{1F680}`, 2],
  ])('one %s', (_, line, parts) => {
    const text = calendarText([{ ...entry, summary: line.slice('SUMMARY:'.length) }], options)
    const first = text.indexOf('\r\nSUMMARY:') + 2
    const found = text.slice(first, text.indexOf('\r\nSTATUS:')).split('\r\n')
    expect(found).toHaveLength(parts)
    expect(found.map(octets).every((length) => length <= 75)).toBe(true)
    expect(unfolded(found.join('\r\n'))).toBe(line)
  })

  it('has no line over 75 octets and none that ends otherwise, whatever the texts are', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 })
    fc.assert(
      fc.property(text, text, text, (summary, description, name) => {
        const written = calendarText([{ ...entry, summary, description }], { name, alarm: 'P1D' })
        const lines = written.split('\r\n')
        expect(lines.pop()).toBe('')
        expect(lines.every((line) => octets(line) <= 75 && !/[\r\n]/.test(line))).toBe(true)
        expect(lines.filter((line) => /^(BEGIN|END):/.test(line))).toHaveLength(6)
      }),
    )
  })
})

describe('texts, RFC 5545 section 3.3.11', () => {
  test.each([
    ['a comma', 'a, b', String.raw`a\, b`],
    ['a semicolon', 'a; b', String.raw`a\; b`],
    ['a backslash', String.raw`a\b`, String.raw`a\\b`],
    ['a line break', 'a\nb', String.raw`a\nb`],
    ['that of Windows', 'a\r\nb', String.raw`a\nb`],
    ['that of old', 'a\rb', String.raw`a\nb`],
    ['those of Unicode', 'a\u2028b\u2029c', String.raw`a\nb\nc`],
    ['a backslash before an n', String.raw`a\n`, String.raw`a\\n`],
    ['a colon and quotes, as they are', 'a: "b"', 'a: "b"'],
    ['what no line may hold', 'a\u0000\u0007\u007fb', 'ab'],
  ])('%s', (_, description, written) => {
    expect(linesOf({ description })).toContain(`DESCRIPTION:${written}`)
  })

  test('a name cannot bring a line of its own', () => {
    const lines = linesOf({ summary: 'x\r\nEND:VEVENT', url: 'https://a/\r\nEND:VEVENT', uid: 'a\nEND:VEVENT' })
    expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1)
  })
})

describe('an entry', () => {
  it('tells instants in UTC', () => {
    expect(linesOf()).toEqual(expect.arrayContaining(['DTSTART:20261215T210000Z', 'DTEND:20261215T220000Z']))
    expect(linesOf()).toEqual(expect.arrayContaining(['DTSTAMP:20261121T180000Z', 'SEQUENCE:7', 'STATUS:CONFIRMED']))
  })

  it('alarms before it begins where that is wanted, and never when it is cancelled', () => {
    expect(linesOf({}, { alarm: 'P1D' })).toContain('TRIGGER:-P1D')
    expect(linesOf()).not.toContain('BEGIN:VALARM')
    expect(linesOf({ isCancelled: true }, { alarm: 'P1D' })).not.toContain('BEGIN:VALARM')
    expect(linesOf({ isCancelled: true })).toContain('STATUS:CANCELLED')
  })

  it('says how often to ask again where it is a feed', () => {
    expect(linesOf({}, { refresh: 'PT1H' })).toEqual(
      expect.arrayContaining(['METHOD:PUBLISH', 'REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H']),
    )
    expect(linesOf().some((line) => line.startsWith('REFRESH-INTERVAL'))).toBe(false)
  })
})

describe('read by ical.js', () => {
  it('is the entry that it was', () => {
    const url = 'https://almanac.example.org/shoots/garden-payments/checkout-prod?at=2026-11-21T18:00:00Z'
    const { event, component, calendar } = readBack(
      { url, categories: ['forced', 'payments'], isCancelled: true },
      { description: 'Ü; x', refresh: 'PT1H' },
    )
    expect(event.uid).toBe(entry.uid)
    expect(event.sequence).toBe(7)
    expect(event.startDate.toJSDate().getTime()).toBe(entry.begin)
    expect(event.endDate.toJSDate().getTime()).toBe(entry.end)
    expect(event.startDate.zone.tzid).toBe('UTC')
    expect(component.getFirstPropertyValue('url')).toBe(url)
    expect(component.getFirstProperty('categories')?.getValues()).toEqual(['forced', 'payments'])
    expect(component.getFirstPropertyValue('status')).toBe('CANCELLED')
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
    expect(calendar.getFirstPropertyValue('description')).toBe('Ü; x')
    expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT1H')
  })

  it('has its alarm', () => {
    const alarm = readBack({}, { alarm: 'P1DT12H' }).component.getFirstSubcomponent('valarm')
    const trigger = alarm?.getFirstPropertyValue('trigger')
    expect(trigger instanceof ICAL.Duration && trigger.toSeconds()).toBe(-36 * 3600)
  })

  it('has a command in its description as it was', () => {
    const description = `Run:\nkubectl -n garden-payments patch shoot checkout-prod -p '{"spec":{"kubernetes":{"version":"1.33.7"}}}' # a, b; c \\ d`
    expect(readBack({ description }).event.description).toBe(description)
  })

  it('has whatever texts it had', () => {
    const text = fc
      .string({ unit: 'grapheme', maxLength: 200 })
      .map((one) => one.replaceAll(/[^\P{Cc}\n]|[\p{Zl}\p{Zp}]/gu, ''))
    fc.assert(
      fc.property(text, text, (summary, description) => {
        const { event } = readBack({ summary, description })
        expect([event.summary, event.description]).toEqual([summary, description])
      }),
    )
  })
})

test.each([
  ['P1D', true],
  ['P2W', true],
  ['PT15M', true],
  ['PT2H30M', true],
  ['P1DT12H', true],
  ['PT30S', true],
  ['P', false],
  ['PT', false],
  ['P1DT', false],
  ['P1W2D', false],
  ['P1M', false],
  ['PT2H30S', false],
  ['-P1D', false],
  ['P99999D', false],
  ['1D', false],
  ['p1d', false],
])('%s as a duration: %s', (text, is) => {
  expect(CALENDAR_DURATION.test(text)).toBe(is)
})
