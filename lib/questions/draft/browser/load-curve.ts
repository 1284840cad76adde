import type { WhatIfAnswer } from '@/lib/contract/what-if'

export type LoadDay = WhatIfAnswer['load'][number]

/**
 * Nodes that roll per day, before and after, as paths of SVG: one unit wide per day, 100 high, steps and not slopes. `most`: the
 * largest number of nodes of a day, which is 100 high.
 */
export interface LoadPaths {
  readonly most: number
  readonly before: string
  readonly after: string
}

export function loadPaths(days: readonly LoadDay[]): LoadPaths {
  const most = Math.max(0, ...days.flatMap(({ before, after }) => [before.nodes.max, after.nodes.max]))
  const height = (nodes: number) => (most === 0 ? 0 : Math.round((nodes / most) * 1000) / 10)
  return {
    most,
    before: steps(days.map(({ before }) => height(before.nodes.max))),
    after: steps(days.map(({ after }) => height(after.nodes.max))),
  }
}

/** From the ground to the ground. */
function steps(heights: readonly number[]): string {
  const parts = ['M0 100']
  let level = 0
  for (const [day, height] of heights.entries()) {
    if (height === level) continue
    parts.push(`H${day}V${Math.round((100 - height) * 10) / 10}`)
    level = height
  }
  return `${parts.join('')}H${heights.length}V100`
}

/** The day whose load changes most; the first when nothing changes. */
export function mostChangedDay(days: readonly LoadDay[]): number {
  const shift = ({ before, after }: LoadDay) => Math.abs(after.nodes.max - before.nodes.max)
  return days.reduce((best, day, i) => (shift(day) > shift(days[best] ?? day) ? i : best), 0)
}
