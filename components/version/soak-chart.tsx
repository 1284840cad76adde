import type { ReactNode } from 'react'
import { useZone } from '@/lib/browser/clock'
import type { PromotionEvidenceAnswer } from '@/lib/questions/version/contract'
import { clusterDaysText } from '@/lib/words/evidence'
import { plural } from '@/lib/words/phrases'
import { countOf, countText, DAY, fullText } from '@/lib/words/time-text'
import { LazySteps } from '../charts/lazy-charts'
import styles from '../evidence/evidence.module.css'
import { percentAt } from '../timeline/range'
import { rangeMark } from '../ui/chart-mark'
import { RowTable } from '../ui/data-table'
import { EventGlyph } from '../ui/glyph'

/** The heights of the curve, of the steps below it and of the axis, in pixels. */
const [HIGH, LOW, AXIS] = [112, 44, 18]
/** Above the highest point, for its words. */
const ROOM = 20

/** Cluster-days since the first cluster, and below them how many ran it; dashed: where the version before it stood when promoted. */
export function SoakChart({ answer }: { readonly answer: PromotionEvidenceAnswer }): ReactNode {
  const zone = useZone()
  const { course, known, predecessor, order } = answer
  const now = Date.parse(known)
  const from = Date.parse(course[0]?.at ?? known)
  const range = { from, to: now + Math.max(DAY, (now - from) * 0.06) }
  const then = predecessor?.promoted ?? null
  const last = course.at(-1) ?? { clusters: 0, clusterDays: 0 }
  const most = Math.max(1, last.clusterDays, then?.clusterDays ?? 0)
  const peak = Math.max(1, ...course.map(({ clusters }) => clusters))
  /** The points at which the number of clusters changes. */
  const changes = course.slice(0, -1).filter(({ clusters }, i) => clusters !== course[i - 1]?.clusters)
  const failed = order.filter((one) => one.failed && Date.parse(one.at) >= from)
  const drawn = { steps: course.map(({ at }) => Date.parse(at)), ...range, now }
  return (
    <div {...rangeMark(range)}>
      <div className={styles.plot}>
        <LazySteps
          {...drawn}
          as={{
            name: `Cluster-days: ${clusterDaysText(last.clusterDays)} since ${fullText(from, zone)}`,
            height: HIGH,
          }}
          bands={[{ name: 'cluster-days', look: 'm-0', counts: course.map(({ clusterDays }) => clusterDays) }]}
          between="grows"
          edge="solid"
          top={(most * HIGH) / (HIGH - ROOM)}
          beside={then?.clusterDays}
          peaks={[
            {
              at: now,
              count: last.clusterDays,
              strong: last.clusterDays.toLocaleString('en'),
              text: plural(last.clusterDays, 'cluster-day'),
              isEnd: true,
            },
            ...(then && predecessor
              ? [
                  {
                    at: from,
                    count: then.clusterDays,
                    strong: `${then.isWhole ? '' : 'at least '}${then.clusterDays.toLocaleString('en')}`,
                    text: `when ${predecessor.version} was promoted`,
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
      <LazySteps
        {...drawn}
        as={{
          name: `Clusters on it: ${countText(peak)} at most, ${countOf(last.clusters, 'cluster')} now`,
          height: LOW + AXIS,
        }}
        bands={[{ name: 'clusters', look: 'm-1', counts: course.map(({ clusters }) => clusters) }]}
        top={(peak * LOW) / (LOW - ROOM)}
        until={now}
        hasAxis
        peaks={changes.map(({ at, clusters }) => ({
          at: Date.parse(at),
          count: clusters,
          strong: countText(clusters),
        }))}
      />
    </div>
  )
}

/** The curve's data. */
export function SoakTable({ answer }: { readonly answer: PromotionEvidenceAnswer }): ReactNode {
  const zone = useZone()
  return (
    <RowTable
      behindChart="Cluster-days as a table"
      heads={['Up to', { number: 'Clusters on it' }, { number: 'Cluster-days' }]}
    >
      {answer.course.map(({ at, clusters, clusterDays }) => (
        <tr key={at}>
          <th scope="row">{fullText(at, zone)}</th>
          <td className="num">{countText(clusters)}</td>
          <td className="num">{clusterDays.toLocaleString('en')}</td>
        </tr>
      ))}
    </RowTable>
  )
}
