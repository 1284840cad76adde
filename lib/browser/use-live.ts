'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { BASE_PATH } from '@/lib/contract/base-path'
import type { StatusAnswer } from '@/lib/contract/status'
import { SECOND } from '@/lib/words/time-text'
import { isBehind } from './behind'
import { Paced } from './paced'
import { statusQueries } from './status-queries'

/** Whether changes of the garden reach this page. */
export type LiveState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  | { readonly kind: 'lost'; readonly since: number }

const FIRST_RETRY = SECOND
const LAST_RETRY = 30 * SECOND
/**
 * A busy garden changes many times a second. Pages rest between two questions for as long as the answers took, twice over, so
 * that a quick garden is followed closely and a slow one is not asked more than it can answer.
 */
const REST = { least: SECOND / 2, most: 5 * SECOND, times: 2 }

/**
 * Follows the garden, and the file of `POLICY`: each `revision` event of `/api/events` makes what is shown be asked for again, and
 * so does each `policy` event. A hidden tab hangs up,
 * because browsers allow only six open connections to a server, and catches up when it is seen again. Nothing is followed while
 * `isOff`: nobody is signed in, or it is the past that is shown.
 */
export function useLive(isOff: boolean): LiveState {
  const client = useQueryClient()
  const [state, setState] = useState<LiveState>({ kind: 'connecting' })

  useEffect(() => {
    if (isOff) return
    let source: EventSource | undefined
    let retry: ReturnType<typeof setTimeout> | undefined
    let delay = FIRST_RETRY
    let missed = false

    const refresh = new Paced(() => client.invalidateQueries(), REST)
    const status = statusQueries.status().queryKey
    const open = () => {
      source = new EventSource(`${BASE_PATH}/api/events`)
      source.onopen = () => {
        delay = FIRST_RETRY
        setState({ kind: 'open' })
        if (missed) refresh.want()
        missed = false
      }
      source.addEventListener('revision', (event) => {
        const known = client.getQueryData<StatusAnswer>(status)
        const news = readNews(event.data)
        if (!known || !news || isBehind(client, news.revision)) refresh.want()
        else if (known.garden.state !== news.state) void client.invalidateQueries({ queryKey: status })
      })
      source.addEventListener('policy', () => refresh.want())
      source.onerror = () => {
        hangUp()
        // It may have ended with the session, which this answer tells.
        void client.invalidateQueries({ queryKey: status })
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

    if (document.visibilityState === 'visible') open()
    document.addEventListener('visibilitychange', followVisibility)
    return () => {
      document.removeEventListener('visibilitychange', followVisibility)
      refresh.stop()
      hangUp()
    }
  }, [client, isOff])

  return state
}

interface News {
  readonly revision: string
  readonly state: string
}

/** What an event says: `{"revision":"…","state":"live"}`; undefined when it cannot be read. */
function readNews(data: unknown): News | undefined {
  try {
    const { revision, state } = JSON.parse(String(data)) as Partial<News>
    return typeof revision === 'string' && typeof state === 'string' ? { revision, state } : undefined
  } catch {
    return undefined
  }
}
