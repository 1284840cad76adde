import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { shootsPage } from '@/lib/client/paths'
import type { ShootsParams } from '@/lib/client/queries'
import { countText } from '@/lib/client/time-text'
import type { GardenAnswer } from '@/lib/contract'
import { autoNote, expiredNote, stuckNote } from './headline'
import styles from './overview.module.css'

const FORCED_WITHIN = [
  { days: '7', of: 'days7' },
  { days: '30', of: 'days30' },
  { days: '90', of: 'days90' },
] as const

/** The key figures; each leads to the clusters it counts. */
export function Figures({ figures }: { readonly figures: GardenAnswer['figures'] }) {
  return (
    <dl className={styles.figures}>
      <div>
        <dt>Clusters on expired versions</dt>
        <Figure count={figures.expired.clusters} to={{ stage: ['expired', 'notInProfile'] }}>
          {expiredNote(figures)}
        </Figure>
      </div>
      <div className={styles.wide}>
        <dt>Clusters forced within</dt>
        {FORCED_WITHIN.map(({ days, of }) => (
          <Figure key={days} count={figures.forced[of]} to={{ event: ['forced'], within: days }}>
            {days} days
          </Figure>
        ))}
      </div>
      <div>
        <dt>Stuck: will fail to update</dt>
        <Figure count={figures.stuck.clusters} to={{ event: ['fails'], within: '90' }} isBad>
          {stuckNote(figures)}
        </Figure>
      </div>
      <div>
        <dt>Auto-update tonight</dt>
        <Figure count={figures.autoTonight.clusters} to={{ event: ['auto'], within: '1' }}>
          {autoNote(figures)}
        </Figure>
      </div>
    </dl>
  )
}

interface FigureProps {
  readonly count: number
  readonly to: ShootsParams
  readonly isBad?: boolean
  readonly children: ReactNode
}

function Figure({ count, to, isBad = false, children }: FigureProps) {
  const look = count === 0 ? 'q' : isBad ? 'bad' : undefined
  return (
    <dd>
      <Link href={shootsPage(to)} className={look}>
        {countText(count)}
      </Link>
      <span className="m">{children}</span>
    </dd>
  )
}
