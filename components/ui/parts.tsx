import type { ReactNode } from 'react'
import styles from './parts.module.css'

/** A short property of the thing it stands next to, e.g. `default for new`. */
export function Tag({ children, title }: { readonly children: ReactNode; readonly title?: string }) {
  return (
    <span className={styles.tag} title={title}>
      {children}
    </span>
  )
}

/** What the signs of a chart mean. */
export function Legend({ items }: { readonly items: readonly { readonly sign: ReactNode; readonly text: string }[] }) {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {items.map((item) => (
        <li key={item.text}>
          {item.sign}
          {item.text}
        </li>
      ))}
    </ul>
  )
}

/** Nothing to show: one sentence and, as `children`, the one action. */
export function Empty({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      {text} {children}
    </div>
  )
}

/** In place of words that are being waited for. */
export function SkeletonBar({ width, height }: { readonly width: string; readonly height?: string }) {
  return <span className={`${styles.bar} ${styles.late}`} style={{ width, height }} aria-busy="true" />
}
