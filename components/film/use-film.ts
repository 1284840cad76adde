'use client'

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Keys, useKeys } from '@/lib/client/keys'
import { useUrlState } from '@/lib/client/url-state'
import type { FilmAnswer } from '@/lib/contract'
import { dateOf, dayOf, type Stop } from './days'

export type Speed = '0.5' | '1' | '4'

/** A month takes two seconds. */
const DAYS_PER_SECOND = 365 / 12 / 2
/** Without movement a step stays so long, in milliseconds. */
const STEP_MS = 1600
/** The address follows so long after the last change: browsers take only some a second. */
const WRITE_MS = 200

export interface Scrub {
  readonly day: number
  readonly isPlaying: boolean
  readonly speed: Speed
  readonly go: (day: number) => void
  /** To the next stop, or the one before. */
  readonly step: (by: 1 | -1) => void
  readonly toggle: () => void
  readonly setSpeed: (speed: Speed) => void
}

/** Which day is looked at: in the address, moved by hand, by keys or by playing. */
export function useScrub(film: FilmAnswer, stops: readonly Stop[], withArrows: boolean): Scrub {
  const { params, set } = useUrlState()
  const [date, setDate] = useState(() => params.get('day'))
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<Speed>('1')
  const { first, days } = film
  const day = dayOf(film, date)
  const current = useRef(day)
  useEffect(() => {
    current.current = day
  }, [day])

  const show = useCallback(
    (next: number) => {
      const inside = Math.min(Math.max(Math.floor(next), 0), days - 1)
      setDate(inside === 0 ? null : dateOf({ first }, inside))
    },
    [first, days],
  )
  const go = useCallback(
    (next: number) => {
      setPlaying(false)
      show(next)
    },
    [show],
  )
  const nextStop = useCallback(
    (by: 1 | -1) =>
      by === 1
        ? stops.find((stop) => stop.day > current.current)?.day
        : (stops.findLast((stop) => stop.day < current.current)?.day ?? 0),
    [stops],
  )
  const step = useCallback((by: 1 | -1) => go(nextStop(by) ?? days - 1), [go, nextStop, days])
  const toggle = useCallback(() => {
    if (!isPlaying && current.current >= days - 1) show(0)
    setPlaying(!isPlaying)
  }, [isPlaying, show, days])

  useEffect(() => {
    if (isPlaying) return
    const timer = setTimeout(() => {
      const written = new URLSearchParams(window.location.search).get('day')
      if (written !== date) set({ day: date ?? undefined })
    }, WRITE_MS)
    return () => clearTimeout(timer)
  }, [date, isPlaying, set])

  useEffect(() => {
    if (!isPlaying) return
    const rate = Number(speed)
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      const timer = setInterval(() => {
        const next = nextStop(1)
        if (next === undefined) setPlaying(false)
        show(next ?? days - 1)
      }, STEP_MS / rate)
      return () => clearInterval(timer)
    }
    let position = current.current >= days - 1 ? 0 : current.current
    let last: number | null = null
    let frame = requestAnimationFrame(function draw(time) {
      position += last === null ? 0 : ((time - last) / 1000) * DAYS_PER_SECOND * rate
      last = time
      show(position)
      if (position >= days - 1) setPlaying(false)
      else frame = requestAnimationFrame(draw)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying, speed, days, show, nextStop])

  useKeys(
    useMemo<Keys>(
      () => ({
        ' ': toggle,
        ...(withArrows && {
          ArrowLeft: () => go(current.current - 1),
          ArrowRight: () => go(current.current + 1),
          'Shift+ArrowLeft': () => step(-1),
          'Shift+ArrowRight': () => step(1),
        }),
      }),
      [toggle, go, step, withArrows],
    ),
  )
  return { day, isPlaying, speed, go, step, toggle, setSpeed }
}
