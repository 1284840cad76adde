'use client'

import type { ReactNode } from 'react'
import type { LaneBody, ShootAnswer, ShootRow } from '@/lib/contract/clusters'
import type { ForecastStepBody } from '@/lib/contract/steps'
import type { Zone } from '@/lib/contract/zone'
import { capitalized } from '@/lib/words/phrases'
import { type DoneMaintenance, doneOn, shownSteps, stuckText } from '@/lib/words/shown-steps'
import { dayText, fullText, momentText, ms, msOrNull, spanText } from '@/lib/words/time-text'
import type { LaneMark, LaneRow } from '../timeline/lane'
import { type LaneColumn, Lanes, type LanesProps } from '../timeline/lanes'
import { useEachPool } from '../ui/button'
import { DataTable, Scroll } from '../ui/data-table'
import { EventGlyph, StageChip, StageGlyph } from '../ui/glyph'
import { laneGroups, laneMarks, lanePath, laneRange, laneSegments, mergedLanes, runsOf } from './lanes'
import styles from './outlook.module.css'
import { VersionLink } from './texts'

export interface ClusterRow extends LaneRow {
  readonly lane: LaneBody
  /** What it is part of, and what that has. */
  readonly title: string
  readonly note: string
}

interface LaneOptions {
  readonly steps: readonly ForecastStepBody[]
  /** The cluster's own. */
  readonly zone: Zone
  readonly now: number
  /** The lane's title does not name the image, so the segments do. */
  readonly withImage?: boolean
  /** When something was changed here that is no step: by the last maintenance, or by a plan. */
  readonly done?: { readonly at: number; readonly text: string } | undefined
}

/** What a lane shows: versions in their stages, and diamonds where the version changes. */
export function laneDrawing(lane: LaneBody, options: LaneOptions): Pick<LaneRow, 'segments' | 'marks'> {
  const { steps, zone, done } = options
  const marks = laneMarks(lane, steps).map(
    ({ at, kind, text }): LaneMark => ({
      at,
      name: `${text}, ${fullText(at, zone)}`,
      glyph: <EventGlyph kind={kind} />,
    }),
  )
  return { segments: laneSegments(lane, steps, options), marks: [...doneMarks(done, zone), ...marks] }
}

function doneMarks(done: LaneOptions['done'], zone: Zone): readonly LaneMark[] {
  if (done === undefined) return []
  return [{ at: done.at, name: `${done.text}, ${fullText(done.at, zone)}`, glyph: <EventGlyph kind="done" /> }]
}

interface ClusterLanesProps
  extends Pick<LanesProps<ClusterRow>, 'name' | 'range' | 'now' | 'nowText' | 'runs' | 'areas' | 'mark'> {
  readonly answer: ShootAnswer
  readonly lanes: readonly LaneBody[]
  /** What happened to a lane beside its steps. */
  readonly happened: (lane: LaneBody) => readonly LaneMark[]
}

/** Lanes for the control plane and each pool of a cluster, with a line for each maintenance run. */
export function ClusterLanes({ answer, lanes, now, happened, ...more }: ClusterLanesProps): ReactNode {
  const { steps, shoot } = answer
  const zone = shoot.nextWindow.offset
  const { rows: groups, button } = useEachPool((isEach) => laneGroups({ lanes, steps, shoot }, isEach))
  const rows = groups.flatMap((group) =>
    group.lanes.map((lane, i): ClusterRow => {
      const { segments, marks = [] } = laneDrawing(lane, { steps, zone, now })
      return {
        id: lane.id,
        isFirst: i === 0,
        segments: segments ?? [],
        marks: [...happened(lane), ...marks],
        lane,
        title: i === 0 ? group.title : '',
        note: i === 1 || group.lanes.length === 1 ? group.note : '',
      }
    }),
  )
  return (
    <>
      <Lanes<ClusterRow>
        {...more}
        rows={rows}
        left={[PART, whatColumn(shoot, now), pathColumn(now)]}
        now={now}
        zone={zone}
        phone="bars"
        tails="middle"
        className={styles.chart}
      />
      {button}
    </>
  )
}

const PART: LaneColumn<ClusterRow> = {
  key: 'part',
  head: { hidden: 'Part' },
  width: 124,
  phone: 'wide',
  title: ({ title, note }) => [title, note].filter(Boolean).join(', '),
  cell: ({ title, note }) =>
    (title !== '' || note !== '') && (
      <>
        {title !== '' && <b>{title} </b>}
        <span className="faint tiny">{note}</span>
      </>
    ),
}

function whatColumn({ profile }: ShootRow, now: number): LaneColumn<ClusterRow> {
  return {
    key: 'what',
    head: { hidden: 'What' },
    width: 78,
    isName: true,
    title: ({ lane }) => lane.what,
    cell: ({ lane }) => <CurrentVersion profile={profile} lane={lane} now={now} />,
  }
}

/** On a phone the versions stand above their bar. */
function pathColumn(now: number): LaneColumn<ClusterRow> {
  return {
    key: 'path',
    head: { hidden: 'Versions' },
    width: 0,
    phone: 'only',
    cell: ({ lane }) => (
      <span className={styles.path} aria-hidden="true">
        {lanePath(lane, now).map(({ version, stage }, i) => (
          <span key={version}>
            {i > 0 ? ' → ' : ''}
            <StageGlyph stage={stage} />
            {version}
          </span>
        ))}
        {lane.stuckFrom !== null && (
          <span>
            {' → '}
            <span className="bad">fails</span>
          </span>
        )}
      </span>
    ),
  }
}

interface LaneChartProps {
  readonly answer: ShootAnswer
  readonly now: number
  /** What the last maintenance changed. */
  readonly done: DoneMaintenance | null
}

/** The forecast of one cluster. */
export function LaneChart({ answer, now, done }: LaneChartProps): ReactNode {
  const zone = answer.shoot.nextWindow.offset
  return (
    <ClusterLanes
      name="Which versions run when"
      answer={answer}
      lanes={answer.lanes}
      range={laneRange(answer, now)}
      now={now}
      runs={runsOf(shownSteps(answer), now)}
      happened={(lane) => doneMarks(done === null ? undefined : doneOn(lane, done), zone)}
    />
  )
}

const TITLE: LaneColumn<ClusterRow> = {
  key: 'title',
  head: { hidden: 'Part' },
  width: 112,
  phone: 'wide',
  title: ({ title }) => title,
  cell: ({ title }) => <span className="muted">{title}</span>,
}

/** The forecast in a few lines, for an expanded row: lanes that look the same are one. */
export function LaneStrip({ answer, now }: { readonly answer: ShootAnswer; readonly now: number }): ReactNode {
  const zone = answer.shoot.nextWindow.offset
  return (
    <Lanes<ClusterRow>
      name="Forecast"
      kind="plain"
      rows={mergedLanes(answer.lanes).map(({ id, title, lane }) => ({
        ...laneDrawing(lane, { steps: answer.steps, zone, now, withImage: true }),
        id,
        lane,
        title,
        note: '',
      }))}
      left={[TITLE]}
      range={laneRange(answer, now)}
      now={now}
      zone={zone}
      tails="middle"
      className={styles.chart}
    />
  )
}

/** What the lane is about, with the page of the version that it has now. */
function CurrentVersion({
  profile,
  lane,
  now,
}: Pick<ShootRow, 'profile'> & { readonly lane: LaneBody; readonly now: number }) {
  const isNow = ({ from, to }: LaneBody['segments'][number]) =>
    (from === null || ms(from) <= now) && (to === null || now < ms(to))
  const segment = lane.segments.find(isNow)
  if (segment === undefined) return lane.what
  return (
    <VersionLink profile={profile} what={lane.what} segment={segment}>
      {lane.what}
    </VersionLink>
  )
}

/** The lanes as a table: the same data, the same order. */
export function LaneTable({ answer, now }: { readonly answer: ShootAnswer; readonly now: number }) {
  const zone = answer.shoot.nextWindow.offset
  const moment = (at: string) => momentText(at, zone, now)
  const { rows: groups, button } = useEachPool((isEach) => laneGroups(answer, isEach))
  return (
    <Scroll label="Lanes as a table">
      <DataTable
        className="dense grouped"
        heads={[
          'Part',
          'Version',
          'Stage',
          { number: `From, ${zone.replace('-', '−')}` },
          { number: 'To' },
          { number: 'Lasts' },
          'Now',
        ]}
      >
        {groups.map((group) =>
          group.lanes.map((lane) => (
            <tbody key={lane.id}>
              {lane.segments.map((segment, i) => {
                const from = msOrNull(segment.from)
                const to = msOrNull(segment.to)
                const isNow = (from === null || from <= now) && (to === null || now < to)
                return (
                  <tr key={`${segment.version} ${segment.stage} ${segment.from}`}>
                    {i === 0 ? (
                      <th scope="rowgroup" rowSpan={lane.segments.length + (lane.stuckFrom === null ? 0 : 1)}>
                        {group.title}, {lane.what}
                      </th>
                    ) : null}
                    <td>
                      <VersionLink profile={answer.shoot.profile} what={lane.what} segment={segment} />
                    </td>
                    <td>
                      <StageChip stage={segment.stage} />
                    </td>
                    <td className="num">
                      {segment.from === null ? <Unknown text="start unknown" /> : moment(segment.from)}
                    </td>
                    <td className="num">{segment.to === null ? <Unknown text="no end" /> : moment(segment.to)}</td>
                    <td className="num">
                      {from === null || to === null ? (
                        <Unknown text={to === null ? 'open' : 'not known'} />
                      ) : (
                        spanText(to - from, 'short')
                      )}
                    </td>
                    <td>{isNow ? <b>now</b> : null}</td>
                  </tr>
                )
              })}
              {lane.stuckFrom === null ? null : (
                <tr className="bad">
                  <td colSpan={6}>
                    {capitalized(stuckText(lane, answer.steps))}, {stuckSince(lane.stuckFrom, zone, now)}.
                  </td>
                </tr>
              )}
            </tbody>
          )),
        )}
      </DataTable>
      {button}
    </Scroll>
  )
}

function stuckSince(from: string, zone: Zone, now: number): string {
  const day = dayText(from, zone, { now, weekday: true })
  return ms(from) < now ? `since ${day}` : `from ${day} on`
}

function Unknown({ text }: { readonly text: string }) {
  return <span className="faint">{text}</span>
}
