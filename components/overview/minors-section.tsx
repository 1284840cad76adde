'use client'

import { useMemo, useRef } from 'react'
import { useNowWord, useZone } from '@/lib/browser/clock'
import { onWire } from '@/lib/contract/dates'
import { HORIZON } from '@/lib/words/phrases'
import { countText, DAY, dayText, ms } from '@/lib/words/time-text'
import { LazySteps } from '../charts/lazy-charts'
import { unrecorded } from '../timeline/range'
import { useWidth } from '../timeline/use-chart-box'
import { useIsTable } from '../ui/button'
import { chartMark } from '../ui/chart-mark'
import { Count, RowTable } from '../ui/data-table'
import { Empty } from '../ui/parts'
import { Section } from '../ui/section'
import type { PastMovement } from './days'
import { bandLabels, highestCount, type MinorCounts, type MinorsAnswer, minorBands, thinText, withPast } from './minors'
import styles from './overview.module.css'

/** How far ahead is computed. */
const YEAR = 365 * DAY
/** How far back is shown. */
const BACK = 60 * DAY
/** A label with its distance from the edge, in pixels. */
const LABEL_WIDTH = 76

export interface MinorsSectionProps {
  readonly minors: MinorsAnswer
  readonly at: string
  /** What happened before; undefined as long as it is not known. */
  readonly movement: PastMovement | undefined
}

/** Clusters per minor until the horizon, in steps, after those that were recorded. */
export function MinorsSection({ minors, at, movement }: MinorsSectionProps) {
  const zone = useZone()
  const isTable = useIsTable()
  const [nowText, todayText] = [useNowWord('now', zone), useNowWord('today', zone)]
  const plot = useRef<HTMLDivElement>(null)
  const width = useWidth(plot)
  const past = movement !== undefined && movement.minors.at.length > 0 ? movement : undefined
  const chart = useMemo(() => chartOf(minors, at, LABEL_WIDTH / width, past), [minors, at, width, past])
  const { bands, labels, steps, from, to, top } = chart
  const now = ms(at)
  const hatched = past ? unrecorded(past, { from, to: now }) : []
  const thin = isTable ? '' : thinText(chart.ahead, labels)
  return (
    <Section
      title={`Clusters per minor, ${past ? '14 months' : HORIZON}`}
      actions={<p className="faint small">{['if nobody acts', thin].filter(Boolean).join('; ')}</p>}
      {...(isTable ? {} : chartMark('Clusters per minor', { from, to }))}
    >
      {bands.length === 0 ? (
        <Empty text="No cluster runs a version that can be counted." />
      ) : isTable ? (
        <MinorsTable
          bands={bands}
          days={steps.map((step, index) => (index === chart.now ? nowText : dayText(step, zone, { now: at })))}
        />
      ) : (
        <div className={styles.area}>
          <div className={styles.scale} aria-hidden="true">
            {[...new Set([top, Math.floor(top / 2), 0])].map((count) => (
              <span key={count} style={{ bottom: `${(count / top) * 100}%` }}>
                {countText(count)}
              </span>
            ))}
          </div>
          <div ref={plot} className={styles.plot} role="img" aria-label="Clusters per minor">
            <LazySteps
              bands={bands.map(({ minor, tint, counts }) => ({ name: minor, look: `m-${tint}`, counts }))}
              steps={steps}
              from={from}
              to={to}
              top={top}
              labels={labels.map(({ minor, count, tint, ...place }) => ({
                ...place,
                strong: minor,
                text: countText(count),
                color: `var(--m-${tint}-ink)`,
              }))}
              hasAxis
              nowText={todayText}
              areas={[
                ...hatched.map((one) => ({ ...one, look: 'hatched' as const })),
                ...(past ? [{ from, to: now, look: 'past' as const }] : []),
              ]}
              now={past && now}
            />
          </div>
        </div>
      )}
    </Section>
  )
}

function chartOf(minors: MinorsAnswer, at: string, labelShare: number, past: PastMovement | undefined) {
  const to = ms(at) + YEAR
  const from = past ? ms(at) - BACK : ms(at)
  const whole = past ? withPast(past.minors, minors, onWire(from)) : minors
  const all = minorBands(whole)
  const steps = whole.at.map(ms).filter((step) => step < to)
  const now = whole.at.length - minors.at.length
  const top = highestCount(all, steps.length)
  // Labels tell what is ahead, so that the first ones are those of now.
  const ahead = all.map((band) => ({ ...band, counts: band.counts.slice(now) }))
  const share = YEAR / (to - from)
  const labels = bandLabels(ahead, {
    steps: steps.slice(now),
    from: ms(at),
    to,
    top,
    labelShare: labelShare / share,
  }).map((label) => ({
    ...label,
    inset: label.side === 'start' ? (1 - share) * 100 + label.inset * share : label.inset * share,
  }))
  return { bands: all, ahead, from, to, now, steps, top, labels }
}

/** The stacked area as a table: a row per step, newest minor last as in the range of versions. */
function MinorsTable({ bands, days }: { readonly bands: readonly MinorCounts[]; readonly days: readonly string[] }) {
  const columns = bands.toReversed()
  return (
    <RowTable
      behindChart="Clusters per minor as a table"
      className="dense"
      heads={['From', ...columns.map(({ minor }) => ({ number: minor }))]}
    >
      {days.map((day, step) => (
        <tr key={`${day} ${columns.map((band) => band.counts[step]).join(' ')}`}>
          <th scope="row">{day}</th>
          {columns.every((band) => band.counts[step] === 0) ? (
            <td colSpan={columns.length} className="faint">
              not recorded
            </td>
          ) : (
            columns.map((band) => <Count key={band.minor} value={band.counts[step] ?? 0} />)
          )}
        </tr>
      ))}
    </RowTable>
  )
}
