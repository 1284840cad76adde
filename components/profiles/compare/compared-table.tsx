'use client'

import { type CSSProperties, type ReactNode, useMemo, useRef } from 'react'
import { versionPage } from '@/lib/browser/paths'
import type { Zone } from '@/lib/contract/zone'
import type { CompareAnswer } from '@/lib/questions/profiles/contract'
import {
  type ComparedList,
  type ComparedVersion,
  type Difference,
  differenceText,
  type Names,
  namesOf,
} from '@/lib/words/compare'
import { flagDate, spanName } from '@/lib/words/spans'
import { dayText } from '@/lib/words/time-text'
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
  placedFlag,
  placedSegments,
  type Roving,
  Segment,
  type SegmentLook,
  type TimeRange,
  useChartBox,
  useRoving,
} from '../../timeline'
import { datesOf, looksOf, type VersionRow, versionRows } from '../../timeline/rows'
import { Link } from '../../ui/link'
import { Tag } from '../../ui/parts'
import type { FactColumn, FactContext } from '../fact-columns'
import styles from './compare.module.css'

export interface TimeProps {
  readonly range: TimeRange
  readonly now: number
  readonly nowText: string
  readonly zone: Zone
  readonly offsetAt: OffsetAt
}

interface ComparedTableProps extends TimeProps {
  /** `Kubernetes versions of aws and gcp` */
  readonly name: string
  readonly answer: CompareAnswer
  readonly what: string
  readonly versions: readonly ComparedVersion[]
  readonly columns: readonly FactColumn[]
}

/** A real table in which arrows move from cell to cell, so that it is one tab stop. */
const GRID = { role: 'grid' } as const
const GUESSED_WIDTH = 420
const LEAST_PLOT = 200
const DIFFERENCES = 184

/** Every version in a row per profile that has it: both lives on one axis, facts beside them, and in words what differs. */
export function ComparedTable(props: ComparedTableProps): ReactNode {
  const { name, answer, versions, columns, range, now, zone, offsetAt } = props
  const plot = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const roving = useRoving(table)
  const box = useChartBox(plot, range, now, GUESSED_WIDTH)
  const ticks = useMemo(
    () => fittedTicks(range, box.width, box.measure, offsetAt),
    [range, box.width, box.measure, offsetAt],
  )
  const names = namesOf(answer)
  const versionWidth = textWidth(
    versions.map(({ version }) => version),
    box,
    76,
    160,
  )
  const profileWidth = textWidth([names.a, names.b], box, 56, 110)
  const labels = versionWidth + profileWidth
  const facts = columns.reduce((sum, column) => sum + column.width, DIFFERENCES)
  const most = Math.max(1, ...versions.flatMap(({ a, b, unlisted }) => [a?.clusters ?? 0, b?.clusters ?? 0, unlisted]))
  const widths = {
    '--version': `${versionWidth}px`,
    '--labels': `${labels}px`,
    '--facts': `${facts}px`,
    '--least': `${labels + facts + LEAST_PLOT}px`,
  } as CSSProperties
  return (
    <div className={styles.frame}>
      <div className={`${chartClass} ${styles.chart}`} data-moving style={widths}>
        <div aria-hidden className={`${layerClass} ${styles.layer}`}>
          <Grid range={range} now={now} ticks={ticks} />
        </div>
        <table
          ref={table}
          {...GRID}
          aria-label={name}
          className={styles.table}
          onKeyDown={roving.onKeyDown}
          onFocus={roving.onFocus}
        >
          <colgroup>
            <col style={{ width: versionWidth }} />
            <col style={{ width: profileWidth }} />
            <col />
            <col style={{ width: DIFFERENCES }} />
            {columns.map((column) => (
              <col key={column.key} style={{ width: column.width }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col">Profile</th>
              <th scope="col" className={styles.axis}>
                <span className="visually-hidden">{`Time, ${dayText(range.from, zone)} to ${dayText(range.to, zone)}`}</span>
                <div ref={plot} className={styles.plot}>
                  <Axis ticks={ticks} initials />
                  <NowLabel x={nowLabelAt(box, props.nowText)} text={props.nowText} />
                </div>
              </th>
              <th scope="col">What differs</th>
              {columns.map((column) => (
                <th key={column.key} scope="col">
                  {column.head}
                </th>
              ))}
            </tr>
          </thead>
          {versions.map((version, index) => (
            <Version
              key={version.version}
              {...props}
              version={version}
              isFirst={index === 0}
              names={names}
              box={box}
              roving={roving}
              most={most}
            />
          ))}
        </table>
      </div>
    </div>
  )
}

interface VersionProps extends ComparedTableProps {
  readonly version: ComparedVersion
  readonly isFirst: boolean
  readonly names: Names
  readonly box: ChartBox
  readonly roving: Roving
  readonly most: number
}

function Version(props: VersionProps): ReactNode {
  const { version, what } = props
  const sides = useMemo(
    () =>
      (['a', 'b'] as const).flatMap((side) => {
        const row = rowOf(what, version, side)
        return row === null ? [] : [{ side, row }]
      }),
    [what, version],
  )
  return (
    <tbody>
      {sides.map(({ side, row }, index) => (
        <Side
          key={side}
          {...props}
          side={side}
          row={row}
          isFirst={props.isFirst && index === 0}
          spans={index === 0 ? sides.length : 0}
        />
      ))}
    </tbody>
  )
}

interface SideProps extends VersionProps {
  readonly side: 'a' | 'b'
  readonly row: VersionRow
  /** Over so many rows go the version and what differs, in the first of them; 0 in the others. */
  readonly spans: number
}

function Side(props: SideProps): ReactNode {
  const { version, what, answer, side, row, spans, names, columns, box, zone, now, roving, most } = props
  const segments = useMemo(() => placedSegments(row.spans, box).map(asTail), [row.spans, box])
  const stop = `${version.version}/${side}`
  const context: FactContext = { zone, now, most, own: undefined, parent: null }
  return (
    <tr data-row={stop}>
      {spans > 0 && (
        <th scope="rowgroup" rowSpan={spans} className={styles.version} title={version.version}>
          {version.version}
        </th>
      )}
      <th scope="row" className={styles.profile} title={names[side]}>
        <Link
          href={versionPage(answer[side].ref, what, version.version)}
          aria-label={`${version.version} in ${names[side]}`}
          data-stop={stop}
          tabIndex={roving.isCurrent(stop, props.isFirst) ? 0 : -1}
        >
          {names[side]}
        </Link>
      </th>
      <td className={styles.plot}>
        {segments.map((segment) => (
          <Segment
            key={`${segment.span.look}/${segment.span.from}`}
            segment={segment}
            name={spanName(row.version, segment.span, zone)}
          />
        ))}
        <NowLine range={box.range} now={now} />
        {row.stage === 'notInProfile' && <NotListed box={box} />}
        {row.expires !== null && <Expiry {...props} expires={row.expires} />}
      </td>
      {spans > 0 && (
        <td rowSpan={spans} className={styles.differs}>
          {(version.own === 'overrides' || version.own === 'adds') && <Tag>{version.own}</Tag>}{' '}
          {differenceText(version, names, answer)}
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.key}
          className={styles.fact}
          data-label={labelOf(column)}
          data-differs={differs(column, version)}
        >
          {column.cell(row, context)}
        </td>
      ))}
    </tr>
  )
}

function Expiry({
  expires,
  box,
  zone,
  now,
  version: { version },
}: SideProps & { readonly expires: number }): ReactNode {
  const flag = placedFlag(expires, flagDate(expires, zone, now), box)
  if (flag === null) return null
  return <Flag flag={flag} title={`${version} ${expires < now ? 'expired' : 'expires'} ${dayText(expires, zone)}`} />
}

/** In place of segments: there is no date to draw. */
function NotListed({ box }: { readonly box: ChartBox }): ReactNode {
  const text = 'not listed'
  const left = freePlace(6, box.width, box.measure(text), nowStretch(box)) ?? 6
  return (
    <span className={styles.notListed} style={{ left }}>
      {text}
    </span>
  )
}

/** What is said before a fact where its column has no head: of those that do not tell it themselves. */
function labelOf({ key, head }: FactColumn): string | undefined {
  return ['clusters', 'kubelet', 'in-place'].includes(key) ? head : undefined
}

const DIFFERENCE_OF: Readonly<Record<string, readonly Difference[]>> = {
  stage: ['stage', 'course'],
  expires: ['expiry'],
  role: ['default'],
  architectures: ['architectures', 'capabilities'],
  cri: ['cri'],
  kubelet: ['kubelet'],
  'in-place': ['in-place'],
}

function differs({ key }: FactColumn, { differences }: ComparedVersion): true | undefined {
  return DIFFERENCE_OF[key]?.some((one) => differences.includes(one)) || undefined
}

/** As wide as the longest of them, within reason; what is longer is cut and has its text in the title. */
function textWidth(texts: readonly string[], box: ChartBox, least: number, most: number): number {
  return Math.min(Math.max(least, ...texts.map((text) => box.measure(text, 13, 600) + 14)), most)
}

/** A version as the timeline of its profile has it; null: the profile does not list it, and none of its clusters run it. */
function rowOf(what: string, { version, unlisted, ...sides }: ComparedVersion, side: 'a' | 'b'): VersionRow | null {
  const offered = sides[side]
  const rows =
    offered !== null
      ? versionRows(what, [offered], [])
      : versionRows(what, [], unlisted === 0 ? [] : [{ what, version, clusters: unlisted }])
  return rows[0] ?? null
}

function rowsIn(lists: readonly ComparedList[]): readonly VersionRow[] {
  return lists.flatMap(({ what, versions }) =>
    (['a', 'b'] as const).flatMap((side) =>
      versionRows(
        what,
        versions.flatMap((one) => one[side] ?? []),
        [],
      ),
    ),
  )
}

/** Every date that is to be seen in these lists. */
export function datesIn(lists: readonly ComparedList[]): readonly number[] {
  return datesOf(rowsIn(lists))
}

/** Every stage that is to be seen in them. */
export function looksIn(lists: readonly ComparedList[]): readonly SegmentLook[] {
  return looksOf(rowsIn(lists))
}
