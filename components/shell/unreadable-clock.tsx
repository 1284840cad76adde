'use client'

import { useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { unreadableIn } from '@/lib/client/at'
import { useBackToNow } from './clock'
import { Line } from './line'

/** The clock of the address is none. */
export function UnreadableClock(): ReactNode {
  const text = unreadableIn(useSearchParams())
  const backToNow = useBackToNow()
  if (text === undefined) return null
  return (
    <Line look="stale" icon="clock" urgent>
      <b>The clock cannot be pinned to “{text}”.</b> It takes a time like 2026-12-15T22:00:00+01:00. This is now.{' '}
      <Button small onClick={backToNow}>
        Leave it out
      </Button>
    </Line>
  )
}
