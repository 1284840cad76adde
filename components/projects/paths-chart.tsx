'use client'

import type { ReactNode } from 'react'
import { useNowWord, useZone } from '@/lib/browser/clock'
import { shootPage } from '@/lib/browser/paths'
import type { FreezeDays } from '@/lib/contract/status'
import { firstAt, type Zone } from '@/lib/contract/zone'
import { DAY } from '@/lib/engine/time'
import type { ProjectAnswer } from '@/lib/questions/projects/contract'
import { otherNight } from '@/lib/words/event-words'
import { profileName } from '@/lib/words/phrases'
import { nextTargetText } from '@/lib/words/project'
import { dateText, dayText, fullText, ms, msOrNull } from '@/lib/words/time-text'
import { listedWindow } from '@/lib/words/when'
import { EVENT_WORDS, effectText, inPlaceText, nodeFigure, STAGE_WORDS } from '@/lib/words/wording'
import type { LaneRow } from '../timeline/lane'
import { type LaneColumn, Lanes } from '../timeline/lanes'
import { type ChartBox, STAGE_LOOKS } from '../timeline/layout'
import { lookSigns, type TimeArea } from '../timeline/parts'
import { css, percentAt, type TimeRange } from '../timeline/range'
import { chartMark } from '../ui/chart-mark'
import { EFFECT_ICONS } from '../ui/effect'
import { EventGlyph, StageGlyph } from '../ui/glyph'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import { eventSigns, Legend } from '../ui/parts'
import styles from './project.module.css'

type ProjectPath = ProjectAnswer['paths'][number]

interface PathsChartProps {
  readonly project: ProjectAnswer
  readonly now: number
  readonly freezes: readonly FreezeDays[]
}

interface PathLaneRow extends LaneRow {
  readonly path: ProjectPath
}

/** All clusters on one axis: what their control planes run, and diamonds for what happens to any part of them. */
export function PathsChart({ project, now, freezes }: PathsChartProps): ReactNode {
  const zone = useZone()
  const range: TimeRange = { from: ms(project.from), to: ms(project.until) }
  return (
    <>
      <Legend items={[...eventSigns(), ...lookSigns(['supported', 'deprecated', 'expired'])]} />
      <Lanes<PathLaneRow>
        name="Clusters by attention"
        rows={project.paths.map((path) => laneOf(path, zone, now, range))}
        left={LEFT}
        right={rightOf(zone, now)}
        range={range}
        now={now}
        nowText={useNowWord('now', zone)}
        least={240}
        tails="middle"
        mark={chartMark(`Clusters of ${project.name}`, range)}
        areas={freezeAreas(freezes, zone)}
        draw={({ path }, box) => <Tail path={path} box={box} />}
      />
    </>
  )
}

const LEFT: readonly LaneColumn<PathLaneRow>[] = [
  {
    key: 'name',
    head: 'Cluster',
    width: 'clamp(150px, 14vw, 220px)',
    isName: true,
    isStop: true,
    phone: 'wide',
    title: ({ path }) => path.name,
    cell: ({ path: { name, namespace, same, next } }, stop) => (
      <>
        {next && <EventGlyph kind={next.kind} named />}{' '}
        <Link href={shootPage({ namespace, name })} {...stop}>
          {name}
        </Link>
        {same > 0 && <span className="faint"> and {same} alike</span>}
      </>
    ),
  },
  {
    key: 'profile',
    head: 'Profile',
    width: 92,
    phone: 'hidden',
    title: ({ path }) => profileName(path.profile),
    cell: ({ path }) => <span className="muted">{path.profile.name}</span>,
  },
  {
    key: 'version',
    head: 'Kubernetes',
    width: 76,
    phone: 'hidden',
    cell: ({ path }) => (
      <>
        {path.version} <StageGlyph stage={path.stage} named />
      </>
    ),
  },
]

function rightOf(zone: Zone, now: number): readonly LaneColumn<PathLaneRow>[] {
  const lookOf = ({ next }: ProjectPath, look: string) => (next?.kind === 'fails' ? 'bad' : look)
  return [
    {
      key: 'in',
      head: 'When',
      width: 124,
      phone: 'end',
      cell: ({ path }) => (
        <b className={lookOf(path, '')}>{path.next ? listedWindow(path.next.window, now, zone) : ''}</b>
      ),
    },
    {
      key: 'to',
      head: 'To',
      width: 174,
      phone: 'wide',
      title: ({ path }) => nextTargetText(path),
      cell: ({ path }) => {
        const other = path.next && otherNight(path.next, now, zone)
        return (
          <>
            <span className={lookOf(path, 'muted')}>{nextTargetText(path)}</span>{' '}
            {other !== null && <span className="muted below">{other}</span>}
          </>
        )
      },
    },
    { key: 'nodes', head: 'Nodes', width: 84, isNumber: true, phone: 'end', cell: ({ path }) => <Nodes path={path} /> },
  ]
}

function Nodes({ path: { next } }: { readonly path: ProjectPath }): ReactNode {
  if (next === null || !(next.effect === 'rolling' || next.effect === 'inPlace'))
    return (
      <span className="faint">
        <span className="desk">none</span>
        <span className="phone">no node rolls</span>
      </span>
    )
  return (
    <span title={effectText(next.effect, next.nodes)}>
      <Icon name={EFFECT_ICONS[next.effect]} /> {nodeFigure(next.nodes)}{' '}
      {next.effect === 'rolling' ? 'roll' : inPlaceText(next.nodes)}
    </span>
  )
}

function laneOf(path: ProjectPath, zone: Zone, now: number, range: TimeRange): PathLaneRow {
  const { name, namespace, segments, marks, last } = path
  const day = (at: string) => dayText(at, zone, { now })
  // What fails again and again is one event.
  const shown = marks.filter(({ kind }, i) => !(marks[i - 1]?.kind === 'fails' && kind === 'fails'))
  const ahead = shown.map(({ at, kind, what, to }) => ({
    at: ms(at),
    name: `${EVENT_WORDS[kind]}${what === null || to === null ? '' : ` to ${what} ${to}`}, ${fullText(at, zone)}`,
    glyph: <EventGlyph kind={kind} />,
  }))
  const done = last !== null &&
    ms(last.at) >= range.from &&
    ms(last.at) <= now && {
      at: ms(last.at),
      name: `last maintenance ${last.failed ? 'failed' : 'done'}, ${fullText(last.at, zone)}`,
      glyph: <EventGlyph kind={last.failed ? 'fails' : 'done'} />,
    }
  return {
    id: `${namespace}/${name}`,
    isFirst: true,
    segments: segments.map(({ version, stage, from, to }) => ({
      look: STAGE_LOOKS[stage],
      from: msOrNull(from),
      to: msOrNull(to),
      label: version === path.version ? '' : version,
      name: `${version} ${STAGE_WORDS[stage]}${from === null ? '' : ` from ${day(from)}`}${to === null ? '' : ` to ${day(to)}`}`,
      words: '',
    })),
    marks: done ? [done, ...ahead] : ahead,
    path,
  }
}

/** The mark that it fails again every night, until its version expires, which has a tail of its own. */
function Tail({ path, box }: { readonly path: ProjectPath; readonly box: ChartBox }): ReactNode {
  const tail = path.stuckFrom === null ? null : tailOf(ms(path.stuckFrom), path, box)
  return (
    tail && (
      <i
        className={styles.tail}
        style={{ left: css(tail.left), width: css(tail.right - tail.left) }}
        title="fails again every night"
      />
    )
  )
}

/** Freeze days as stretches of time where the reader is. */
export function freezeAreas(freezes: readonly FreezeDays[], zone: Zone): readonly TimeArea[] {
  return freezes.map(({ from, to }) => {
    const name = `freeze, ${dateText(from, to)} – ${dateText(to, from)}`
    return {
      from: firstAt(zone, Date.parse(from)),
      to: firstAt(zone, Date.parse(to) + DAY),
      look: 'frozen',
      title: name,
      names: [name, 'freeze'],
    }
  })
}

/** The time from the first failure, or now, to the expiry of the version, which has a tail of its own; null: there is nothing between. */
function tailOf(stuckFrom: number, { segments }: ProjectPath, { range, now }: ChartBox) {
  const expired = segments.find(({ stage }) => stage === 'expired' || stage === 'notInProfile')
  const left = Math.max(0, percentAt(range, Math.max(stuckFrom, now)))
  const right = expired?.from ? Math.min(100, percentAt(range, ms(expired.from))) : expired ? 0 : 100
  return right > left ? { left, right } : null
}
