import type { GardenAnswer, MovementAnswer } from '@/lib/questions/overview/contract'
import { countText } from '@/lib/words/time-text'
import type { BandWords } from '../charts/steps'

/** Clusters per minor over a year, if nothing is done: steps, stacked with the newest minor below. */

export type MinorsAnswer = GardenAnswer['minors']

/** What ran before now, as it was recorded. */
export type PastMinors = MovementAnswer['minors']

/**
 * The steps of the past before those ahead. Before the first step of the past nothing is known: from `from` on no cluster is counted
 * until then. A minor that is not there in one of the two is on no cluster.
 */
export function withPast(past: PastMinors, ahead: MinorsAnswer, from: string): MinorsAnswer {
  const steps = past.at.filter((at) => at < (ahead.at[0] ?? ''))
  const isBlank = from < (steps[0] ?? '')
  const counts = (minors: MinorsAnswer, minor: string) =>
    minors.series.find((one) => one.minor === minor)?.counts ?? minors.at.map(() => 0)
  const minors = [...new Set([...past.series, ...ahead.series].map(({ minor }) => minor))]
  // Oldest first: 1.9 before 1.10.
  minors.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  return {
    at: [...(isBlank ? [from] : []), ...steps, ...ahead.at],
    series: minors.map((minor) => ({
      minor,
      counts: [...(isBlank ? [0] : []), ...counts(past, minor).slice(0, steps.length), ...counts(ahead, minor)],
    })),
  }
}

/** The tints from `--m-0` (oldest) to `--m-5` (newest). */
const TINTS = [0, 1, 2, 3, 4, 5] as const
type MinorTint = (typeof TINTS)[number]
/** A band needs this share of the height to hold a line of text. */
const LABEL_SHARE = 0.062

export interface MinorCounts {
  readonly minor: string
  /** 5 for the newest minor, down to 0 for all that are six or more behind it. */
  readonly tint: MinorTint
  /** One per step. */
  readonly counts: readonly number[]
}

/** Bands from the bottom to the top: the newest minor first. Minors that no cluster ever has are left out. */
export function minorBands(minors: MinorsAnswer): readonly MinorCounts[] {
  return [...minors.series]
    .filter((one) => one.counts.some((count) => count > 0))
    .toReversed()
    .map((one, index) => ({ minor: one.minor, tint: TINTS.at(-1 - index) ?? 0, counts: one.counts }))
}

/** The top of the chart: the most clusters at any step. */
export function highestCount(bands: readonly MinorCounts[], steps: number): number {
  const total = (step: number) => bands.reduce((sum, band) => sum + (band.counts[step] ?? 0), 0)
  return Math.max(1, ...Array.from({ length: steps }, (_, step) => total(step)))
}

/** A label near the end is set from the right. */
export interface BandLabel extends Pick<BandWords, 'side' | 'inset' | 'middle'> {
  readonly minor: string
  readonly tint: MinorTint
  readonly count: number
}

export interface PlotTime {
  /** When each step begins, in milliseconds, in order. */
  readonly steps: readonly number[]
  readonly from: number
  readonly to: number
  /** The count at the top edge, where other steps than these are drawn too. */
  readonly top?: number
  /** Share of the width that a label takes, with its distance from the edge. */
  readonly labelShare: number
}

/**
 * Labels inside their bands: each where its band first has room for a line of text over the width of a label, and once more
 * at the end if its count has changed by then. A band that nowhere has room has none.
 */
export function bandLabels(bands: readonly MinorCounts[], time: PlotTime): readonly BandLabel[] {
  const { steps, from, to, labelShare } = time
  const { top = highestCount(bands, steps.length) } = time
  const width = labelShare * (to - from)
  const lastStart = to - width
  return bands.flatMap((band, index) => {
    const labelAt = (start: number, counted: number): Omit<BandLabel, 'side' | 'inset'> | undefined => {
      const room = roomOf(bands, index, stepsWithin(steps, start, start + width))
      if (!room || (room.above - room.below) / top < LABEL_SHARE) return undefined
      const count = band.counts[stepAt(steps, counted)] ?? 0
      return { minor: band.minor, tint: band.tint, count, middle: ((room.below + room.above) / 2 / top) * 100 }
    }
    const labels: BandLabel[] = []
    const starts = [...steps.map((step) => Math.max(step, from)), lastStart].filter((start) => start <= lastStart)
    for (const start of starts) {
      const label = labelAt(start, start)
      if (!label) continue
      labels.push({ ...label, side: 'start', inset: ((start - from) / (to - from)) * 100 })
      break
    }
    const first = labels[0]
    // Counted in the middle of its text: that is where it seems to point.
    const last = labelAt(lastStart, lastStart + width / 2)
    const isNews = first !== undefined && last !== undefined && last.count !== first.count
    if (isNews && first.inset / 100 < 1 - 2 * labelShare) labels.push({ ...last, side: 'end', inset: 0 })
    return labels
  })
}

/** What a band covers during all of these steps; undefined when that is nothing. */
function roomOf(bands: readonly MinorCounts[], index: number, steps: readonly number[]) {
  let below = 0
  let above = Number.POSITIVE_INFINITY
  for (const step of steps) {
    const base = bands.slice(0, index).reduce((sum, band) => sum + (band.counts[step] ?? 0), 0)
    below = Math.max(below, base)
    above = Math.min(above, base + (bands[index]?.counts[step] ?? 0))
  }
  return above > below && Number.isFinite(above) ? { below, above } : undefined
}

/** The steps that are going on at some time between two instants. */
function stepsWithin(steps: readonly number[], from: number, to: number): readonly number[] {
  const first = stepAt(steps, from)
  return [...steps.keys()].filter((step) => step === first || (step > first && (steps[step] ?? 0) < to))
}

/** `too thin to label: 1.30 6, 1.35 12`, oldest first; empty when every band that is there has its label. */
export function thinText(bands: readonly MinorCounts[], labels: readonly BandLabel[]): string {
  const thin = bands.filter(
    (band) =>
      (band.counts[0] ?? 0) > 0 && !labels.some((label) => label.minor === band.minor && label.side === 'start'),
  )
  if (thin.length === 0) return ''
  return `too thin to label: ${thin
    .toReversed()
    .map((band) => `${band.minor}\u00a0${countText(band.counts[0] ?? 0)}`)
    .join(', ')}`
}

/** The step that is going on at an instant: the last one that has begun, or the first one before that. */
export function stepAt(steps: readonly number[], instant: number): number {
  return Math.max(
    0,
    steps.findLastIndex((step) => step <= instant),
  )
}
