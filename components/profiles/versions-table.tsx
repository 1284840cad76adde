import type { ReactNode } from 'react'
import { useNow, useZone } from '@/lib/browser/clock'
import { BASE_PATH } from '@/lib/contract/base-path'
import { isSpanAt } from '@/lib/engine/rules'
import { dayText, fullText } from '@/lib/words/time-text'
import { spanLength } from '@/lib/words/when'
import type { VersionRow, VersionSpan } from '../timeline/rows'
import { Count, DataTable } from '../ui/data-table'
import { StageChip } from '../ui/glyph'
import { instead } from '../ui/link'
import { Empty, Tag } from '../ui/parts'
import styles from './profiles.module.css'
import { useProfileView } from './use-profile-view'

export interface VersionsTableProps {
  readonly name: string
  readonly rows: readonly VersionRow[]
}

/** The timeline's data as a table, in the same order: one line per stage of each version. */
export function VersionsTable({ name, rows }: VersionsTableProps): ReactNode {
  const { selected, hrefOf, select } = useProfileView()
  const now = useNow()
  if (rows.length === 0) return <Empty text="No version is offered." />
  return (
    <DataTable
      scroll={`${name} as a table`}
      className={`dense grouped ${styles.stages}`}
      caption={name}
      heads={[
        'Version',
        'Stage',
        { number: 'From' },
        { number: 'To' },
        { number: 'Lasts' },
        { number: 'Clusters' },
        'Role',
      ]}
    >
      {rows.map((row) => {
        const spans: readonly (VersionSpan | null)[] = row.spans.length > 0 ? row.spans : [null]
        return (
          <tbody key={`${row.what}/${row.version}`} data-selected={row.version === selected || undefined}>
            {spans.map((span, index) => (
              <tr key={span ? `${span.look}/${span.from}` : 'none'}>
                {index === 0 && (
                  <th scope="rowgroup" rowSpan={spans.length}>
                    <a
                      href={BASE_PATH + hrefOf(row.version)}
                      aria-current={row.version === selected || undefined}
                      onClick={instead(() => select(row.version))}
                    >
                      {row.version}
                    </a>
                  </th>
                )}
                <td>
                  <StageChip stage={span?.look ?? row.stage} /> {span && isSpanAt(span, now) && <b>now</b>}
                </td>
                <Day at={span?.from ?? null} missing={span ? 'not known' : ''} />
                <Day at={span?.to ?? null} missing={span ? 'no end' : ''} />
                <td className="num">{span && spanLength(span)}</td>
                {index === 0 && (
                  <>
                    <Count value={row.clusters} rowSpan={spans.length} />
                    <td rowSpan={spans.length}>
                      {row.roles.map((role) => (
                        <Tag key={role}>{role}</Tag>
                      ))}
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        )
      })}
    </DataTable>
  )
}

function Day({ at, missing }: { readonly at: number | null; readonly missing: string }): ReactNode {
  const zone = useZone()
  if (at === null) return <td className="num faint">{missing}</td>
  return (
    <td className="num" title={fullText(at, zone)}>
      {dayText(at, zone)}
    </td>
  )
}
