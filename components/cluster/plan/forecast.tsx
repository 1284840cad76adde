'use client'

import type { ReactNode } from 'react'
import type { LaneBody } from '@/lib/contract/clusters'
import type { PlanAnswer } from '@/lib/contract/plan'
import type { ForecastStepBody } from '@/lib/contract/steps'
import { imageOfName, shortName } from '@/lib/contract/version-name'
import { alikeRows } from '@/lib/words/alike-pools'
import { dayText, ms, msOrNull } from '@/lib/words/time-text'
import { type ClusterRow, laneDrawing } from '../../outlook/lane-chart'
import { laneMarks, laneRange } from '../../outlook/lanes'
import lanes from '../../outlook/outlook.module.css'
import { type LaneColumn, Lanes } from '../../timeline/lanes'
import { useEachPool, useIsTable, ViewSwitch } from '../../ui/button'
import { chartMark, rangeMark } from '../../ui/chart-mark'
import { RowTable } from '../../ui/data-table'
import { EventGlyph } from '../../ui/glyph'
import { eventSigns, Legend } from '../../ui/parts'
import { Section } from '../../ui/section'
import styles from './plan.module.css'

/** What is ahead with the plan; where that differs, what it was stands above, dashed. */
export function PlanForecast({ answer, now }: { readonly answer: PlanAnswer; readonly now: number }): ReactNode {
  const isTable = useIsTable()
  return (
    <Section
      className={styles.section}
      {...(isTable ? {} : chartMark('Forecast'))}
      title="Forecast"
      note={
        answer.patch.operations.length === 0 && answer.before === answer.after
          ? 'as it is'
          : 'with the plan; above, dashed: without it, where that differs'
      }
      actions={
        <>
          <Legend
            items={[
              ...(answer.parts.length === 0 ? [] : [{ sign: <EventGlyph kind="done" />, text: 'your plan' }]),
              ...eventSigns(),
            ]}
          />
          <ViewSwitch />
        </>
      }
    >
      {isTable ? <ForecastTable answer={answer} /> : <ForecastChart answer={answer} now={now} />}
      {answer.stepsUntil !== null && (
        <p className="small muted">
          The cluster has many pools: what happens is told up to{' '}
          {dayText(answer.stepsUntil, answer.shoot.nextWindow.offset)}.
        </p>
      )}
    </Section>
  )
}

function ForecastChart({ answer, now }: { readonly answer: PlanAnswer; readonly now: number }) {
  const zone = answer.shoot.nextWindow.offset
  const steps = [...answer.before.steps, ...answer.after.steps]
  const range = laneRange({ ...answer, steps }, now)
  const day = (at: number) => dayText(at, zone, { now })
  const { rows: shown, button } = useEachPool((isEach) => forecastRows(answer, isEach))
  const rows = shown.map(
    ({ lane, was, title, note, planned }): ClusterRow => ({
      ...laneDrawing(lane, {
        steps: answer.after.steps,
        zone,
        now,
        withImage: was !== null && was.what !== lane.what,
        done: planned === null ? undefined : { at: ms(answer.sentAt), text: planned },
      }),
      id: lane.id,
      isFirst: true,
      ghosts: was === null ? [] : wasSpans(was, day),
      lane,
      title,
      note,
    }),
  )
  return (
    <>
      <Lanes<ClusterRow>
        name="Which versions run when, with the plan"
        rows={rows}
        left={[TITLE]}
        range={range}
        now={now}
        zone={zone}
        tails="middle"
        mark={rangeMark(range, zone)}
        className={lanes.chart}
      />
      {button}
    </>
  )
}

const TITLE: LaneColumn<ClusterRow> = {
  key: 'title',
  head: { hidden: 'Part' },
  width: 178,
  isName: true,
  phone: 'wide',
  title: ({ title, note }) => [title, note].filter(Boolean).join(', '),
  cell: ({ title, note }) => (
    <>
      <b>{title}</b> <span className="faint">{note}</span>
    </>
  ),
}

/** Every window in which something happens, without the plan and with it, as a table. */
function ForecastTable({ answer }: { readonly answer: PlanAnswer }) {
  return (
    <RowTable heads={['Window', 'Without the plan', 'With it']}>
      {stepRows(answer).map(({ begin, day, without, with: then }) => (
        <tr key={begin}>
          <th scope="row" className="nowrap">
            {day}
          </th>
          <td>{without}</td>
          <td>{then}</td>
        </tr>
      ))}
    </RowTable>
  )
}

export interface ForecastRow {
  readonly lane: LaneBody
  /** The lane without the plan; null: it is the same. */
  readonly was: LaneBody | null
  readonly title: string
  readonly note: string
  /** What the plan changes when it is sent: `your plan: 1.32.13 → 1.33.11`; null: nothing here. */
  readonly planned: string | null
}

/** A row for each lane; unless each is wanted, lanes of many pools that are the same without the plan and with it are one. */
export function forecastRows({ before, after, shoot, sentAt }: PlanAnswer, isEach = false): readonly ForecastRow[] {
  const wasOf = (lane: LaneBody) => before.lanes.find(({ id }) => id === lane.id)
  const isInPlaceOf = ({ pool, what }: LaneBody) =>
    what !== 'Kubernetes' &&
    shoot.pools.some(({ name, updateStrategy }) => name === pool && updateStrategy !== 'AutoRollingUpdate')
  const drawn = ({ what, segments, stuckFrom }: LaneBody) => [what, segments, stuckFrom]
  const sameOf = (lane: LaneBody) => {
    const was = wasOf(lane)
    if (isEach || lane.pool === null) return lane.id
    return [drawn(lane), was && drawn(was), isInPlaceOf(lane), laneMarks(lane, after.steps)]
  }
  const rows = alikeRows(after.lanes, ({ pool }) => pool ?? 'Control plane', sameOf)
  return rows.map(({ first: lane, title }) => {
    const was = wasOf(lane)
    const isSame = was !== undefined && JSON.stringify(was) === JSON.stringify(lane)
    const isInPlace = isInPlaceOf(lane)
    const what = was === undefined || was.what === lane.what ? lane.what : `${was.what} → ${lane.what}`
    return {
      lane,
      was: was === undefined || isSame ? null : was,
      title,
      note: lane.pool === null ? '' : `${what}${isInPlace ? ', in place' : ''}`,
      planned: plannedWords(was, lane, sentAt),
    }
  })
}

function plannedWords(was: LaneBody | undefined, lane: LaneBody, sentAt: string): string | null {
  const [old, next] = [was && runningAt(was, sentAt), runningAt(lane, sentAt)]
  return old === undefined || next === undefined || old === next ? null : `your plan: ${old} → ${next}`
}

/** The version from an instant on, with the name of its image. */
function runningAt({ segments, what }: LaneBody, at: string): string | undefined {
  const found = segments.find(({ from, to }) => (from === null || from <= at) && (to === null || to > at))
  return found && shortName(imageOfName(what), found.version)
}

/** What a lane was, one stretch for each version, named with its begin. */
function wasSpans({ segments, what, stuckFrom }: LaneBody, day: (at: number) => string) {
  const stretches: { version: string; from: string | null; to: string | null }[] = []
  for (const { version, from, to } of segments) {
    const last = stretches.at(-1)
    if (last?.version === version) last.to = to
    else stretches.push({ version, from, to })
  }
  const spans = stretches.map(({ version, from, to }) => {
    const was = `was ${shortName(imageOfName(what), version)}`
    const label = from === null ? was : `${was} from ${day(ms(from))}`
    return { from: msOrNull(from), to: msOrNull(to), label, name: label, difference: null }
  })
  if (stuckFrom === null) return spans
  const at = ms(stuckFrom)
  const cut = spans.map((span) =>
    span.to === null || span.to > at ? { ...span, to: Math.max(at, span.from ?? at) } : span,
  )
  const label = `was no version to move to from ${day(at)}`
  return [...cut, { from: at, to: null, label, name: label, difference: null }]
}

export interface MaintenanceComparisonRow {
  readonly begin: string
  readonly day: string
  readonly without: string
  readonly with: string
}

/** Every window in which something happens, in order. */
export function stepRows({ before, after, shoot }: PlanAnswer): readonly MaintenanceComparisonRow[] {
  const begins = [...new Set([...before.steps, ...after.steps].map(({ window }) => window.begin))].sort()
  return begins.map((begin) => ({
    begin,
    day: dayText(begin, shoot.nextWindow.offset, { weekday: true }),
    without: wordsAt(before.steps, begin),
    with: wordsAt(after.steps, begin),
  }))
}

function wordsAt(steps: readonly ForecastStepBody[], begin: string): string {
  const step = steps.find(({ window }) => window.begin === begin)
  if (step === undefined) return 'nothing'
  const wordsOf = ({ image, to, from, why }: ForecastStepBody['changes'][number]) => {
    const what = image ?? 'Kubernetes'
    if (to === null || step.denied) return `${what} ${from} fails`
    return `${what} ${from} → ${to}${why === 'auto' ? '' : ', forced'}`
  }
  const words = alikeRows(
    step.changes,
    ({ pool }) => pool ?? '',
    (change) => [change.pool === null, wordsOf(change)],
  ).map(({ first, title }) => `${first.pool === null ? '' : `${title}: `}${wordsOf(first)}`)
  return [...words, ...step.operations.map(({ clause }) => clause)].join('; ') || 'settings change'
}
