'use client'

import { type ReactNode, useMemo } from 'react'
import { useZone } from '@/lib/browser/clock'
import { type EffectRow, effectRange } from '@/lib/questions/draft/browser/effect-rows'
import { spanName } from '@/lib/words/spans'
import { dayText } from '@/lib/words/time-text'
import { differenceText, type LaneRow, Lanes, type PlacedFlag, type TimeRange } from '../timeline'
import { rangeMark } from '../ui/chart-mark'
import { DataTable, Scroll } from '../ui/data-table'

interface VersionsOverTimeProps {
  readonly rows: readonly EffectRow[]
  /** The instant that the rows are computed for. */
  readonly at: number
  /** Where the now line stands. */
  readonly now: number
  /** What stands left of the time. */
  readonly label: (row: EffectRow) => ReactNode
  /** In place of the expiry flag. */
  readonly flag: (row: EffectRow, flag: PlacedFlag, range: TimeRange) => ReactNode
}

interface Row extends LaneRow {
  readonly row: EffectRow
}

/** Versions over time, a row each: as they will be with the draft, above each what it was. */
export function VersionsOverTime({ rows, at, now, label, flag }: VersionsOverTimeProps): ReactNode {
  const zone = useZone()
  const range = useMemo(() => effectRange(rows, at, zone), [rows, at, zone])
  const lanes = rows.map((row): Row => {
    const { image, version, name, kind, spans, expires, was } = row
    const difference = was === null || kind === 'removed' ? null : differenceText(was.to, expires)
    const wasName = [`${name} was ${was?.text}`, difference].filter(Boolean).join(', ')
    return {
      id: `${image}/${version}`,
      isFirst: true,
      segments: spans.map(({ stage, from, to }) => {
        const span = { look: stage, label: stage, from, to }
        return { ...span, name: spanName(name, span, zone) }
      }),
      // All that it was to be where there is room for it, else what it was to be first.
      ghosts:
        was === null
          ? []
          : [{ ...was, label: `was ${was.text}`, short: `was ${was.shortText}`, name: wasName, difference }],
      flag:
        expires === null
          ? null
          : {
              at: expires,
              text: dayText(expires, zone, { now: at }),
              name: `${name} ${expires < at ? 'expired' : 'expires'} ${dayText(expires, zone)}`,
            },
      row,
    }
  })
  return (
    <Lanes<Row>
      name="Versions over time"
      rows={lanes}
      left={[
        {
          key: 'version',
          head: 'Version',
          width: 132,
          isName: true,
          phone: 'wide',
          cell: ({ row }) => label(row),
        },
      ]}
      range={range}
      now={now}
      zone={zone}
      guessedWidth={800}
      mark={rangeMark(range)}
      flag={({ row }, placed) => flag(row, placed, range)}
    />
  )
}

/** The same as the timeline, in words. */
export function EffectTable({ rows }: { readonly rows: readonly EffectRow[] }): ReactNode {
  const zone = useZone()
  return (
    <Scroll label="Versions before and after, as a table">
      <DataTable
        className="dense"
        caption="Versions before and after"
        heads={['Version', 'Was', 'Will be', 'Expires', 'Difference']}
      >
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.image}/${row.version}`}>
              <th scope="row">{row.name}</th>
              <td className="muted">{row.kind === 'new' ? 'not listed' : (row.was?.text ?? 'the same')}</td>
              <td>{row.will ?? 'not listed'}</td>
              <td>
                {row.expires === null ? <span className="faint">no expiry set</span> : dayText(row.expires, zone)}
              </td>
              <td>
                {row.was === null || row.kind === 'removed'
                  ? row.kind
                  : (differenceText(row.was.to, row.expires) ?? 'same date')}
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Scroll>
  )
}
