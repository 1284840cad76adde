'use client'

import { type RefObject, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { ChartBox } from './layout'
import { estimatedWidth, forgetWidths, measuredWidth } from './measure'
import type { TimeRange } from './scale'
import type { Measure } from './ticks'

const never = () => () => {}

/** False on the server and in the first render in the browser, which must equal the server's; true from then on. */
function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

/** The width of an element in pixels, before it is known a guess; follows the window. */
export function useWidth(ref: RefObject<HTMLElement | null>, guess: number): number {
  const [width, setWidth] = useState(guess)
  useBrowserLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(entry.contentRect.width)
    })
    setWidth(element.clientWidth || guess)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, guess])
  return width
}

/** How wide texts are: estimated on the server, measured in the browser, measured again when the page's font has arrived. */
export function useMeasure(): Measure {
  const inBrowser = useInBrowser()
  const [, setFonts] = useState(0)
  useEffect(() => {
    let mounted = true
    if (document.fonts.status === 'loaded') return
    document.fonts.ready.then(() => {
      forgetWidths()
      if (mounted) setFonts((count) => count + 1)
    })
    return () => {
      mounted = false
    }
  }, [])
  return inBrowser ? measuredWidth : estimatedWidth
}

/** All that `placedSegments` and the like need: hand in the element that is as wide as the chart's time. */
export function useChartBox(
  ref: RefObject<HTMLElement | null>,
  range: TimeRange,
  now: number,
  guessedWidth: number,
): ChartBox {
  const width = useWidth(ref, guessedWidth)
  const measure = useMeasure()
  return { range, width, now, measure }
}
