import type { ReactNode } from 'react'
import { shootPage } from '@/lib/browser/paths'
import type { RemedyBodies } from '@/lib/contract/clusters'
import { countOf, countText } from '@/lib/words/time-text'
import { Icon } from './icon'
import { Link } from './link'

interface RemediesProps {
  readonly remedies: RemedyBodies
  /** The number of all clusters that fail for the cause. */
  readonly clusters: number
  /** Whether each leads to the plan of a cluster that it helps. */
  readonly withPlan?: boolean
  readonly className?: string | undefined
}

/** What helps clusters that fail for one cause; where that differs, or not all were looked at, how many each helps. */
export function Remedies({ remedies, clusters, withPlan = false, className = '' }: RemediesProps): ReactNode {
  const told = remedies.reduce((sum, one) => sum + one.clusters, 0)
  return remedies.map(({ text, byOwner, clusters: helped, otherPools, first }) => (
    <p key={text} className={`${className} small`}>
      <Icon name={byOwner ? 'check' : 'warning'} />{' '}
      {helped === clusters
        ? ''
        : `${told < clusters ? 'at least ' : ''}${countText(helped)} of ${countOf(clusters, 'cluster')}: `}
      {text}
      {otherPools === 0 ? '' : `. In ${countOf(otherPools, 'cluster')} the pools have other names`}.{' '}
      {withPlan && byOwner ? (
        <Link className="link underlined" href={shootPage(first, 'plan')}>
          Plan it{clusters > 1 ? ` for ${first.name}` : ''}
        </Link>
      ) : null}
    </p>
  ))
}
