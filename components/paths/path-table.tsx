import type { ReactNode } from 'react'
import { codedCauseText } from '@/lib/words/causes'
import { bandKey, kindWord, type PathBandBody, type PathWords, pathEffectText, pathTimeText } from '@/lib/words/paths'
import { countText, dayText, isoDay } from '@/lib/words/time-text'
import { RowTable } from '../ui/data-table'
import { EventGlyph } from '../ui/glyph'
import styles from './path.module.css'

/** The path diagram's data as a table. */
export function PathTable({ words }: { readonly words: PathWords }): ReactNode {
  const { path } = words
  if (path.bands.length === 0) return <p className="muted small">No cluster moves, as far as expiry dates are set.</p>
  return (
    <RowTable
      scroll="Who moves where, as a table"
      className={styles.table}
      heads={['From', 'To', 'Kind', 'Date', 'Nodes', { number: 'Clusters' }]}
    >
      {path.bands.map((band) => (
        <tr key={bandKey(band)}>
          <th scope="row">{band.from}</th>
          <td>
            {band.to}
            {band.kind === 'fails' && (
              <span className="bad">
                {band.to !== null && ' after: '}
                {codedCauseText(band.cause ?? 'no-version')}
              </span>
            )}
          </td>
          <td className="nowrap">
            <EventGlyph kind={band.kind} /> {kindWord(band)}
            {band.onward !== null && `, then ${band.onward}`}
          </td>
          <td className={band.kind === 'fails' ? undefined : 'nowrap'}>{dates(band, words)}</td>
          <td>{band.to === null ? '' : pathEffectText(band, words)}</td>
          <td className="num">{countText(band.clusters)}</td>
        </tr>
      ))}
    </RowTable>
  )
}

function dates(band: PathBandBody, words: PathWords): string {
  if (band.kind === 'fails') return pathTimeText(band, words)
  const { zone } = words
  const first = dayText(band.firstAt, zone)
  return isoDay(band.firstAt, zone) === isoDay(band.lastAt, zone) ? first : `${first} – ${dayText(band.lastAt, zone)}`
}
