'use client'

import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { BASE_PATH } from '@/lib/contract/base-path'
import type { News } from '@/lib/contract/news'
import { SECOND } from '@/lib/words/time-text'
import { askAgain, askAgainForAll, askAgainForStatus } from './ask-again'
import { useMoment, useRunningClock } from './clock'
import { freshnessOf, type LiveState, useIsSignedOut, useStatus } from './status'

const FIRST_RETRY = SECOND
const LAST_RETRY = 30 * SECOND

const LiveContext = createContext<LiveState>({ kind: 'connecting' })

/** Follows the garden once for the whole page, but while the user is signed out or the past is shown. */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const isSignedOut = useIsSignedOut()
  const { seen } = useMoment()
  return <LiveContext value={useLive(isSignedOut || seen !== undefined)}>{children}</LiveContext>
}

/** How fresh what is shown is, and since when the connection is lost; 0: it is not. */
export function useFreshness() {
  const { data } = useStatus()
  const live = use(LiveContext)
  const now = useRunningClock(5 * SECOND)
  return { freshness: freshnessOf(data, live, now), lostAt: live.kind === 'lost' ? live.since : 0, now }
}

/**
 * Follows the garden, and the file of `POLICY`: each `revision` event of `/api/events` makes what it names be asked for again, each
 * `policy` event everything. The server paces both. A hidden tab hangs up, because browsers allow only six open connections to a
 * server, and asks for everything again when it is seen again.
 */
function useLive(isOff: boolean): LiveState {
  const client = useQueryClient()
  const [state, setState] = useState<LiveState>({ kind: 'connecting' })

  useEffect(() => {
    if (isOff) return
    let source: EventSource | undefined
    let retry: ReturnType<typeof setTimeout> | undefined
    let delay = FIRST_RETRY
    let missed = false

    const open = () => {
      source = new EventSource(`${BASE_PATH}/api/events`)
      source.onopen = () => {
        delay = FIRST_RETRY
        setState({ kind: 'open' })
        if (missed) askAgainForAll(client)
        missed = false
      }
      source.addEventListener('revision', (event) => askAgain(client, JSON.parse(event.data) as News))
      source.addEventListener('policy', () => askAgainForAll(client))
      source.onerror = () => {
        hangUp()
        // It may have ended with the session, which this answer tells.
        askAgainForStatus(client)
        setState((before) => (before.kind === 'lost' ? before : { kind: 'lost', since: Date.now() }))
        retry = setTimeout(open, delay * (0.75 + Math.random() / 2))
        delay = Math.min(delay * 2, LAST_RETRY)
      }
    }
    const hangUp = () => {
      clearTimeout(retry)
      source?.close()
      source = undefined
      missed = true
    }
    const followVisibility = () => {
      hangUp()
      if (document.visibilityState === 'visible') open()
    }

    // A form that leads away signs in or out: what would be asked until the page is gone would be answered to another user.
    const leave = ({ defaultPrevented }: SubmitEvent) => {
      if (!defaultPrevented) hangUp()
    }

    if (document.visibilityState === 'visible') open()
    window.addEventListener('submit', leave)
    document.addEventListener('visibilitychange', followVisibility)
    return () => {
      window.removeEventListener('submit', leave)
      document.removeEventListener('visibilitychange', followVisibility)
      hangUp()
    }
  }, [client, isOff])

  return state
}
