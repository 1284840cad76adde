import { useState } from 'react'
import { ClusterLink } from '@/components/ui/link'
import { withMoment } from '@/lib/browser/at'
import { useZone } from '@/lib/browser/clock'
import { shootPage } from '@/lib/browser/paths'
import { useUrlState } from '@/lib/browser/url-state'
import { BASE_PATH } from '@/lib/contract/base-path'
import { onWire } from '@/lib/contract/dates'
import type { AccuracyCounts, DeviationBody } from '@/lib/contract/record'
import { offsetText } from '@/lib/contract/zone'
import type { AccuracyAnswer } from '@/lib/questions/accuracy/contract'
import { ageText, forecastText, happenedText, REASON_ORDER, REASONS } from '@/lib/words/accuracy'
import { countText, MINUTE, momentText, ms } from '@/lib/words/time-text'
import { Swatch } from '../charts/count-looks'
import { Button, Segmented } from '../ui/button'
import { RowTable } from '../ui/data-table'
import { Empty } from '../ui/parts'
import { Section } from '../ui/section'
import styles from './accuracy.module.css'
import { type AccuracyReason, questionIn } from './question'
import { LOOKS } from './weeks-chart'

/** How many rows are shown at first. */
const FIRST = 8
/** How long after its begin it is known what a maintenance did. */
const NOTICE = 10 * MINUTE

/** Everything that went another way than was forecast, with both sides. */
export function Deviations({ answer, counts }: { readonly answer: AccuracyAnswer; readonly counts: AccuracyCounts }) {
  const { params, set } = useUrlState()
  const { before, reason } = questionIn(params)
  const zone = useZone()
  const [isWhole, setWhole] = useState(false)
  const { deviations, total, to } = answer
  const rows = isWhole ? deviations : deviations.slice(0, FIRST)
  return (
    <Section
      title="Every deviation"
      note={
        <span role="status">
          {countText(rows.length)} of {countText(total)}, newest first, {ageText(before)}
        </span>
      }
      actions={
        <Segmented<'all' | AccuracyReason>
          label="Reason"
          value={reason ?? 'all'}
          options={[
            { value: 'all', text: `all ${countText(counts.total - counts.asForecast)}` },
            ...REASON_ORDER.map((one) => ({
              value: one,
              text: `${REASONS[one].short} ${countText(counts.reasons[one])}`,
              title: REASONS[one].name,
            })),
          ]}
          onChange={(value) => set({ reason: value === 'all' ? undefined : value }, 'push')}
        />
      }
      className={styles.part}
    >
      {rows.length === 0 ? (
        <Empty text="None." />
      ) : (
        <RowTable
          className={`prose rows ${styles.deviations}`}
          caption="Every deviation"
          heads={[
            `When, ${offsetText(zone, ms(to))}`,
            'Cluster',
            'Reason',
            'The forecast said',
            'What happened',
            'Both sides',
          ]}
        >
          {rows.map((row) => (
            <Row key={`${row.namespace}/${row.name} ${row.at}`} row={row} now={answer.at} />
          ))}
        </RowTable>
      )}
      {deviations.length > rows.length ? (
        <Button small onClick={() => setWhole(true)}>
          {countText(deviations.length - rows.length)} more
        </Button>
      ) : null}
      {total > deviations.length && isWhole ? (
        <p className="note">The others are told by GET /api/accuracy, in pages.</p>
      ) : null}
    </Section>
  )
}

function Row({ row, now }: { readonly row: DeviationBody; readonly now: string }) {
  const zone = useZone()
  const { namespace, name, project, at, reason, made, ran, turned } = row
  const [page, pastPage] = [shootPage({ namespace, name }), shootPage({ namespace, name }, 'past')]
  const after = onWire(ms(ran?.at ?? turned ?? at) + NOTICE)
  return (
    <tr>
      <td className="nowrap">{momentText(at, zone, now)}</td>
      <th scope="row">
        <ClusterLink of={row} />
      </th>
      <td className="nowrap">
        <Swatch look={LOOKS[reason]} /> {REASONS[reason].name}
      </td>
      <td data-label="Said">{forecastText(row, zone, now)}</td>
      <td data-label="Was">{happenedText(row, zone, now)}</td>
      <td className={styles.sides}>
        <Then href={page} at={made} text="forecast then" of={`${project} / ${name}`} />{' '}
        {ran === null ? (
          <Then href={page} at={after} text="what was" of={`${project} / ${name}`} />
        ) : (
          <Then href={`${pastPage}?update=${ran.at}`} at={after} text="what ran" of={`${project} / ${name}`} />
        )}
      </td>
    </tr>
  )
}

interface ThenProps {
  readonly href: string
  readonly at: string
  readonly text: string
  /** The cluster that it is about. */
  readonly of: string
}

/** Leads to a page as it was known at a moment, whatever the clock of this one: so it is no link that keeps it. */
function Then({ href, at, text, of }: ThenProps) {
  return (
    <a className="link" href={BASE_PATH + withMoment(href, { at, seen: at })} aria-label={`${text}: ${of}, ${at}`}>
      {text}
    </a>
  )
}
