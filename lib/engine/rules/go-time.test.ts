import { describe, expect, test } from 'vitest'
import { timeFault } from './go-time'

/** What the libraries themselves answer, as Go 1.26 prints it. */
describe('a time', () => {
  const as = ' as "2006-01-02T15:04:05Z07:00": cannot parse '
  test.each<[string, string | null]>([
    ['2026-12-31T23:59:59Z', null],
    ['2026-12-31T23:59:59.5+02:00', null],
    ['2024-02-29T00:00:00Z', null],
    ['2026-01-01T1:00:00Z', null],
    ['', `parsing time ""${as}"" as "2006"`],
    ['2026-12-31', `parsing time "2026-12-31"${as}"" as "T"`],
    ['2026-12-31 00:00:00Z', `parsing time "2026-12-31 00:00:00Z"${as}" 00:00:00Z" as "T"`],
    ['2026-12-31T00:00Z', `parsing time "2026-12-31T00:00Z"${as}"Z" as ":"`],
    ['2026-12-31T00:00:00', `parsing time "2026-12-31T00:00:00"${as}"" as "Z07:00"`],
    ['2026-12-31T23:59:59Z ', 'parsing time "2026-12-31T23:59:59Z ": extra text: " "'],
    ['2026-13-01T00:00:00Z', 'parsing time "2026-13-01T00:00:00Z": month out of range'],
    ['2026-02-29T00:00:00Z', 'parsing time "2026-02-29T00:00:00Z": day out of range'],
    ['2026-12-31T24:00:00Z', 'parsing time "2026-12-31T24:00:00Z": hour out of range'],
    ['2026-12-31T23:59:59?25:00', 'parsing time "2026-12-31T23:59:59?25:00": time zone offset hour out of range'],
    ['2026-12-31T23:59:59ü', `parsing time "2026-12-31T23:59:59\\xc3\\xbc"${as}"\\xc3\\xbc" as "Z07:00"`],
    ['2026-12-31T23:59:59+25:61', 'parsing time "2026-12-31T23:59:59+25:61": time zone offset minute out of range'],
    ['2026-12-31T23:59:59+25:00', 'parsing time "2026-12-31T23:59:59+25:00": time zone offset hour out of range'],
  ])('%j', (text, fault) => expect(timeFault(text)).toBe(fault))
})
