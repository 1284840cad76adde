'use client'

import type { ReactNode } from 'react'
import { useNowWord, useZone } from '@/lib/browser/clock'
import type { Zone } from '@/lib/contract/zone'
import { addTo } from '@/lib/engine/grouped'
import type { PolicyEffectsAnswer, PolicyOutcomeBody } from '@/lib/questions/policy/contract'
import { HORIZON } from '@/lib/words/phrases'
import { countText, monthText, ms, msOrNull } from '@/lib/words/time-text'
import { LazyBars } from '../charts/lazy-charts'
import { addMonths, offsetAtOf, unitBegin } from '../timeline/calendar'
import type { LaneRow } from '../timeline/lane'
import { Lanes } from '../timeline/lanes'
import { type ChartBox, pixelAt } from '../timeline/layout'
import { css, percentAt, type TimeRange } from '../timeline/range'
import { versionLife } from '../timeline/rows'
import { keptLabels } from '../timeline/ticks'
import { useColumnWidth } from '../timeline/use-chart-box'
import { rangeMark } from '../ui/chart-mark'
import styles from './policy.module.css'

export interface YearChartProps {
  readonly outcome: PolicyOutcomeBody
  /** Null: Kubernetes. */
  readonly image: string | null
  readonly at: string
  /** Undefined while they are computed. */
  readonly months: readonly PolicyMonth[] | undefined
}

/** A lane per version over the next 12 months, and below them the forced updates of each month. */
export function YearChart({ outcome, image, at, months }: YearChartProps): ReactNode {
  const zone = useZone()
  const nowText = useNowWord('now', zone)
  const widthOf = useColumnWidth()
  const now = ms(at)
  const until = ms(outcome.year.until)
  const range = rangeOf(now, until, zone)
  const list = outcome.year.lists.find((one) => one.image === image)
  const rows = list ? yearRows(list, range.from, now, zone) : []
  return (
    <Lanes
      name={`Stages of the versions over the next ${HORIZON}`}
      rows={rows}
      left={[
        {
          key: 'version',
          head: { hidden: 'Version' },
          width: widthOf(
            rows.map(({ id }) => id),
            98,
            200,
          ),
          isName: true,
          title: ({ id }) => id,
          cell: ({ id }) => <b>{id}</b>,
        },
      ]}
      range={range}
      now={now}
      nowText={nowText}
      least={600}
      phone="scroll"
      mark={rangeMark(range)}
      above={(box) => <Releases releases={outcome.releases} image={image} box={box} />}
      foot={() => ({
        label: 'Forced a month',
        plot: <MonthBars months={months} range={range} />,
        note: null,
      })}
    />
  )
}

/** Whole months: some days before now, and the year. */
function rangeOf(now: number, until: number, zone: Zone): TimeRange {
  const ahead = offsetAtOf(zone)
  return { from: unitBegin('month', now, ahead), to: addMonths(unitBegin('month', until, ahead), 1, ahead) }
}

type PolicyMonth = NonNullable<PolicyEffectsAnswer['year']>['months'][number]

interface MonthBarsProps {
  readonly months: readonly PolicyMonth[] | undefined
  readonly range: TimeRange
}

/** The place is so many times as high as the highest bar; figures need this share of that bar. */
const HEADROOM = 1.25
const LABEL = 0.14

/** Forced updates per month, with the policy and as the profile is; under the chart, on the same scale of time. */
function MonthBars({ months = [], range }: MonthBarsProps): ReactNode {
  const most = Math.max(1, ...months.flatMap(({ forced }) => [forced.before, forced.after]))
  return (
    <div className={styles.bars}>
      <LazyBars
        series={['m-5']}
        columns={months.map(({ month, forced: { before, after } }) => ({
          at: middleOf(month, range),
          counts: [after],
          figure: countText(after),
          look: after === 0 ? 'zero' : 'chosen',
          ...(before !== after && {
            other: before,
            otherFigure: Math.abs(before - after) / most < LABEL ? '' : `was ${countText(before)}`,
          }),
        }))}
        {...range}
        top={most * HEADROOM}
        width={BAR_WIDTH}
        isBeside
      />
      <ul className="visually-hidden" aria-label="Forced updates per month">
        {months.map(({ month, forced: { before, after } }) => (
          <li key={month}>
            {`${monthText(`${month}-01T00:00:00Z`, true)}: ${countText(after)} with the policy, ${countText(before)} as the profile is`}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The width in pixels. */
const BAR_WIDTH = 26

/** The middle of what the chart shows of a month; the first may begin before it does. */
function middleOf(month: string, range: TimeRange): number {
  const begin = new Date(`${month}-01T00:00:00Z`)
  const end = Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1, 1)
  return (Math.max(range.from, begin.getTime()) + Math.min(range.to, end)) / 2
}

type YearList = PolicyOutcomeBody['year']['lists'][number]
type OutcomeRelease = PolicyOutcomeBody['releases'][number]

/** The lanes of a list, newest first; without versions that have expired before `from` and stay as they are. */
function yearRows({ versions }: YearList, from: number, now: number, zone: Zone): readonly LaneRow[] {
  const shown = versions.filter(({ expires, changed }) => changed || expires === null || ms(expires) >= from)
  return shown.map(({ version, minor, spans, expires }, index) => {
    const stages = spans.map((span) => ({ look: span.stage, from: msOrNull(span.from), to: msOrNull(span.to) }))
    return {
      id: version,
      isFirst: minor !== shown[index - 1]?.minor,
      ...versionLife(version, { spans: stages, expires: msOrNull(expires) }, zone, now),
    }
  })
}

interface ReleasesProps {
  readonly releases: readonly OutcomeRelease[]
  readonly image: string | null
  readonly box: ChartBox
}

function Releases({ releases, image, box }: ReleasesProps): ReactNode {
  return (
    <div className={styles.releaseMarks} aria-hidden>
      {releaseMarks(releases, image, box).map(({ at, title, label }) => (
        <span
          key={at}
          title={title}
          data-named={label !== '' || undefined}
          style={{ left: css(percentAt(box.range, at)) }}
        >
          {label}
        </span>
      ))}
    </div>
  )
}

/** What comes on one day, as a mark over the axis. */
interface ReleaseMark {
  readonly at: number
  /** All of it: `1.36.0 preview`, one after the other. */
  readonly title: string
  /** The most important of it, and how many more; empty when it would touch another label. */
  readonly label: string
}

/** The distance from the mark to its label, and between labels. */
const LABEL_AT = 5
const GAP = 10

/** The releases of a list that take place, by day. New minors are named first, then promotions, then patches. */
function releaseMarks(
  releases: readonly OutcomeRelease[],
  image: string | null,
  box: ChartBox,
): readonly ReleaseMark[] {
  const days = new Map<string, OutcomeRelease[]>()
  for (const release of releases) {
    if (release.image !== image || release.problem !== null) continue
    addTo(days, release.date, release)
  }
  const marks = [...days].map(([date, all]) => {
    const [first, ...more] = all.toSorted((a, b) => rankOf(a) - rankOf(b))
    const label = `${first?.version ?? ''} ${wordOf(first)}`.trim() + (more.length === 0 ? '' : ` +${more.length}`)
    const at = Math.max(Date.parse(`${date}T00:00:00Z`), box.now)
    const title = all.map((one) => `${one.version} ${one.classification ?? 'unclassified'}`).join(', ')
    return { at, title, label, rank: first === undefined ? 9 : rankOf(first) }
  })
  const kept = keptLabels(
    marks.map(({ at, label, rank }) => {
      const left = pixelAt(box, at) + LABEL_AT
      return { left, right: left + box.measure(label, 11), rank }
    }),
    { gap: GAP, width: box.width },
  )
  return marks.map(({ at, title, label }, i) => ({ at, title, label: kept[i] ? label : '' }))
}

function rankOf({ classification }: OutcomeRelease): number {
  return classification === 'preview' ? 0 : classification === null ? 2 : 1
}

function wordOf(release: OutcomeRelease | undefined): string {
  return release?.classification === 'preview' ? 'added' : (release?.classification ?? '')
}
