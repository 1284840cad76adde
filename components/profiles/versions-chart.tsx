'use client'

import type { ReactNode } from 'react'
import { useNow, useNowLabel, useZone } from '@/lib/browser/clock'
import type { Zone } from '@/lib/contract/zone'
import { dayText } from '@/lib/words/time-text'
import { Brush } from '../timeline/brush'
import { offsetAtOf } from '../timeline/calendar'
import type { LaneRow } from '../timeline/lane'
import { Lanes } from '../timeline/lanes'
import { type VersionRow, versionLife } from '../timeline/rows'
import { useColumnWidth, useMeasure } from '../timeline/use-chart-box'
import { chartMark } from '../ui/chart-mark'
import type { FactColumn, FactContext, OwnExpiry } from './fact-columns'
import styles from './profiles.module.css'
import { type ChartRange, useProfileView } from './use-profile-view'
import { versionColumn } from './version-column'

export interface VersionsChartProps {
  /** `Kubernetes versions of aws` */
  readonly name: string
  /** Undefined while they are not known: axis and now line are there at once. */
  readonly rows: readonly VersionRow[] | undefined
  readonly minorHead: string
  readonly columns: readonly FactColumn[]
  readonly chart: ChartRange
  readonly own: ReadonlyMap<string, OwnExpiry>
  readonly parent: string | null
  /** Said in place of rows when there are none, or across them when no version expires. */
  readonly emptyText: string | undefined
}

interface VersionLaneRow extends LaneRow {
  readonly row: VersionRow
}

/** Beside all facts it fits a window of 1024 pixels. */
const LEAST_PLOT = 300

/** The versions of a profile over time: one row per version, labels left, time between, facts right. */
export function VersionsChart(props: VersionsChartProps): ReactNode {
  const { name, rows, columns, chart, own, parent } = props
  const { range } = chart
  const view = useProfileView()
  const zone = useZone()
  const now = useNow()
  const measure = useMeasure()
  const most = Math.max(1, ...(rows ?? []).map(({ clusters }) => clusters))
  const lanes = rows?.map((row) => laneOf(row, view.selected, zone, now))
  const expiring = new Map<number, number>()
  for (const { expires, clusters } of rows ?? []) {
    if (expires !== null) expiring.set(expires, (expiring.get(expires) ?? 0) + clusters)
  }
  const texts = (part: 'minor' | 'version') => (rows ?? []).map((row) => row[part])
  const contextOf = (row: VersionRow): FactContext => {
    return { zone, now, most, own: own.get(`${row.what}/${row.version}`), parent }
  }
  const widthOf = useColumnWidth()
  return (
    <Lanes<VersionLaneRow>
      name={name}
      rows={lanes}
      left={[
        {
          key: 'minor',
          head: props.minorHead,
          width: widthOf(texts('minor'), 44, 110),
          title: ({ row }) => (row.isFirstOfMinor ? row.minor : undefined),
          cell: ({ row }) => row.isFirstOfMinor && <b>{row.minor}</b>,
        },
        versionColumn(view, widthOf(texts('version'), 68, 180)),
      ]}
      right={columns.map(({ key, head, width, cell }) => ({
        key,
        head,
        width,
        cell: ({ row }) => cell(row, contextOf(row)),
      }))}
      range={range}
      now={now}
      nowText={useNowLabel(now)}
      least={LEAST_PLOT}
      phone="scroll"
      hasRowKeys
      isGliding={chart.isGliding}
      mark={chartMark(name, range)}
      className={styles.chart}
      above={({ width }) => (
        <div className={styles.brush}>
          <Brush
            whole={chart.whole}
            range={range}
            now={now}
            offsetAt={offsetAtOf(zone)}
            expiries={[...expiring].map(([at, clusters]) => ({ at, clusters }))}
            width={width}
            measure={measure}
            dayText={(at) => dayText(at, zone)}
            onMove={chart.preview}
            onChange={chart.choose}
          />
        </div>
      )}
      emptyText={props.emptyText}
      onPick={({ id }) => view.select(id)}
    />
  )
}

function laneOf(row: VersionRow, selected: string | undefined, zone: Zone, now: number): VersionLaneRow {
  const { version, isFirstOfMinor } = row
  return {
    id: version,
    isFirst: isFirstOfMinor,
    isSelected: version === selected,
    ...versionLife(version, row, zone, now),
    ...(row.stage === 'notInProfile' && { instead: 'clusters run it, the profile does not list it' }),
    row,
  }
}
