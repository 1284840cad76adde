import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { offsetMinutes, type Zone } from '@/lib/contract/zone'
import type { PromotionEvidenceAnswer } from '@/lib/questions/version/contract'
import { daysText } from '@/lib/words/evidence'
import { plural } from '@/lib/words/phrases'
import { countOf, countText, DAY, dayText, fullText } from '@/lib/words/time-text'
import styles from '../evidence/evidence.module.css'
import {
  Axis,
  chartClass,
  fittedTicks,
  Grid,
  layerClass,
  NowLabel,
  NowLine,
  nowLabelAt,
  percentAt,
  useChartBox,
} from '../timeline'
import { rangeMark } from '../ui/chart-mark'
import { DataTable, Scroll } from '../ui/data-table'
import { EventGlyph } from '../ui/glyph'

interface SoakProps {
  readonly answer: PromotionEvidenceAnswer
  readonly zone: Zone
}

const GUESSED_WIDTH = 640
/** Of the curve and of the steps below it, in pixels. */
const [HIGH, LOW] = [112, 40]
/** Above the highest point, for its words. */
const ROOM = 20

/** Cluster-days since the first cluster, and below them how many ran it; dashed: where the version before it stood when promoted. */
export function SoakChart({ answer, zone }: SoakProps): ReactNode {
  const plot = useRef<HTMLDivElement>(null)
  const { course, known, predecessor, order } = answer
  const now = Date.parse(known)
  const from = Date.parse(course[0]?.at ?? known)
  const range = useMemo(() => ({ from, to: now + Math.max(DAY, (now - from) * 0.06) }), [from, now])
  const box = useChartBox(plot, range, now, GUESSED_WIDTH)
  const offsetAt = useCallback((at: number) => offsetMinutes(zone, at) * 60_000, [zone])
  const ticks = useMemo(
    () => fittedTicks(range, box.width, box.measure, offsetAt),
    [range, box.width, box.measure, offsetAt],
  )
  const x = (at: string) => percentAt(range, Date.parse(at))
  const then = predecessor?.promoted ?? null
  const last = course.at(-1)
  const most = Math.max(1, last?.clusterDays ?? 0, then?.clusterDays ?? 0)
  const peak = Math.max(1, ...course.map(({ clusters }) => clusters))
  const y = (days: number) => HIGH - (days / most) * (HIGH - ROOM)
  const curve = course.map(({ at, clusterDays }, i) => `${i === 0 ? 'M' : 'L'}${x(at)} ${y(clusterDays)}`).join('')
  const end = percentAt(range, now)
  const steps = course
    .map(
      ({ at, clusters }, i) =>
        `${i === 0 ? 'M' : 'L'}${x(at)} ${LOW - (clusters / peak) * (LOW - 16)}H${x(course[i + 1]?.at ?? known)}`,
    )
    .join('')
  // Left, above the dashed line, is free of the curve, unless the curve has crossed the line there already.
  const isLow = then !== null && then.clusterDays < most / 2
  const nowText = `known ${dayText(now, zone, { now })}`
  const failed = order.filter((one) => one.failed && Date.parse(one.at) >= from)
  return (
    <div className={chartClass} {...rangeMark(range)}>
      <div ref={plot} className={styles.axis}>
        <Axis ticks={ticks} />
        <NowLabel x={nowLabelAt(box, nowText)} text={nowText} />
      </div>
      <div className={styles.plots}>
        <div aria-hidden className={`${layerClass} ${styles.layer}`}>
          <Grid range={range} now={now} ticks={ticks} />
        </div>
        <div className={styles.plot} style={{ height: HIGH }}>
          <svg
            viewBox={`0 0 100 ${HIGH}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`Cluster-days: ${daysText(last?.clusterDays ?? 0)} since ${fullText(from, zone)}`}
            className={styles.drawing}
          >
            <path className={styles.area} d={`${curve}V${HIGH}H0Z`} />
            <path className={styles.edge} d={curve} />
            {then && <path className={styles.then} d={`M0 ${y(then.clusterDays)}H100`} />}
          </svg>
          {then && predecessor && (
            <span
              className={styles.label}
              style={{
                ...(isLow ? { right: `${100 - end}%` } : { left: 12 }),
                top: Math.max(0, y(then.clusterDays) - 17),
              }}
            >
              {!then.isWhole && 'at least '}
              {then.clusterDays.toLocaleString('en')} when {predecessor.version} was promoted
            </span>
          )}
          {last && (
            <span
              className={styles.label}
              data-end
              style={{ right: `${100 - end}%`, top: Math.max(0, y(last.clusterDays) - 18) }}
            >
              <b>{last.clusterDays.toLocaleString('en')}</b> {plural(last.clusterDays, 'cluster-day')}
            </span>
          )}
          {failed.map(({ at, namespace, name }) => (
            <span
              key={`${at}${namespace}/${name}`}
              className={styles.mark}
              style={{ left: `${x(at)}%` }}
              title={`The update of ${name} failed`}
            >
              <EventGlyph kind="fails" />
            </span>
          ))}
        </div>
        <div className={styles.plot} style={{ height: LOW }}>
          <svg
            viewBox={`0 0 100 ${LOW}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`Clusters on it: ${countText(peak)} at most, ${countOf(last?.clusters ?? 0, 'cluster')} now`}
            className={styles.drawing}
          >
            <path className={styles.steps} d={`${steps}V${LOW}H0Z`} />
          </svg>
          {changesOf(course).map(({ at, clusters }) => (
            <span
              key={at}
              aria-hidden
              className={styles.label}
              style={{ left: `${x(at)}%`, top: Math.max(0, LOW - (clusters / peak) * (LOW - 16) - 15) }}
            >
              {countText(clusters)}
            </span>
          ))}
        </div>
        <div aria-hidden className={`${layerClass} ${styles.layer}`}>
          <NowLine range={range} now={now} />
        </div>
      </div>
    </div>
  )
}

/** Where the number of clusters is another than at the point before, as many as have room. */
function changesOf(course: PromotionEvidenceAnswer['course']): PromotionEvidenceAnswer['course'] {
  const changes = course.slice(0, -1).filter(({ clusters }, i) => clusters !== course[i - 1]?.clusters)
  return changes.length > 12 ? changes.slice(0, 1) : changes
}

/** The curve's data. */
export function SoakTable({ answer, zone }: SoakProps): ReactNode {
  return (
    <Scroll label="Cluster-days as a table" className={styles.scroll}>
      <DataTable heads={['Up to', { number: 'Clusters on it' }, { number: 'Cluster-days' }]}>
        <tbody>
          {answer.course.map(({ at, clusters, clusterDays }) => (
            <tr key={at}>
              <th scope="row">{fullText(at, zone)}</th>
              <td className="num">{countText(clusters)}</td>
              <td className="num">{clusterDays.toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Scroll>
  )
}
