'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { useBackToNow } from './clock'
import { Line } from './line'

/** The clock of the address is none. */
export function UnreadableClock({ text }: { readonly text: string }): ReactNode {
  const backToNow = useBackToNow()
  return (
    <Line look="stale" icon="clock" urgent>
      <b>The clock cannot be pinned to “{text}”.</b> It takes a time like 2026-12-15T22:00:00+01:00. This is now.{' '}
      <Button small onClick={backToNow}>
        Leave it out
      </Button>
    </Line>
  )
}
