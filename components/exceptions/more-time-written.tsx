import type { ReactNode } from 'react'
import type { MoreTimeAnswer } from '@/lib/contract/more-time'
import { namesText } from '@/lib/words/exceptions'
import { countOf } from '@/lib/words/time-text'
import { CopyButton } from '../ui/copy'
import { DiffLines } from '../ui/diff-lines'
import styles from './exceptions.module.css'

/** What is written, in its order. */
export function Written({ answer }: { readonly answer: MoreTimeAnswer }): ReactNode {
  const { written, clusters, target } = answer
  const moving = clusters.filter(({ moves }) => moves)
  const [first, ...others] = moving
  return (
    <>
      <div className="section-head">
        <h2>What is written</h2>
        <span className="faint">{countOf(1 + moving.length, 'object')}, in this order</span>
        <span className="grow" />
        <CopyButton text={written.yaml} label="YAML" />
        <CopyButton text={written.kubectl} label="kubectl" />
      </div>
      <div className={styles.written}>
        <div>
          <h3>
            1{' '}
            <span className="faint">
              {target.isNew ? `made, ${countOf(written.profile.length, 'line')}` : 'changed'}
            </span>
          </h3>
          <DiffLines label={`NamespacedCloudProfile ${target.name}`} lines={written.profile} isWhole={target.isNew} />
        </div>
        {first !== undefined && (
          <div>
            <h3>
              {others.length === 0 ? '2' : `2–${1 + moving.length}`}{' '}
              <span className="faint">changed, one patch a cluster</span>
            </h3>
            <DiffLines label={`Shoot ${first.name}, what changes`} lines={written.cluster} />
            {others.length > 0 && <p className="note">The same for {namesText(others.map(({ name }) => name))}.</p>}
          </div>
        )}
      </div>
      <p className="note">
        If the first is refused, nothing is sent. If a cluster is refused, the others move all the same, and the answer
        says which. A cluster that others have changed meanwhile is not moved.
      </p>
    </>
  )
}
