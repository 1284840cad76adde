'use client'

import type { ReactNode } from 'react'
import { CopyLink } from '../../ui/copy-link'
import styles from './dock.module.css'
import { Patch, type PatchProps } from './patch'

/** What is to be sent. */
export function Dock(props: PatchProps): ReactNode {
  const { answer, plan } = props
  return (
    <section className={styles.dock} aria-label="Patch">
      {plan.edits.length > 0 ? (
        <Patch {...props} />
      ) : (
        <>
          <div className={styles.patch}>
            <div className="section-head">
              <h2>Patch</h2>
            </div>
            <p className="faint">Nothing would be sent.</p>
          </div>
          <div>
            <div className="bar">
              <CopyLink of={answer} />
            </div>
          </div>
        </>
      )}
    </section>
  )
}
