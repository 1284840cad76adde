/** What libraries of Go say of a time or a quantity that they cannot read; null where they can. */

const LAYOUT = '2006-01-02T15:04:05Z07:00'

/** The parts of a time in their order: what stands before, its name in the layout, and the range of its number. */
const PARTS: readonly (readonly [before: string, name: string, what: string, least: number, most: number])[] = [
  ['', '2006', 'year', 0, 9999],
  ['-', '01', 'month', 1, 12],
  ['-', '02', 'day', 0, 99],
  ['T', '15', 'hour', 0, 23],
  [':', '04', 'minute', 0, 59],
  [':', '05', 'second', 0, 59],
]

/** Of `time.Parse` with RFC 3339. */
export function timeFault(value: string): string | null {
  const wrong = (rest: string, part: string): string =>
    `parsing time ${quoted(value)} as ${quoted(LAYOUT)}: cannot parse ${quoted(rest)} as ${quoted(part)}`
  const outOfRange = (what: string): string => `parsing time ${quoted(value)}: ${what} out of range`
  const numbers = new Map<string, number>()
  let rest = value
  for (const [before, name, what, least, most] of PARTS) {
    if (!rest.startsWith(before)) return wrong(rest, before)
    rest = rest.slice(before.length)
    const digits = rest.slice(0, name.length)
    if (!(digits.length === name.length && /^\d+$/.test(digits))) {
      // The hour alone may have one digit.
      if (name !== '15' || !/^\d(?!\d)/.test(rest)) return wrong(rest, name)
      numbers.set(what, Number(rest[0]))
      rest = rest.slice(1)
      continue
    }
    const number = Number(digits)
    if (number < least || number > most) return outOfRange(what)
    numbers.set(what, number)
    rest = rest.slice(name.length)
  }
  rest = rest.replace(/^[.,]\d+/, '')
  if (rest.startsWith('Z')) rest = rest.slice(1)
  else {
    const zone = /^([+-])(\d\d):(\d\d)/.exec(rest)
    if (zone === null) return wrong(rest, 'Z07:00')
    if (Number(zone[2]) > 24) return outOfRange('time zone offset hour')
    if (Number(zone[3]) > 60) return outOfRange('time zone offset minute')
    rest = rest.slice(zone[0].length)
  }
  if (rest !== '') return `parsing time ${quoted(value)}: extra text: ${quoted(rest)}`
  const [year = 0, month = 1, day = 0] = [numbers.get('year'), numbers.get('month'), numbers.get('day')]
  // Years are moved by a multiple of 400, as a year below 100 is read otherwise.
  const days = new Date(Date.UTC(year + 400, month, 0)).getUTCDate()
  return day < 1 || day > days ? outOfRange('day') : null
}

/** Of `resource.ParseQuantity`, which takes a number without digits as zero. */
export function quantityFault(value: string): string | null {
  const suffix = value.slice(/^[+-]?\d*(?:\.\d*)?/.exec(value)?.[0].length ?? 0)
  if (value === '' || !/^[eEinumkKMGTP]*[-+]?\d*$/.test(suffix)) {
    return "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
  }
  return /^(?:[numkMGTPE]|[KMGTPE]i|[eE][-+]?\d+)?$/.test(suffix) ? null : "unable to parse quantity's suffix"
}

/** As Go quotes a text. */
function quoted(text: string): string {
  return JSON.stringify(text)
}
