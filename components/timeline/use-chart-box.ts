'use client'

import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useIsInBrowser } from '../ui/lazy-part'
import type { ChartBox } from './layout'
import type { TimeRange } from './range'
import type { MeasureText } from './ticks'

/**
 * Text widths. The browser measures with the page's own font; the server, and the first render in the browser that must equal it,
 * estimate from the usual widths of a sans serif.
 */

const NARROW = new Set("ijlI.,:;'|!()[]ft-/ ")
const WIDE = new Set('mwMW%@')

function estimatedEm(char: string): number {
  if (WIDE.has(char)) return 0.86
  if (NARROW.has(char)) return 0.33
  return char >= 'A' && char <= 'Z' ? 0.68 : 0.58
}

/** A little more than most fonts need, so that a text that is said to fit does. */
export const estimatedWidth: MeasureText = (text, size = 11, weight = 400) => {
  let em = 0
  for (const char of text) em += estimatedEm(char)
  return Math.ceil(em * size * (weight === 600 ? 1.06 : 1))
}

/** Null: nothing was measured since the page's font arrived. */
let canvas: { readonly context: CanvasRenderingContext2D; readonly family: string } | null = null

/** A canvas with the font of the page. Asking for the family makes the browser lay out the page, so it is asked once. */
function newCanvas(): typeof canvas {
  const context = document.createElement('canvas').getContext('2d')
  return context && { context, family: getComputedStyle(document.body).fontFamily }
}

/** Measured with the page's font; only in the browser. */
const measuredWidth: MeasureText = (text, size = 11, weight = 400) => {
  canvas ??= newCanvas()
  if (canvas === null) return estimatedWidth(text, size, weight)
  const { context, family } = canvas
  context.font = `${weight} ${size}px ${family}`
  return Math.ceil(context.measureText(text).width)
}

/** The width of an element in pixels, before it is measured. */
const GUESS = 780

/** The width of an element in pixels, before it is known a guess; follows the window. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(GUESS)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(entry.contentRect.width)
    })
    setWidth(element.clientWidth || GUESS)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}

/** How wide texts are: estimated on the server, measured in the browser, measured again when the page's font has arrived. */
export function useMeasure(): MeasureText {
  const inBrowser = useIsInBrowser()
  const [, setFonts] = useState(0)
  useEffect(() => {
    if (document.fonts.status === 'loaded') return
    void document.fonts.ready.then(() => {
      canvas = null
      setFonts((count) => count + 1)
    })
  }, [])
  return inBrowser ? measuredWidth : estimatedWidth
}

/** A column of bold texts is as wide as the longest, within reason; what is longer is cut and has its text in the title. */
export function useColumnWidth(): (texts: readonly string[], least: number, longest: number) => number {
  const measure = useMeasure()
  return (texts, least, longest) =>
    Math.min(Math.max(least, ...texts.map((text) => measure(text, 13, 600) + 16)), longest)
}

/** All that `placedSegments` and the like need: hand in the element that is as wide as the chart's time. */
export function useChartBox(ref: RefObject<HTMLElement | null>, range: TimeRange, now: number): ChartBox {
  const width = useWidth(ref)
  const measure = useMeasure()
  return { range, width, now, measure }
}
