'use client'

import { createContext, use } from 'react'
import type { ErrorBody } from '@/lib/contract/common'
import { onWire } from '@/lib/contract/dates'
import { KNOCKED_AT, LANDSCAPE_ROUTES, type LandscapeReply, type NamedLandscape } from '@/lib/contract/landscapes'
import type { JsonRoute, RouteAnswer } from '@/lib/contract/route'
import { addressText } from './at'
import { keepText, keptText } from './kept'

export interface NamedLandscapes {
  /** The landscapes in the order of the setting; empty: there is only this one. */
  readonly all: readonly NamedLandscape[]
  /** This landscape; null: it is reached by an address that is none of theirs. */
  readonly own: NamedLandscape | null
}

const LandscapesContext = createContext<NamedLandscapes>({ all: [], own: null })

export const LandscapesProvider = LandscapesContext

export function useLandscapes(): NamedLandscapes {
  return use(LandscapesContext)
}

/** All landscapes but this one. */
export function otherLandscapes({ all, own }: NamedLandscapes): readonly NamedLandscape[] {
  return all.filter((one) => one !== own && one.url !== own?.url)
}

/** How long an answer is waited for, in milliseconds. */
const PATIENCE = 10_000

/**
 * Asks the Almanac of another landscape, with the session that the reader has there, which no script of ours sees. Never throws, but
 * where its caller no longer waits for the answer.
 * @param route below `LANDSCAPE_ROUTES`, with the search
 * @param load the contract of the route, to which an answer is held: it may be of another release, which says more
 */
export async function askLandscape<R extends JsonRoute>(
  { url }: NamedLandscape,
  route: string,
  load: () => Promise<R>,
  signal: AbortSignal,
): Promise<LandscapeReply<RouteAnswer<R>>> {
  try {
    const response = await fetch(url + LANDSCAPE_ROUTES + route, {
      headers: { accept: 'application/json' },
      mode: 'cors',
      credentials: 'include',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
    })
    keepText(lastKey(url), onWire(Date.now()))
    const body: unknown = await response.json().catch(() => null)
    if (!response.ok) return refusalIn(response.status, body as Partial<ErrorBody> | null)
    const answer = (await load()).answer.safeParse(body)
    return answer.success ? { kind: 'told', answer: answer.data as RouteAnswer<R> } : { kind: 'unreadable' }
  } catch (error) {
    if (signal.aborted) throw error
    // One that was silent all the time is not asked for longer.
    const isSilent = error instanceof DOMException && error.name === 'TimeoutError'
    if (!isSilent && (await isThere(url + LANDSCAPE_ROUTES, signal))) return { kind: 'unnamed' }
    if (!isSilent && (await isThere(url + KNOCKED_AT, signal))) return { kind: 'earlier' }
    const last = keptText(lastKey(url))
    return { kind: 'away', lastAt: last === null || Number.isNaN(Date.parse(last)) ? null : last }
  }
}

/** Whether something answers there that pages of sibling sites may load, though they read nothing of it. */
async function isThere(address: string, signal: AbortSignal): Promise<boolean> {
  try {
    await fetch(`${address}landscape`, {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
    })
    return true
  } catch {
    return false
  }
}

/** When a landscape last answered: it tells one that is away from one that does not name this one. */
const lastKey = (url: string) => `almanac-heard:${url}`

function refusalIn(status: number, body: Partial<ErrorBody> | null): LandscapeReply<never> {
  const { message, endedAt } = body?.error ?? {}
  const said = typeof message === 'string' ? message : `HTTP ${status}`
  if (status === 401) {
    return { kind: 'signedOut', message: said, endedAt: typeof endedAt === 'string' ? endedAt : null }
  }
  return status === 404 || status === 405 ? { kind: 'earlier' } : { kind: 'refused', message: said }
}

/**
 * The same page in another landscape, with the same clock and view. What belongs to this one alone stays here: a draft, and what was
 * known at some instant. `from` says where the reader comes from, for the page of a version that is not there.
 */
export function samePage({ url }: NamedLandscape, path: string, search: URLSearchParams, from?: string): string {
  const kept = new URLSearchParams(search)
  for (const name of ['draft', 'seen', 'from']) kept.delete(name)
  if (from !== undefined && path.startsWith('/versions/')) kept.set('from', from)
  return url + addressText(path, kept)
}
