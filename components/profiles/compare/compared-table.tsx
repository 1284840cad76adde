'use client'

import type { ReactNode } from 'react'
import { useNow, useNowLabel, useZone } from '@/lib/browser/clock'
import { versionPage } from '@/lib/browser/paths'
import type { Zone } from '@/lib/contract/zone'
import type { CompareAnswer } from '@/lib/questions/profiles/contract'
import {
  type ComparedList,
  type ComparedVersionBody,
  comparedNames,
  comparedVersionText,
  type OfferDifference,
} from '@/lib/words/compare'
import type { LaneRow } from '../../timeline/lane'
import { type LaneColumn, Lanes } from '../../timeline/lanes'
import type { SegmentLook } from '../../timeline/layout'
import type { TimeRange } from '../../timeline/range'
import { datesOfRows, looksOf, type VersionRow, versionLife, versionRows } from '../../timeline/rows'
import { useColumnWidth } from '../../timeline/use-chart-box'
import { Link } from '../../ui/link'
import { Tag } from '../../ui/parts'
import type { FactColumn, FactContext } from '../fact-columns'
import styles from './compare.module.css'

interface ComparedTableProps {
  /** `Kubernetes versions of aws and gcp` */
  readonly name: string
  readonly answer: CompareAnswer
  readonly what: string
  readonly versions: readonly ComparedVersionBody[]
  readonly columns: readonly FactColumn[]
  readonly range: TimeRange
}

interface ComparedLaneRow extends LaneRow {
  readonly version: ComparedVersionBody
  readonly side: 'a' | 'b'
  /** Whether nothing more is told than that one profile alone has it: on a phone this stands beside its facts. */
  readonly isAlone: boolean
  readonly row: VersionRow
}

/** Narrower than beside one profile, as there are two columns more; what differs is bold, and still has room. */
const WIDTHS: Readonly<Record<string, number>> = {
  stage: 116,
  expires: 186,
  architectures: 92,
  cri: 116,
  kubelet: 68,
  'in-place': 106,
  clusters: 78,
  role: 110,
}

/** Every version in a row per profile that has it: both lives on one axis, facts beside them, and in words what differs. */
export function ComparedTable({ name, answer, what, versions, columns, range }: ComparedTableProps): ReactNode {
  const zone = useZone()
  const now = useNow()
  const nowText = useNowLabel(now)
  const names = comparedNames(answer)
  const most = Math.max(1, ...versions.flatMap(({ a, b, unlisted }) => [a?.clusters ?? 0, b?.clusters ?? 0, unlisted]))
  const context: FactContext = { zone, now, most, own: undefined, parent: null }
  const rows = versions.flatMap((version) => sidesOf(what, version, zone, now))
  const shown = columns.filter((one) => !OF_A_MACHINE.has(one.key) || versions.some((version) => differs(one, version)))
  const widthOf = useColumnWidth()
  return (
    <Lanes<ComparedLaneRow>
      name={name}
      rows={rows}
      left={[
        {
          key: 'version',
          head: 'Version',
          width: widthOf(
            versions.map(({ version }) => version),
            76,
            160,
          ),
          isName: true,
          phone: 'above',
          title: ({ version }) => version.version,
          cell: ({ version, isFirst }) => <b className={isFirst ? undefined : 'visually-hidden'}>{version.version}</b>,
        },
        {
          key: 'profile',
          head: 'Profile',
          width: widthOf([names.a, names.b], 56, 110),
          isStop: true,
          title: ({ side }) => names[side],
          cell: ({ version, side, isAlone }, stop) => (
            <>
              {isAlone && <span className="phone faint">only </span>}
              <Link
                href={versionPage(answer[side].ref, what, version.version)}
                aria-label={`${version.version} in ${names[side]}`}
                {...stop}
              >
                {names[side]}
              </Link>
            </>
          ),
        },
      ]}
      right={[
        {
          key: 'differs',
          head: 'What differs',
          width: 'clamp(150px, 13vw, 188px)',
          phone: 'above',
          cell: ({ version, isFirst, isAlone }) =>
            isFirst && (
              <span className={isAlone ? `desk ${styles.differs}` : styles.differs}>
                {(version.own === 'overrides' || version.own === 'adds') && <Tag>{version.own}</Tag>}{' '}
                {comparedVersionText(version, names, answer)}
              </span>
            ),
        },
        ...shown.map(
          (column): LaneColumn<ComparedLaneRow> => ({
            key: column.key,
            head: column.head,
            width: WIDTHS[column.key] ?? column.width,
            cell: ({ row, version }) => (
              <span
                data-label={labelOf(column)}
                className={differs(column, version) ? 'bold' : OF_A_MACHINE.has(column.key) ? 'desk' : undefined}
              >
                {column.cell(row, context)}
              </span>
            ),
          }),
        ),
      ]}
      range={range}
      now={now}
      nowText={nowText}
      least={150}
      phone="bars"
      className={styles.chart}
    />
  )
}

/** A row for each profile that has the version. */
function sidesOf(what: string, version: ComparedVersionBody, zone: Zone, now: number): readonly ComparedLaneRow[] {
  const sides = (['a', 'b'] as const).flatMap((side) => {
    const row = rowOf(what, version, side)
    return row === null ? [] : [{ side, row }]
  })
  return sides.map(({ side, row }, place) => ({
    id: `${version.version}/${side}`,
    isFirst: place === 0,
    ...versionLife(row.version, row, zone, now),
    ...(row.stage === 'notInProfile' && { instead: 'not listed' }),
    version,
    side,
    isAlone: isAlone(version),
    row,
  }))
}

/** Whether there is no more to say than that one profile alone lists it. */
function isAlone({ a, b, own, unlisted }: ComparedVersionBody): boolean {
  return (a === null || b === null) && own !== 'adds' && unlisted === 0
}

/** What is said before a fact where its column has no head: of those that do not tell it themselves. */
function labelOf({ key, head }: FactColumn): string | undefined {
  return ['clusters', 'kubelet', 'in-place'].includes(key) ? head : undefined
}

const DIFFERENCE_OF: Readonly<Record<string, readonly OfferDifference[]>> = {
  stage: ['stage', 'course'],
  expires: ['expiry'],
  role: ['default'],
  architectures: ['architectures', 'capabilities'],
  cri: ['cri'],
  kubelet: ['kubelet'],
  'in-place': ['in-place'],
}

/** Columns only where a version differs, and on a phone of these versions alone; the profile of each tells them all. */
const OF_A_MACHINE: ReadonlySet<string> = new Set(['architectures', 'cri', 'kubelet', 'in-place'])

function differs({ key }: FactColumn, { differences }: ComparedVersionBody): true | undefined {
  return DIFFERENCE_OF[key]?.some((one) => differences.includes(one)) || undefined
}

/** A version as the timeline of its profile has it; null: the profile does not list it, and none of its clusters run it. */
function rowOf(what: string, { version, unlisted, ...sides }: ComparedVersionBody, side: 'a' | 'b'): VersionRow | null {
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
export function datesInLists(lists: readonly ComparedList[]): readonly number[] {
  return datesOfRows(rowsIn(lists))
}

/** Every stage that is to be seen in them. */
export function looksIn(lists: readonly ComparedList[]): readonly SegmentLook[] {
  return looksOf(rowsIn(lists))
}
