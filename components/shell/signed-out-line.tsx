'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { useNow, useZone } from '@/lib/browser/clock'
import { signInPage } from '@/lib/browser/paths'
import { BASE_PATH } from '@/lib/contract/base-path'
import type { ErrorBody } from '@/lib/contract/common'
import { offsetText } from '@/lib/contract/zone'
import { clockText, isoDay, MINUTE, momentText, ms } from '@/lib/words/time-text'
import { Line } from './line'

/** The page stays as it is, with all that was typed into it; the way back to this very address is here. */
export function SignedOutLine(): ReactNode {
  const error = useRefusal()
  const now = useNow(MINUTE)
  const zone = useZone()
  const ended = error?.endedAt === undefined ? undefined : ms(error.endedAt)
  const isToday = ended !== undefined && isoDay(ended, zone) === isoDay(now, zone)
  return (
    <Line look="stale" icon="warning" urgent>
      <b>
        {ended === undefined
          ? (error?.message ?? 'You are signed out.')
          : `Your session ended ${isToday ? `at ${clockText(ended, zone)}` : momentText(ended, zone, now)} ${offsetText(zone, ended)}.`}
      </b>{' '}
      What is shown stays as it was, and drafts are kept.{' '}
      <a
        className="link"
        href={signInPage(window.location)}
        onClick={(event) => {
          // The address may have changed since, as drafts are in it.
          event.currentTarget.href = signInPage(window.location)
        }}
      >
        Sign in again
      </a>
    </Line>
  )
}

/** What the server says to a question now. */
function useRefusal(): ErrorBody['error'] | undefined {
  const [error, setError] = useState<ErrorBody['error']>()
  useEffect(() => {
    fetch(`${BASE_PATH}/api/status`)
      .then((response) => response.json())
      .then((body: Partial<ErrorBody>) => setError(body.error))
      .catch(() => {})
  }, [])
  return error
}
