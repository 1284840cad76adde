import styles from './filter-chip.module.css'
import { Icon } from './icon'

export interface FilterChipProps {
  /** `Project is`; together with `value` it reads as a phrase. */
  readonly label: string
  readonly value: string
  readonly onRemove: () => void
  /** Where the filter can be turned round: what that does, and how. */
  readonly turn?: { readonly title: string; readonly onTurn: () => void } | undefined
}

/** A filter that is set. */
export function FilterChip({ label, value, onRemove, turn }: FilterChipProps) {
  return (
    <span className={styles.chip}>
      {turn === undefined ? (
        <span className="muted">{label}</span>
      ) : (
        <button type="button" className={styles.turn} title={turn.title} onClick={turn.onTurn}>
          {label}
        </button>
      )}{' '}
      <b title={value}>{value}</b>
      <button type="button" className={styles.remove} aria-label={`Remove filter ${label} ${value}`} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  )
}
