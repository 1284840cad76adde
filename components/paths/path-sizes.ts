import { bandLines, kindWord, nodeCount, type PathBand, stayingLines, type Words } from '@/lib/words/paths'
import type { Measure } from '../timeline'
import type { PathSizes } from './path-columns'

/** Of a glyph and the space after it. */
const GLYPH = 17
const SIZE = 12

interface Said {
  readonly words: Words
  /** The hops that are folded into words. */
  readonly later: readonly PathBand[]
  readonly available: number
  readonly measure: Measure
}

/** How much room everything takes that a path diagram says. */
export function pathSizes({ words, later, available, measure }: Said): PathSizes {
  return {
    available,
    labelWidths: (band) => {
      const [first = '', ...rest] = bandLines(band, words)
      const head = GLYPH + measure(`${kindWord(band)} `, SIZE, 600) + measure(first, SIZE)
      return [head, ...rest.map((line) => measure(line, SIZE))]
    },
    nodeWidth: (node) => Math.max(measure(node.version, SIZE, 600) + GLYPH, measure(nodeCount(node), SIZE)),
    stayingWidths: (node, staying) =>
      stayingLines(node, staying, words, staying === node.clusters ? later : []).map((line) => measure(line, SIZE)),
  }
}
