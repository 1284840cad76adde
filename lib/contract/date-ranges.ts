/** Whether a text is a day (`2026-12-15`) or a month (`2026-12`) of the years that a clock can be pinned to. */
export function isDateOrMonth(text: string): boolean {
  if (!/^2[01]\d\d-\d\d(-\d\d)?$/.test(text)) return false
  const day = text.length === 7 ? `${text}-01` : text
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}

/**
 * The ends, both included, of a day, of a month, or of the days from one to another (`2026-12-12..2026-12-18`). Null: the text is
 * none of them.
 */
export function datesOf(text: string): { readonly from: string; readonly to: string } | null {
  const [from = '', to, ...more] = text.split('..')
  if (!isDateOrMonth(from) || more.length > 0) return null
  if (to === undefined) return { from, to: from }
  return isDay(from) && isDay(to) && from <= to ? { from, to } : null
}

function isDay(text: string): boolean {
  return text.length === 'YYYY-MM-DD'.length && isDateOrMonth(text)
}
