'use client'

import type { ReactNode } from 'react'
import { CopyLink } from '@/components/ui/copy-link'
import { later } from '@/components/ui/later'
import { SkeletonBar } from '@/components/ui/parts'
import styles from './dock.module.css'
import type { PatchProps } from './patch'

// Loaded with the first change.
const Patch = later(() => import('./patch').then((part) => part.Patch), <SkeletonBar width="100%" height="90px" />)

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
