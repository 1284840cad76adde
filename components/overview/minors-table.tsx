import { Scroll } from '@/components/ui/scroll'
import { countText } from '@/lib/client/time-text'
import type { Band } from './minors'
import styles from './overview.module.css'

/** The stacked area as a table: a row per step, newest minor last as in the range of versions. */
export function MinorsTable({ bands, days }: { readonly bands: readonly Band[]; readonly days: readonly string[] }) {
  const columns = bands.toReversed()
  return (
    <Scroll label="Clusters per minor as a table" className={styles.tall}>
      <table className="dense">
        <thead>
          <tr>
            <th scope="col">From</th>
            {columns.map((band) => (
              <th key={band.minor} scope="col" className="num">
                {band.minor}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, step) => (
            <tr key={`${day} ${columns.map((band) => band.counts[step]).join(' ')}`}>
              <th scope="row">{day}</th>
              {columns.map((band) => (
                <td key={band.minor} className={band.counts[step] === 0 ? 'num q' : 'num'}>
                  {countText(band.counts[step] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
