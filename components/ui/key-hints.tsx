import { Fragment } from 'react'
import styles from './key-hints.module.css'

export interface KeyHint {
  readonly keys: readonly string[]
  readonly does: string
}

/** What keys do on a page, for those who see it: not on a phone and not on paper, and assistive technology is told elsewhere. */
export function KeyHints({ hints }: { readonly hints: readonly KeyHint[] }) {
  return (
    <p className={`${styles.keys} faint small`} aria-hidden="true">
      {hints.map(({ keys, does }) => (
        <span key={does}>
          {keys.map((key) => (
            <Fragment key={key}>
              <kbd>{key}</kbd>{' '}
            </Fragment>
          ))}
          {does}
        </span>
      ))}
    </p>
  )
}
