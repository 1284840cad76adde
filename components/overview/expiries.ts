import type { GardenAnswer } from '@/lib/questions/overview/contract'
import { plural } from '@/lib/words/phrases'
import { countText, ms } from '@/lib/words/time-text'
import { percentAt, type TimeRange } from '../timeline/range'
import type { Measure } from '../timeline/ticks'

/** Expiries of a profile on one line: diamonds whose area is the number of clusters, each with what fits beside it. */

export type ProfileExpiries = GardenAnswer['expiries'][number]
export type ExpiryMark = ProfileExpiries['marks'][number]

const SMALLEST = 4
const LARGEST = 19.5
/** With fewer clusters than this the largest diamond is smaller, so that five clusters never look like a wave. */
const MANY = 60
/** How far two diamonds may reach into each other, in pixels, before they are one. */
const OVERLAP = 2
const LABEL_GAP = 5
const LABEL_PAD = 4

export interface PlacedMark {
  readonly kind: ExpiryMark['kind']
  /** Percent of the line. */
  readonly left: number
  /** Side of the square before it is turned, in pixels. */
  readonly size: number
  /** Name before the figure, when it fits. */
  readonly name: string
  /** The figure; empty when not even that fits. */
  readonly figure: string
  /** In order of time. */
  readonly marks: readonly ExpiryMark[]
}

export interface ExpiryLine {
  readonly range: TimeRange
  readonly width: number
  readonly measure: Measure
  /** The most clusters of one mark in all lines. */
  readonly most: number
}

/** Of the clusters of a mark those that fail, after their number: `, 2 of them fail`; empty when none does. */
export function failingText({ clusters, fails }: Pick<ExpiryMark, 'clusters' | 'fails'>): string {
  if (fails === 0) return ''
  if (clusters === 1) return ', it fails'
  return `, ${fails === clusters ? 'all' : countText(fails)} of them ${plural(fails, 'fails', 'fail')}`
}

/** Side of a diamond whose area is the number of clusters. */
export function markSize(clusters: number, most: number): number {
  const size = LARGEST * Math.sqrt(clusters / Math.max(most, MANY))
  return Math.round(Math.max(SMALLEST, size) * 10) / 10
}

export function placedMarks(marks: readonly ExpiryMark[], line: ExpiryLine): readonly PlacedMark[] {
  const groups = merged(marks, line)
  return groups.map((group, index) => {
    const next = groups[index + 1]
    const nextLeft = next ? next.x - halfWidth(next.size) : line.width
    const room = nextLeft - group.x - halfWidth(group.size) - LABEL_GAP - LABEL_PAD
    return {
      ...fitted(group.marks, group.clusters, room, line.measure),
      kind: group.kind,
      left: (group.x / line.width) * 100,
      size: group.size,
      marks: group.marks,
    }
  })
}

interface Group {
  readonly kind: ExpiryMark['kind']
  readonly x: number
  readonly size: number
  readonly clusters: number
  readonly marks: readonly ExpiryMark[]
}

/** Marks in order of time; those of one kind that would cover each other are one, where the first of them is. */
function merged(marks: readonly ExpiryMark[], line: ExpiryLine): readonly Group[] {
  const groups: Group[] = []
  for (const mark of [...marks].sort((a, b) => ms(a.at) - ms(b.at))) {
    if (ms(mark.at) > line.range.to) break
    const x = (percentAt(line.range, Math.max(ms(mark.at), line.range.from)) / 100) * line.width
    const size = markSize(mark.clusters, line.most)
    let group: Group = { kind: mark.kind, x, size, clusters: mark.clusters, marks: [mark] }
    // What has grown may now reach its neighbour on the other side.
    for (;;) {
      const index = groups.findLastIndex((other) => other.kind === group.kind)
      const near = groups[index]
      if (!near || group.x - halfWidth(group.size) >= near.x + halfWidth(near.size) - OVERLAP) break
      const clusters = near.clusters + group.clusters
      group = { ...near, clusters, size: markSize(clusters, line.most), marks: [...near.marks, ...group.marks] }
      groups.splice(index, 1)
    }
    groups.push(group)
  }
  return groups.sort((a, b) => a.x - b.x)
}

/** A turned square reaches further than its side. */
export function halfWidth(size: number): number {
  return (size * Math.SQRT2) / 2
}

function fitted(
  marks: readonly ExpiryMark[],
  clusters: number,
  room: number,
  measure: Measure,
): { name: string; figure: string } {
  const figure = countText(clusters)
  const [only, ...others] = marks
  const name = others.length > 0 || !only ? '' : only.what === 'Kubernetes' ? only.version : only.what
  const figureWidth = measure(figure, 11, 600)
  if (name !== '' && measure(`${name} `, 11) + figureWidth <= room) return { name, figure }
  return { name: '', figure: figureWidth <= room ? figure : '' }
}
