import type { ReactNode } from 'react'
import { useZone } from '@/lib/browser/clock'
import type { EffectRow } from '@/lib/questions/draft/browser/effect-rows'
import { dayText } from '@/lib/words/time-text'
import { DataTable, Scroll } from '../ui/data-table'
import { differenceText } from './'

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
