import type { ReactNode } from 'react'
import { EventGlyph } from '@/components/ui/glyph'
import { countText, dayText, isoDay } from '@/lib/client/time-text'
import styles from './path.module.css'
import { bandKey, effectText, kindWord, type PathBand, type Words } from './path-words'

/** The path diagram's data as a table. */
export function PathTable({ words }: { readonly words: Words }): ReactNode {
  const { path } = words
  if (path.bands.length === 0) return <p className="m s">No cluster moves, as far as expiry dates are set.</p>
  return (
    <div className="scrollx">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">Kind</th>
            <th scope="col">Date</th>
            <th scope="col">Nodes</th>
            <th scope="col" className="num">
              Clusters
            </th>
          </tr>
        </thead>
        <tbody>
          {path.bands.map((band) => (
            <tr key={bandKey(band)}>
              <th scope="row">{band.from}</th>
              <td>{band.to ?? <span className="bad">{band.cause ?? 'no version to move to'}</span>}</td>
              <td className="nw">
                <EventGlyph kind={band.to === null ? 'fails' : band.kind} /> {kindWord(band)}
              </td>
              <td className="nw">{dates(band, words)}</td>
              <td>{band.to === null ? '' : effectText(band, words)}</td>
              <td className="num">{countText(band.clusters)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function dates(band: PathBand, { zone }: Words): string {
  const first = dayText(band.firstAt, zone)
  return isoDay(band.firstAt, zone) === isoDay(band.lastAt, zone) ? first : `${first} – ${dayText(band.lastAt, zone)}`
}
