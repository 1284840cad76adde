import { Icon } from '../ui/icon'
import styles from './shoots-view.module.css'

export interface ChoiceMenuProps<T extends string> {
  /** What is chosen, e.g. `Sort by`. */
  readonly label: string
  readonly value: T
  readonly words: Readonly<Record<T, string>>
  readonly onChange: (value: T) => void
}

/** A native list under the look of a button: it works with every keyboard and on every phone. */
export function ChoiceMenu<T extends string>({ label, value, words, onChange }: ChoiceMenuProps<T>) {
  const values = Object.keys(words) as T[]
  return (
    <label className={styles.menu}>
      {label} <b>{words[value]}</b>
      <Icon name="down" />
      <select
        value={value}
        aria-label={label}
        onChange={(event) => {
          const next = values.find((one) => one === event.target.value)
          if (next !== undefined) onChange(next)
        }}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {words[one]}
          </option>
        ))}
      </select>
    </label>
  )
}
