'use client'

import { useRef } from 'react'
import { useNowWord, useZone } from '@/lib/browser/clock'
import { shootPage } from '@/lib/browser/paths'
import type { FreezeDays } from '@/lib/contract/status'
import { firstAt, offsetMinutes, type Zone } from '@/lib/contract/zone'
import { DAY } from '@/lib/engine/time'
import type { ProjectAnswer } from '@/lib/questions/projects/contract'
import { otherNight } from '@/lib/words/event-words'
import { profileName } from '@/lib/words/phrases'
import { nextIn, targetText } from '@/lib/words/project'
import { dayText, fullText, MINUTE, ms } from '@/lib/words/time-text'
import { EVENT_WORDS, effectAnswer, inPlaceText, nodeFigure, STAGE_WORDS } from '@/lib/words/wording'
import {
  Axis,
  type ChartBox,
  chartClass,
  css,
  EventMark,
  fittedTicks,
  Grid,
  LegendItem,
  layerClass,
  markStretch,
  NowLabel,
  NowLine,
  nowLabelAt,
  percentAt,
  pixelAt,
  placedSegments,
  Segment,
  STAGE_LOOKS,
  type TimeRange,
  useChartBox,
} from '../timeline'
import { chartMark } from '../ui/chart-mark'
import { EventGlyph, StageGlyph } from '../ui/glyph'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import styles from './project.module.css'

type Path = ProjectAnswer['paths'][number]

const GUESSED_WIDTH = 410

interface PathsChartProps {
  readonly project: ProjectAnswer
  readonly now: number
  readonly freezes: readonly FreezeDays[]
}

/** All clusters on one axis: what their control planes run, and diamonds for what happens to any part of them. */
export function PathsChart({ project, now, freezes }: PathsChartProps) {
  const zone = useZone()
  const nowText = useNowWord('now', zone)
  const plot = useRef<HTMLDivElement>(null)
  const range: TimeRange = { from: ms(project.from), to: ms(project.until) }
  const box = useChartBox(plot, range, now, GUESSED_WIDTH)
  const ticks = fittedTicks(range, box.width, box.measure, (at) => offsetMinutes(zone, at) * MINUTE)
  const layer = { left: 'var(--labels)', right: 'var(--facts)' }
  return (
    <div {...chartMark(`Clusters of ${project.name}`, range)}>
      <div className={styles.legend}>
        <span>
          <EventGlyph kind="auto" /> auto
        </span>
        <span>
          <EventGlyph kind="forced" /> forced
        </span>
        <span>
          <EventGlyph kind="fails" /> fails
        </span>
        <LegendItem look="supported" />
        <LegendItem look="deprecated" />
        <LegendItem look="expired" />
      </div>
      <div className={styles.frame}>
        <div className={`${chartClass} ${styles.chart}`}>
          <div className={`${styles.path} ${styles.heads}`}>
            <span className={styles.name}>Cluster</span>
            <span className={styles.profile}>Profile</span>
            <span className={styles.version}>Kubernetes</span>
            <div className={styles.plot} ref={plot}>
              <NowLabel x={nowLabelAt(box, nowText)} text={nowText} />
              <FreezeNames box={box} freezes={freezes} zone={zone} />
              <Axis ticks={ticks} initials />
            </div>
            <span className={styles.in}>Next in</span>
            <span className={styles.to}>To</span>
            <span className={styles.nodes}>Nodes</span>
          </div>
          <div className={styles.paths}>
            <div className={`${layerClass} ${styles.layer}`} style={layer}>
              <Grid range={range} now={now} ticks={ticks} />
              {spansOf(freezes, range, zone).map(({ from, to }) => (
                <i
                  key={from}
                  className={styles.freeze}
                  style={{
                    left: css(percentAt(range, from)),
                    width: css(percentAt(range, to) - percentAt(range, from)),
                  }}
                />
              ))}
            </div>
            <ul aria-label="Clusters by attention">
              {project.paths.map((path) => (
                <PathRow key={`${path.namespace}/${path.name}`} path={path} box={box} zone={zone} now={now} />
              ))}
            </ul>
            <div className={`${layerClass} ${styles.layer}`} style={layer}>
              <NowLine range={range} now={now} rise={22} />
            </div>
          </div>
        </div>
      </div>
    </div>
  )
}

/** Freeze days as stretches of time where the reader is, as far as they are on the axis. */
function spansOf(freezes: readonly FreezeDays[], range: TimeRange, zone: Zone) {
  return freezes.flatMap(({ from, to }) => {
    const begin = Math.max(range.from, firstAt(zone, Date.parse(from)))
    const end = Math.min(range.to, firstAt(zone, Date.parse(to) + DAY))
    return begin < end ? [{ from: begin, to: end }] : []
  })
}

function FreezeNames({
  box,
  freezes,
  zone,
}: {
  readonly box: ChartBox
  readonly freezes: readonly FreezeDays[]
  readonly zone: Zone
}) {
  const width = box.measure('freeze', 11)
  const nowX = pixelAt(box, box.now)
  return spansOf(freezes, box.range, zone).map(({ from, to }) => {
    const x = pixelAt(box, (from + to) / 2)
    const isFree = Math.abs(x - nowX) > width / 2 + 16 && x > width / 2 && x < box.width - width / 2
    return isFree ? (
      <span key={from} className={styles.freezeName} style={{ left: `${Math.round(x)}px` }}>
        freeze
      </span>
    ) : null
  })
}

interface PathRowProps {
  readonly path: Path
  readonly box: ChartBox
  readonly zone: Zone
  readonly now: number
}

function PathRow({ path, box, zone, now }: PathRowProps) {
  const { name, namespace, profile, same, version, stage, next } = path
  const isStuck = next?.kind === 'fails'
  const to = next === null ? '' : targetText(next)
  const other = next && otherNight(next, now, zone)
  return (
    <li className={styles.path} data-both={other !== null || undefined}>
      <span className={`${styles.name} cut`}>
        {next ? <EventGlyph kind={next.kind} named /> : null}
        <Link href={shootPage({ namespace, name })} title={name}>
          {name}
        </Link>
        {same > 0 ? <span className="faint"> and {same} alike</span> : null}
      </span>
      <span className={`${styles.profile} muted cut`} title={profileName(profile)}>
        {profileName(profile)}
      </span>
      <span className={styles.version}>
        {version} <StageGlyph stage={stage} named />
      </span>
      <div className={styles.plot}>
        <PathLine path={path} box={box} zone={zone} now={now} />
      </div>
      <span className={isStuck ? `${styles.in} bad` : styles.in}>{next ? nextIn(next, now) : ''}</span>
      <span className={`${styles.to} cut ${isStuck ? 'bad' : 'muted'}`} title={to}>
        {to}
      </span>
      {other === null ? null : <span className={styles.night}>{other}</span>}
      <span className={styles.nodes}>
        {next === null || !(next.effect === 'rolling' || next.effect === 'inPlace') ? (
          <span className="faint">none</span>
        ) : (
          <span title={effectAnswer(next.effect, next.nodes)}>
            <Icon name={next.effect === 'rolling' ? 'roll' : 'inPlace'} /> {nodeFigure(next.nodes)}{' '}
            {next.effect === 'rolling' ? 'roll' : inPlaceText(next.nodes)}
          </span>
        )}
      </span>
    </li>
  )
}

function PathLine({ path, box, zone, now }: PathRowProps) {
  const { range } = box
  const { segments, marks, stuckFrom, last } = path
  const inRange = (at: string) => ms(at) >= range.from && ms(at) <= range.to
  const shown = marks.filter(
    ({ at }, i) => inRange(at) && !(marks[i - 1]?.kind === 'fails' && marks[i]?.kind === 'fails'),
  )
  const taken = shown.map(({ at }) => markStretch(pixelAt(box, ms(at)), 14))
  const spans = segments.map(({ version, stage, from, to }) => ({
    version,
    stage,
    look: STAGE_LOOKS[stage],
    from: from === null ? null : ms(from),
    to: to === null ? null : ms(to),
    label: version === path.version ? '' : version,
  }))
  const day = (at: number) => dayText(at, zone, { now })
  const tail = stuckFrom === null ? null : tailOf(ms(stuckFrom), path, box)
  return (
    <>
      {placedSegments(spans, box, taken).map((segment) => {
        const { version, stage, from, to } = segment.span
        const text = `${version} ${STAGE_WORDS[stage]}${from === null ? '' : ` from ${day(from)}`}${to === null ? '' : ` to ${day(to)}`}`
        return (
          <Segment
            key={`${version} ${stage} ${from}`}
            segment={segment}
            name={text}
            style={segment.span.look === 'expired' ? { top: 13, height: 3 } : { top: 6 }}
          />
        )
      })}
      {tail !== null ? (
        <i
          className={styles.tail}
          style={{ left: css(tail.left), width: css(tail.right - tail.left) }}
          title="fails again every night"
        />
      ) : null}
      <i className={styles.rowNow} style={{ left: css(percentAt(range, now)) }} />
      {last !== null && ms(last.at) >= range.from && ms(last.at) <= now ? (
        <EventMark
          at={ms(last.at)}
          range={range}
          name={`last maintenance ${last.failed ? 'failed' : 'done'}, ${fullText(last.at, zone)}`}
        >
          <EventGlyph kind={last.failed ? 'fails' : 'done'} />
        </EventMark>
      ) : null}
      {shown.map(({ at, kind, what, to }) => (
        <EventMark
          key={`${at} ${what}`}
          at={ms(at)}
          range={range}
          name={`${EVENT_WORDS[kind]}${what === null || to === null ? '' : ` to ${what} ${to}`}, ${fullText(at, zone)}`}
        >
          <EventGlyph kind={kind} />
        </EventMark>
      ))}
    </>
  )
}

/** From the first failure, or now, to where the version expires, which has a tail of its own; null: there is nothing between. */
function tailOf(stuckFrom: number, { segments }: Path, { range, now }: ChartBox) {
  const expired = segments.find(({ stage }) => stage === 'expired' || stage === 'notInProfile')
  const left = Math.max(0, percentAt(range, Math.max(stuckFrom, now)))
  const right = expired?.from ? Math.min(100, percentAt(range, ms(expired.from))) : expired ? 0 : 100
  return right > left ? { left, right } : null
}
