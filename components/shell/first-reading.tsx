import { DataTable } from '@/components/ui/data-table'
import { Icon } from '@/components/ui/icon'
import type { GardenStatus } from '@/lib/contract/status'
import { countText } from '@/lib/words/time-text'
import styles from './shell.module.css'

const STATE_WORDS = {
  waiting: 'waiting',
  reading: 'reading',
  synced: 'complete, watched',
  stale: 'no answer',
  forbidden: 'may not be read',
} as const

/** While a garden is read for the first time: how far each part is. */
export function FirstReading({ garden }: { readonly garden: GardenStatus }) {
  const known = garden.resources.filter((one) => one.of !== null)
  const total = known.reduce((sum, one) => sum + (one.of ?? 0), 0)
  const done = known.reduce((sum, one) => sum + one.read, 0)
  return (
    <section aria-label="First reading" className={styles.reading}>
      <div className="bar">
        <h2>First reading of the garden</h2>
        <span className="faint small">
          {garden.label}. Pages open now and fill up; figures count what is read so far.
        </span>
      </div>
      <Progress label="First reading" value={total > 0 ? done / total : undefined} />
      {garden.resources.length > 0 ? (
        <DataTable heads={['Part', { hidden: 'Progress' }, { number: 'Read' }, { number: 'Of' }, 'State']}>
          <tbody>
            {garden.resources.map((one) => (
              <tr key={one.name}>
                <th scope="row">{one.name}</th>
                <td>
                  <Progress
                    label={one.name}
                    value={one.of === null ? undefined : one.of === 0 ? 1 : one.read / one.of}
                  />
                </td>
                <td className="num">{countText(one.read)}</td>
                <td className="num">
                  {one.of === null ? <span className="faint">not known</span> : countText(one.of)}
                </td>
                <td className={one.state === 'forbidden' ? 'bad' : 'muted'}>
                  {one.state === 'synced' ? <Icon name="check" /> : null} {one.message ?? STATE_WORDS[one.state]}
                </td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      ) : null}
    </section>
  )
}

function Progress({ label, value }: { readonly label: string; readonly value: number | undefined }) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, value) * 100)
  return (
    <div
      className={styles.progress}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <i style={{ width: `${percent ?? 0}%` }} />
    </div>
  )
}
