'use client'

import type { ReactNode } from 'react'
import { Button } from '../../ui/button'
import type { FormProps } from './edited'
import styles from './form.module.css'

/** Plans that many owners want, to begin with: what is planned already is replaced. */
export function Presets({ answer, plan, onChange }: FormProps): ReactNode {
  return (
    <details className={styles.more} data-control open={plan.edits.length === 0 || undefined}>
      <summary>Begin with</summary>
      <ul className={styles.presets}>
        {answer.presets.map(({ key, name, text, edits, on }) => (
          <li key={key}>
            <Button small disabled={edits.length === 0} onClick={() => onChange({ edits, on })}>
              {name}
            </Button>
            <span className="small muted">{text}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
