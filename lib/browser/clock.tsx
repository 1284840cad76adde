'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react'
import type { Zone } from '@/lib/contract/zone'
import { dayText, MINUTE, ms, SECOND } from '@/lib/words/time-text'
import { addressText, momentIn, type ShownMoment, withMoment } from './at'

interface ClockBase {
  readonly zone: Zone
  /** What is about one cluster is to be in its own zone. */
  readonly isClusters: boolean
  /** The server's clock when it rendered: hydration must show the same. */
  readonly renderedAt: number
}

const ClockContext = createContext<ClockBase>({ zone: 'UTC', isClusters: false, renderedAt: 0 })

export function ClockProvider(props: ClockBase & { readonly children: ReactNode }) {
  const { zone, isClusters, renderedAt, children } = props
  const base = useMemo(() => ({ zone, isClusters, renderedAt }), [zone, isClusters, renderedAt])
  return <ClockContext value={base}>{children}</ClockContext>
}

/** The zone in which times are told: an IANA name, or the fixed offset of a cluster. */
export function useZone(): Zone {
  return use(ClockContext).zone
}

/** The moment that the address names, as requests take it. */
export function useMoment(): ShownMoment {
  const params = useSearchParams()
  const { at, seen } = momentIn(params)
  return useMemo(() => ({ at, seen }), [at, seen])
}

/** The instant that the clock stands at; undefined while it runs. The past has the clock of its own time. */
export function usePinned(): string | undefined {
  const { at, seen } = useMoment()
  return at ?? seen
}

/**
 * The instant that everything shown is relative to: the pinned one, or now. Only who calls this renders again when time
 * goes on, so call it in the small part that prints the countdown.
 * @param step how often it changes, in milliseconds
 */
export function useNow(step: number = MINUTE): number {
  const at = usePinned()
  const running = useRunningClock(step)
  return at === undefined ? running : ms(at)
}

/** The clock on the wall, pinned or not. */
export function useRunningClock(step: number): number {
  const { renderedAt } = use(ClockContext)
  const floor = (time: number) => Math.floor(time / step) * step
  return useSyncExternalStore(
    onTick,
    () => floor(Date.now()),
    () => floor(renderedAt),
  )
}

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for the page, however many countdowns it has; listeners whose step has not passed do not render. */
function onTick(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, SECOND)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** What is about one cluster: in the zone of its window, where the viewer wants that. */
export function ClusterTimes({ zone, children }: { readonly zone: Zone | undefined; readonly children: ReactNode }) {
  const clock = use(ClockContext)
  if (zone === undefined || !clock.isClusters) return children
  return <ClockContext value={{ ...clock, zone }}>{children}</ClockContext>
}

/** What the line of the present is called in a chart. On a page of the past it is a day: what is said there of "today" is of today. */
export function useNowWord(word: 'now' | 'today', zone: Zone): string {
  const { at, seen } = useMoment()
  return seen === undefined ? word : dayText(at ?? seen, zone, { now: at ?? seen })
}

/** The label of the now line with its day, for charts that say whether the clock runs: `now, 21 Nov`, `pinned, 21 Nov`. */
export function useNowLabel(now: number): string {
  return `${usePinned() === undefined ? 'now' : 'pinned'}, ${dayText(now, useZone(), { now })}`
}

/** Opens the same page at another instant (RFC 3339), or with the running clock. */
export function usePin(): (at: string | undefined) => void {
  const router = useRouter()
  const path = usePathname()
  const search = useSearchParams()
  const { seen } = useMoment()
  return (at) => {
    router.push(withMoment(addressText(path, search), { at, seen: at && seen }), { scroll: false })
  }
}
