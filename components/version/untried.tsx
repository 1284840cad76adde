import type { ReactNode } from 'react'
import type { PromotionEvidenceAnswer } from '@/lib/questions/version/contract/evidence'
import { PROPERTY_WORDS, untriedOf, valueText } from '@/lib/words/evidence'
import { plural } from '@/lib/words/phrases'
import { countOf, countText } from '@/lib/words/time-text'
import styles from '../evidence/evidence.module.css'

/** By what clusters are told apart, and how many of each have tried the version. */
export function Untried({ answer }: { readonly answer: PromotionEvidenceAnswer }): ReactNode {
  const { kinds, among, untried, version } = answer
  const properties = [...new Set(kinds.map(({ property }) => property))]
  return (
    <section aria-labelledby="untried">
      <div className={`section-head ${styles.wraps}`}>
        <h2 id="untried">What nobody has tried</h2>
        <span className="faint">clusters that have run {version}, of all clusters with that property</span>
        <span className="grow" />
        <span className="small">
          <b>
            {countText(untriedOf(answer).length)} of {countText(kinds.length)}
          </b>{' '}
          properties are untried; {countText(untried)} of {countOf(among, 'cluster')} {plural(untried, 'has', 'have')}{' '}
          one or more of them
        </span>
      </div>
      <dl className={styles.kinds}>
        {properties.map((property) => (
          <div key={property}>
            <dt>{PROPERTY_WORDS[property]}</dt>
            <dd>
              <ul>
                {kinds
                  .filter((kind) => kind.property === property)
                  .map((kind) => (
                    <li key={kind.value} data-untried={kind.tried === 0 || undefined}>
                      <span className="cut">{valueText(kind, kinds)}</span>
                      <span className="small">
                        <b>{kind.tried === 0 ? 'nobody' : countText(kind.tried)}</b> of {countText(kind.clusters)}
                      </span>
                    </li>
                  ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
