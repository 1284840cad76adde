import { type ReactNode, useRef } from 'react'
import { useZone } from '@/lib/browser/clock'
import type { PromotionEvidenceAnswer } from '@/lib/questions/version/contract'
import { daysText } from '@/lib/words/evidence'
import { plural } from '@/lib/words/phrases'
import { countOf, countText, DAY, fullText } from '@/lib/words/time-text'
import { Steps } from '../charts/later'
import styles from '../evidence/evidence.module.css'
import { offsetAtOf } from '../timeline/calendar'
import { percentAt } from '../timeline/range'
import { fittedTicks } from '../timeline/ticks'
import { useMeasure, useWidth } from '../timeline/use-chart-box'
import { rangeMark } from '../ui/chart-mark'
import { RowTable, Scroll } from '../ui/data-table'
import { EventGlyph } from '../ui/glyph'

const GUESSED_WIDTH = 640
/** Of the curve, of the steps below it and of the axis, in pixels. */
const [HIGH, LOW, AXIS] = [112, 44, 18]
/** Above the highest point, for its words. */
const ROOM = 20

/** Cluster-days since the first cluster, and below them how many ran it; dashed: where the version before it stood when promoted. */
export function SoakChart({ answer }: { readonly answer: PromotionEvidenceAnswer }): ReactNode {
  const zone = useZone()
  const plot = useRef<HTMLDivElement>(null)
  const { course, known, predecessor, order } = answer
  const now = Date.parse(known)
  const from = Date.parse(course[0]?.at ?? known)
  const range = { from, to: now + Math.max(DAY, (now - from) * 0.06) }
  const width = useWidth(plot, GUESSED_WIDTH)
  const measure = useMeasure()
  const ticks = fittedTicks(range, width, measure, offsetAtOf(zone))
  const then = predecessor?.promoted ?? null
  const last = course.at(-1)
  const most = Math.max(1, last?.clusterDays ?? 0, then?.clusterDays ?? 0)
  const peak = Math.max(1, ...course.map(({ clusters }) => clusters))
  const top = (most * HIGH) / (HIGH - ROOM)
  const over = (clusterDays: number) => (clusterDays / top) * 100 + 9
  const end = 100 - percentAt(range, now)
  // Left, above the dashed line, is free of the curve, unless the curve has crossed the line there already.
  const isLow = then !== null && then.clusterDays < most / 2
  const failed = order.filter((one) => one.failed && Date.parse(one.at) >= from)
  const drawn = { steps: course.map(({ at }) => Date.parse(at)), ...range, now }
  return (
    <div {...rangeMark(range)}>
      <div
        ref={plot}
        className={styles.plot}
        style={{ height: HIGH }}
        role="img"
        aria-label={`Cluster-days: ${daysText(last?.clusterDays ?? 0)} since ${fullText(from, zone)}`}
      >
        <Steps
          {...drawn}
          bands={[{ name: 'cluster-days', look: 'm-0', counts: course.map(({ clusterDays }) => clusterDays) }]}
          between="grows"
          edge="solid"
          top={top}
          beside={then?.clusterDays}
          labels={[
            ...(then && predecessor
              ? [
                  {
                    strong: `${then.isWhole ? '' : 'at least '}${then.clusterDays.toLocaleString('en')}`,
                    text: `when ${predecessor.version} was promoted`,
                    side: isLow ? ('end' as const) : ('start' as const),
                    inset: isLow ? end : 0,
                    middle: over(then.clusterDays),
                  },
                ]
              : []),
            ...(last
              ? [
                  {
                    strong: last.clusterDays.toLocaleString('en'),
                    text: plural(last.clusterDays, 'cluster-day'),
                    side: 'end' as const,
                    inset: end,
                    middle: over(last.clusterDays),
                  },
                ]
              : []),
          ]}
        />
        {failed.map(({ at, namespace, name }) => (
          <span
            key={`${at}${namespace}/${name}`}
            className={styles.mark}
            style={{ left: `${percentAt(range, Date.parse(at))}%` }}
            title={`The update of ${name} failed`}
          >
            <EventGlyph kind="fails" />
          </span>
        ))}
      </div>
      <div
        className={styles.plot}
        style={{ height: LOW + AXIS }}
        role="img"
        aria-label={`Clusters on it: ${countText(peak)} at most, ${countOf(last?.clusters ?? 0, 'cluster')} now`}
      >
        <Steps
          {...drawn}
          bands={[{ name: 'clusters', look: 'm-1', counts: course.map(({ clusters }) => clusters) }]}
          top={(peak * LOW) / (LOW - ROOM)}
          until={now}
          ticks={ticks
            .filter(({ label }) => label !== '')
            .map(({ at, label, year }) => ({ at, text: label, look: year ? ('strong' as const) : ('line' as const) }))}
          labels={changesOf(course).map(({ at, clusters }) => ({
            strong: countText(clusters),
            text: '',
            side: 'start',
            inset: percentAt(range, Date.parse(at)),
            middle: ((AXIS + (clusters / peak) * (LOW - ROOM) + 8) / (LOW + AXIS)) * 100,
          }))}
        />
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
export function SoakTable({ answer }: { readonly answer: PromotionEvidenceAnswer }): ReactNode {
  const zone = useZone()
  return (
    <Scroll label="Cluster-days as a table" className="tall">
      <RowTable heads={['Up to', { number: 'Clusters on it' }, { number: 'Cluster-days' }]}>
        {answer.course.map(({ at, clusters, clusterDays }) => (
          <tr key={at}>
            <th scope="row">{fullText(at, zone)}</th>
            <td className="num">{countText(clusters)}</td>
            <td className="num">{clusterDays.toLocaleString('en')}</td>
          </tr>
        ))}
      </RowTable>
    </Scroll>
  )
}
