import { Icon } from '@/components/ui/icon'
import type { ShootsQuery } from '@/lib/contract'
import styles from './shoots-view.module.css'

type Sort = ShootsQuery['sort']

const WORDS: Readonly<Record<Sort, string>> = {
  attention: 'attention',
  next: 'next event',
  project: 'project',
  name: 'name',
  profile: 'profile',
  version: 'version',
}
const SORTS = Object.keys(WORDS) as readonly Sort[]

/** A native list under the look of a button: it works with every keyboard and on every phone. */
export function SortMenu({ sort, onChange }: { readonly sort: Sort; readonly onChange: (sort: Sort) => void }) {
  return (
    <label className={styles.sort}>
      Sort by <b>{WORDS[sort]}</b>
      <Icon name="down" />
      <select
        value={sort}
        aria-label="Sort by"
        onChange={(event) => {
          const next = SORTS.find((one) => one === event.target.value)
          if (next !== undefined) onChange(next)
        }}
      >
        {SORTS.map((one) => (
          <option key={one} value={one}>
            {WORDS[one]}
          </option>
        ))}
      </select>
    </label>
  )
}
