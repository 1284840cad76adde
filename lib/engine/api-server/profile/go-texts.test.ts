import { describe, expect, test } from 'vitest'
import { quantityFault, timeFault } from './go-texts'

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
    ['2026-12-31T23:59:59+25:00', 'parsing time "2026-12-31T23:59:59+25:00": time zone offset hour out of range'],
  ])('%j', (text, fault) => expect(timeFault(text)).toBe(fault))
})

describe('a quantity', () => {
  const format = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
  test.each<[string, string | null]>([
    ['1500m', null],
    ['-1Gi', null],
    ['Gi', null],
    ['-', null],
    ['1e', "unable to parse quantity's suffix"],
    ['', format],
    ['two', format],
    ['20 GB', format],
    ['20K', "unable to parse quantity's suffix"],
  ])('%j', (text, fault) => expect(quantityFault(text)).toBe(fault))
})
