import { Icon } from '../ui/icon'
import styles from './reported.module.css'

/** What gardenlet reports of a cluster before it is updated: it holds nothing up. */
export function ReportedLines({ texts }: { readonly texts: readonly string[] }) {
  return texts.map((text) => (
    <p key={text} className={styles.line}>
      <Icon name="warning" />
      <span>{text}</span>
    </p>
  ))
}
