import { type ReactNode, useMemo, useRef } from 'react'
import type { Zone } from '@/lib/contract/zone'
import type { VersionAnswer } from '@/lib/questions/version/contract'
import { flagDate, spanName } from '@/lib/words/spans'
import { countText, dayText } from '@/lib/words/time-text'
import { Steps } from '../charts/later'
import type { Label } from '../charts/steps'
import {
  Axis,
  asTail,
  type ChartBox,
  chartClass,
  Flag,
  fittedTicks,
  freePlace,
  Grid,
  layerClass,
  NowLabel,
  NowLine,
  nowLabelAt,
  nowStretch,
  type OffsetAt,
  pixelAt,
  placedFlag,
  placedSegments,
  Segment,
  type Stretch,
  type TimeRange,
  useChartBox,
} from '../timeline'
import type { VersionRow } from '../timeline/rows'
import { rangeMark } from '../ui/chart-mark'
import styles from './version.module.css'

interface LifeChartProps {
  readonly row: VersionRow
  readonly profile: string
  readonly course: VersionAnswer['course']
  readonly range: TimeRange
  readonly now: number
  readonly nowText: string
  readonly zone: Zone
  readonly offsetAt: OffsetAt
}

const GUESSED_WIDTH = 760
/** Of the part with the clusters, in pixels. */
const HEIGHT = 76
/** Above the highest step, for its words. */
const ROOM = 16

/** What a version is over time, and below it how many clusters are on it: steps, forecast from now on. */
export function LifeChart(props: LifeChartProps): ReactNode {
  const { row, profile, course, range, now, zone, offsetAt } = props
  const plot = useRef<HTMLDivElement>(null)
  const box = useChartBox(plot, range, now, GUESSED_WIDTH)
  const ticks = useMemo(
    () => fittedTicks(range, box.width, box.measure, offsetAt),
    [range, box.width, box.measure, offsetAt],
  )
  const segments = useMemo(() => placedSegments(row.spans, box).map(asTail), [row.spans, box])
  const flag = row.expires === null ? null : placedFlag(row.expires, flagDate(row.expires, zone, now), box)
  return (
    <div className={chartClass} {...rangeMark(range)}>
      <div className={styles.row}>
        <span />
        <div ref={plot} className={styles.plot} style={{ height: 40 }}>
          <Axis ticks={ticks} initials />
          <NowLabel x={nowLabelAt(box, props.nowText)} text={props.nowText} />
        </div>
      </div>
      <div className={styles.body}>
        <div aria-hidden className={`${layerClass} ${styles.layer}`}>
          <Grid range={range} now={now} ticks={ticks} />
        </div>
        <div className={styles.row}>
          <span>Stage in {profile}</span>
          <div className={styles.plot} style={{ height: 30 }}>
            {segments.map((segment) => (
              <Segment
                key={`${segment.span.look}/${segment.span.from}`}
                segment={segment}
                name={spanName(row.version, segment.span, zone)}
              />
            ))}
            {row.stage === 'notInProfile' && <span className={styles.none}>the profile does not list it</span>}
            {flag && row.expires !== null && (
              <Flag
                flag={flag}
                title={`${row.version} ${row.expires < now ? 'expired' : 'expires'} ${dayText(row.expires, zone)}`}
              />
            )}
          </div>
        </div>
        <div className={styles.row}>
          <span>
            Clusters on it
            <small>if nobody acts</small>
          </span>
          <Clusters course={course} box={box} zone={zone} />
        </div>
        <div aria-hidden className={`${layerClass} ${styles.layer}`}>
          <NowLine range={range} now={now} />
        </div>
      </div>
    </div>
  )
}

interface Step {
  readonly at: number
  readonly clusters: number
}

/** The clusters over time, from now on: what is before is hatched. */
function Clusters({
  course,
  box,
  zone,
}: {
  readonly course: VersionAnswer['course']
  readonly box: ChartBox
  readonly zone: Zone
}): ReactNode {
  const { from, to } = box.range
  const steps = useMemo(
    () => course.map(({ at, clusters }): Step => ({ at: Date.parse(at), clusters })).filter(({ at }) => at < to),
    [course, to],
  )
  const most = Math.max(1, ...steps.map(({ clusters }) => clusters))
  const top = (most * HEIGHT) / (HEIGHT - ROOM)
  return (
    <div className={styles.plot} style={{ height: HEIGHT }} role="img" aria-label={courseSentence(steps, zone)}>
      <Steps
        bands={[{ name: 'clusters', look: 'm-0', counts: steps.map(({ clusters }) => clusters) }]}
        steps={steps.map(({ at }) => at)}
        from={from}
        to={to}
        top={top}
        edge="dashed"
        areas={[{ from, to: steps[0]?.at ?? box.now, look: 'hatched' }]}
        labels={labelsOf(steps, box, top, zone)}
      />
    </div>
  )
}

/** Of which time the chart does not tell: `not told before 21 Nov 2026`. */
export function beforeText(now: number, zone: Zone): string {
  return `not told before ${dayText(now, zone)}`
}

/** Of now, of the most and of the last, where there is room; none lies on another. */
function labelsOf(steps: readonly Step[], box: ChartBox, most: number, zone: Zone): readonly Label[] {
  const [first] = steps
  if (first === undefined) return []
  const peak = steps.reduce((a, b) => (b.clusters > a.clusters ? b : a), first)
  const labels: Label[] = []
  const taken: Stretch[] = []
  for (const step of new Set([first, steps.at(-1) ?? first, peak])) {
    const text = step === first ? 'now' : `from ${dayText(step.at, zone, { now: box.now })}`
    const width = box.measure(`${step.clusters} ${text}`, 12) + 12
    const left = freePlace(Math.max(0, pixelAt(box, step.at)), box.width, width, [...nowStretch(box), ...taken])
    if (left === null) continue
    // Above every step that it stands over.
    const under = steps.filter(({ at }, index) => {
      const end = steps[index + 1]?.at ?? box.range.to
      return pixelAt(box, at) < left + width && pixelAt(box, end) > left
    })
    const above = (Math.max(step.clusters, ...under.map(({ clusters }) => clusters)) / most) * HEIGHT
    labels.push({
      strong: countText(step.clusters),
      text,
      color: 'var(--ink-2)',
      side: 'start',
      inset: (left / box.width) * 100,
      middle: (Math.min(HEIGHT - 8, above + 9) / HEIGHT) * 100,
    })
    taken.push({ left, right: left + width })
  }
  return labels
}

/** The course in words: what it is now, the most, and the last. */
function courseSentence(steps: readonly Step[], zone: Zone): string {
  const [first] = steps
  if (first === undefined) return 'Clusters on it are not known.'
  const rest = steps.slice(1, 13).map(({ at, clusters }) => `${countText(clusters)} from ${dayText(at, zone)}`)
  const more = steps.length > 13 ? ` and ${countText(steps.length - 13)} more changes` : ''
  return `Clusters on it: ${[`${countText(first.clusters)} now`, ...rest].join(', ')}${more}.`
}
