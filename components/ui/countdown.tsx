'use client'

import { useNow, useZone } from '@/lib/browser/clock'
import type { Zone } from '@/lib/contract/zone'
import { fullText, MINUTE, ms, relativeText, type SpanStyle, spanText, type Time } from '@/lib/words/time-text'

export interface CountdownProps {
  readonly to: Time
  /** End of a window that begins then: while it is open the countdown says `now`. */
  readonly until?: Time
  readonly form?: SpanStyle
  /** `24 d 3 h` instead of `in 24 d 3 h`. */
  readonly bare?: boolean
  /** For the title; the viewer's own when absent. */
  readonly zone?: Zone
}

/** A time relative to the clock. It alone renders again as time goes on, not the table around it. */
export function Countdown({ to, until, form = 'exact', bare = false, zone }: CountdownProps) {
  const now = useNow(MINUTE)
  const viewer = useZone()
  const at = ms(to)
  const isOpen = until !== undefined && at <= now && now < ms(until)
  return (
    <time dateTime={new Date(at).toISOString()} title={fullText(at, zone ?? viewer)}>
      {isOpen ? 'now' : bare && at - now >= MINUTE ? spanText(at - now, form) : relativeText(at, now, form)}
    </time>
  )
}
