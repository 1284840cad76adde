import type { ReactNode } from 'react'
import { differenceText } from '@/components/timeline'
import { Scroll } from '@/components/ui/scroll'
import { dayText } from '@/lib/client/time-text'
import type { EffectRow } from '@/lib/client/workbench/effect-rows'

/** The same as the timeline, in words. */
export function EffectTable({ rows }: { readonly rows: readonly EffectRow[] }): ReactNode {
  return (
    <Scroll label="Versions before and after, as a table">
      <table className="dense">
        <caption className="vh">Versions before and after</caption>
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Was</th>
            <th scope="col">Will be</th>
            <th scope="col">Expires, UTC</th>
            <th scope="col">Difference</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.image}/${row.version}`}>
              <th scope="row">{row.name}</th>
              <td className="m">
                {row.kind === 'new' ? 'not listed' : (row.was?.text.replace(/^was /, '') ?? 'the same')}
              </td>
              <td>
                {row.kind === 'removed'
                  ? 'not listed'
                  : row.spans.at(-1)?.stage === 'expired'
                    ? (row.spans.at(-2)?.stage ?? 'expired')
                    : row.spans.at(-1)?.stage}
              </td>
              <td>{row.expires === null ? <span className="q">no expiry set</span> : dayText(row.expires, 'UTC')}</td>
              <td>
                {row.was === null || row.kind === 'removed'
                  ? row.kind
                  : (differenceText(row.was.to, row.expires) ?? 'same date')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
