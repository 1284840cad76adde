/** Writes tables as RFC 4180 has them, so that spreadsheets open them and run nothing of it. */

export type CsvValue = string | number | boolean | null

/** A line with its end. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(field).join(',')}\r\n`
}

/** Spreadsheets take a text that begins with one of these for a formula, some of them the wide ones of East Asia too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
/** Most texts are as they are: one look tells. */
const ODD = /^[=+\-@\t\r\n＝＋－＠]|[",\r\n]/

function field(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  if (!ODD.test(value)) return value
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
