import type { ReactNode } from 'react'
import { shootPage } from '@/lib/browser/paths'
import type { Zone } from '@/lib/contract/zone'
import type { PromotionEvidenceAnswer } from '@/lib/questions/version/contract/evidence'
import { arrivalText, differenceText, hoursText, sameText } from '@/lib/words/evidence'
import { countOf, countText, dayText } from '@/lib/words/time-text'
import styles from '../evidence/evidence.module.css'
import { DataTable } from '../ui/data-table'
import { Figure, Figures, FigureValue } from '../ui/figures'
import { Link } from '../ui/link'
import { Scroll } from '../ui/scroll'

interface HealthProps {
  readonly answer: PromotionEvidenceAnswer
  readonly zone: Zone
}

/** How the clusters were doing in the seven days before they came to it, and since. */
export function HealthPart({ answer, zone }: HealthProps): ReactNode {
  const { health, predecessor, version, items, clusters } = answer
  const { same } = health
  const most = Math.max(1, ...items.flatMap(({ before, since }) => [before ?? 0, since ?? 0]))
  return (
    <section aria-labelledby="health">
      <div className={`section-head ${styles.wraps}`}>
        <h2 id="health">Health, before and on it</h2>
        <span className="faint">hours per week in which a condition was not true</span>
        <span className="grow" />
        <span className={`small ${styles.legend}`}>
          <i className={styles.hollow} /> 7 days before <i className={styles.full} /> since, on {version}
        </span>
      </div>
      <Figures className={styles.figures}>
        {same && (
          <>
            <Figure label={`${sameText(same.clusters)} before`}>
              <FigureValue value={hoursText(same.before)} note="per week" />
            </Figure>
            <Figure label={`${sameText(same.clusters)} on ${version}`}>
              <FigureValue value={hoursText(same.since)} note="per week" />
            </Figure>
          </>
        )}
        {predecessor && (
          <Figure label={`${predecessor.version} next to it`}>
            <FigureValue
              value={hoursText(predecessor.perWeek)}
              note={`${countOf(predecessor.clusters, 'cluster')}, since ${dayText(predecessor.from, zone)}`}
            />
          </Figure>
        )}
        <div className={styles.difference}>
          <dt>The difference</dt>
          <dd className="small">{differenceText(health)}</dd>
        </div>
      </Figures>
      {items.length > 0 && (
        <Scroll label="Clusters that have run it, as a table" className={styles.clusters}>
          <DataTable
            className="dense"
            heads={[
              'Cluster',
              'Region, purpose',
              'On it since',
              'How',
              { number: 'Before' },
              { hidden: 'Before and since, drawn' },
              { number: 'Since' },
            ]}
          >
            <tbody>
              {items.map((item) => (
                <tr key={`${item.namespace}/${item.name}`}>
                  <th scope="row">
                    <Link href={shootPage(item)}>
                      {item.project} / <b>{item.name}</b>
                    </Link>
                    {!item.running && <span className="faint"> no longer on it</span>}
                  </th>
                  <td className="muted">{[item.region, item.purpose].filter((one) => one !== null).join(', ')}</td>
                  <td>{dayText(item.at, zone)}</td>
                  <td>{arrivalText(item)}</td>
                  <td className="num">
                    {item.before === null ? <span className="faint">none</span> : hoursText(item.before)}
                  </td>
                  <td aria-hidden className={styles.pairs}>
                    <Pair before={item.before} since={item.since} most={most} />
                  </td>
                  <td className="num bold">{hoursText(item.since)}</td>
                </tr>
              ))}
            </tbody>
          </DataTable>
        </Scroll>
      )}
      {clusters.ran > items.length && (
        <p className={styles.note}>
          The first {countText(items.length)} of {countText(clusters.ran)}.
        </p>
      )}
    </section>
  )
}

interface PairProps {
  readonly before: number | null
  readonly since: number | null
  readonly most: number
}

/** Hollow: before. Full: since. */
function Pair({ before, since, most }: PairProps): ReactNode {
  const x = (value: number) => 4 + (value / most) * 92
  return (
    <span className={styles.pair}>
      {before !== null && since !== null && (
        <i
          className={styles.between}
          style={{ left: `${x(Math.min(before, since))}%`, width: `${Math.abs(x(since) - x(before))}%` }}
        />
      )}
      {before !== null && <i className={styles.hollow} style={{ left: `${x(before)}%` }} />}
      {since !== null && <i className={styles.full} style={{ left: `${x(since)}%` }} />}
    </span>
  )
}
