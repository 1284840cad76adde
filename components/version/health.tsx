import type { ReactNode } from 'react'
import { useZone } from '@/lib/browser/clock'
import type { PromotionEvidenceAnswer } from '@/lib/questions/version/contract'
import { arrivalText, healthDifferenceText, hoursText, sameText } from '@/lib/words/evidence'
import { countOf, countText, dayText, fullText, spanText } from '@/lib/words/time-text'
import { Swatch } from '../charts/count-looks'
import styles from '../evidence/evidence.module.css'
import { RowTable } from '../ui/data-table'
import { Figure, Figures } from '../ui/figures'
import { EventGlyph } from '../ui/glyph'
import { ClusterLink } from '../ui/link'
import { Legend } from '../ui/parts'
import { Fact, Section } from '../ui/section'

/** How the clusters were doing in the seven days before they came to it, and since. */
export function HealthPart({ answer }: { readonly answer: PromotionEvidenceAnswer }): ReactNode {
  const zone = useZone()
  const { health, predecessor, version, items, clusters } = answer
  const { same } = health
  const most = Math.max(1, ...items.flatMap(({ before, since }) => [before ?? 0, since ?? 0]))
  return (
    <Section
      title="Health, before and on it"
      note="hours per week in which a condition was not true"
      actions={
        <Legend
          items={[
            { sign: <Swatch look="hollow" />, text: '7 days before' },
            { sign: <Swatch look="m-5" />, text: `since, on ${version}` },
          ]}
        />
      }
    >
      <Figures>
        {same && (
          <>
            <Figure label={`${sameText(same.clusters)} before`} value={hoursText(same.before)} note="per week" />
            <Figure label={`${sameText(same.clusters)} on ${version}`} value={hoursText(same.since)} note="per week" />
          </>
        )}
        {predecessor && (
          <Figure
            label={`${predecessor.version} next to it`}
            value={hoursText(predecessor.perWeek)}
            note={`${countOf(predecessor.clusters, 'cluster')}, since ${dayText(predecessor.from, zone)}`}
          />
        )}
        <Fact term="The difference" look="small">
          {healthDifferenceText(health)}
        </Fact>
      </Figures>
      {items.length > 0 && (
        <RowTable
          scroll="Clusters that have run it, as a table"
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
          {items.map((item) => (
            <tr key={`${item.namespace}/${item.name}`}>
              <th scope="row">
                <ClusterLink of={item} />
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
        </RowTable>
      )}
      {clusters.ran > items.length && (
        <p className="note">
          The first {countText(items.length)} of {countText(clusters.ran)}.
        </p>
      )}
    </Section>
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
      {before !== null && (
        <i style={{ left: `${x(before)}%` }}>
          <Swatch look="hollow" />
        </i>
      )}
      {since !== null && (
        <i style={{ left: `${x(since)}%` }}>
          <Swatch look="m-5" />
        </i>
      )}
    </span>
  )
}

/** What went wrong, in the words of Gardener and of the programs that it asked. */
export function Errors({ answer }: { readonly answer: PromotionEvidenceAnswer }): ReactNode {
  const zone = useZone()
  const { errors, errorsTotal } = answer
  return (
    <Section title="Last errors" note="all since the first cluster ran it, with Gardener’s codes">
      {errors.length === 0 && <p className="note">None is recorded.</p>}
      <ul className={`lines ${styles.errors}`}>
        {errors.map((one) => (
          <li key={`${one.at}${one.namespace}/${one.name}`}>
            <span>{fullText(one.at, zone)}</span>
            <ClusterLink of={one} />
            <div className={one.kind === 'error' ? undefined : 'bad'}>
              {one.kind !== 'error' && <EventGlyph kind="fails" />}{' '}
              {codesOf(one).map((code) => (
                <span key={code}>{code}</span>
              ))}
              {codesOf(one).length === 0 && <span className="faint">no code</span>}
            </div>
            <div className="muted">
              {one.errors.map(({ description }) => (
                <p key={description}>{description}</p>
              ))}
            </div>
            <span>{endText(one)}</span>
          </li>
        ))}
      </ul>
      {errorsTotal > errors.length && (
        <p className="note">
          The last {countText(errors.length)} of {countText(errorsTotal)}.
        </p>
      )}
      <p className="note">
        An error with a code of the infrastructure or of the user is listed too: whether it counts is for you to judge.
      </p>
    </Section>
  )
}

type EvidenceError = PromotionEvidenceAnswer['errors'][number]

function codesOf({ errors }: EvidenceError): readonly string[] {
  return [...new Set(errors.flatMap(({ codes }) => codes))]
}

function endText({ kind, at, until }: EvidenceError): string {
  if (kind === 'denied') return 'update denied, still on the version before'
  const how = kind === 'failed' ? 'gave up' : 'tried again'
  return until === null ? `${how}, not over` : `${how}, over after ${spanText(Date.parse(until) - Date.parse(at))}`
}
