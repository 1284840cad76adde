import { relativeText, spanText } from '@/lib/client/time-text'

/**
 * How an expiry moved: `30 days earlier`, `1 day later`, `no longer expires`, `now expires`; null when it did not. Null times:
 * no expiry is set. Less than a minute counts as not moved.
 */
export function differenceText(was: number | null, is: number | null): string | null {
  if (was === null) return is === null ? null : 'now expires'
  if (is === null) return 'no longer expires'
  if (relativeText(is, was) === 'now') return null
  return `${spanText(is - was, 'prose')} ${is < was ? 'earlier' : 'later'}`
}
