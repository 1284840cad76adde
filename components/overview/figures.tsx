import type { ReactNode } from 'react'
import { Figure, Figures, FigureValue } from '@/components/ui/figures'
import { Link } from '@/components/ui/link'
import { STUCK } from '@/lib/browser/paths'
import type { ShootsParams } from '@/lib/questions/clusters/queries'
import type { GardenAnswer } from '@/lib/questions/overview/contract/garden'
import { autoNote, expiredNote, figureName, stuckNote } from '@/lib/words/overview'
import { countText } from '@/lib/words/time-text'
import styles from './overview.module.css'
import { useShootsPage } from './use-projects'

const FORCED_WITHIN = [
  { days: '7', of: 'days7' },
  { days: '30', of: 'days30' },
  { days: '90', of: 'days90' },
] as const

/** The key figures; each leads to the clusters it counts. */
export function GardenFigures({ figures }: { readonly figures: GardenAnswer['figures'] }) {
  return (
    <Figures className={styles.figures}>
      <Figure label="Clusters on expired versions">
        <Count what="on expired versions" count={figures.expired.clusters} to={{ stage: ['expired', 'notInProfile'] }}>
          {expiredNote(figures)}
        </Count>
        {figures.unknown.clusters > 0 && (
          <Count what="of a missing profile" count={figures.unknown.clusters} to={{ stage: ['unknown'] }} isBad>
            not known: their profile is missing
          </Count>
        )}
      </Figure>
      <Figure label="Clusters forced within" className={styles.wide}>
        {FORCED_WITHIN.map(({ days, of }) => (
          <Count
            key={days}
            what={`forced within ${days} days`}
            count={figures.forced[of]}
            to={{ event: ['forced'], within: days }}
          >
            {days} days
          </Count>
        ))}
      </Figure>
      <Figure label="Stuck">
        <Count what="stuck" count={figures.stuck.clusters} to={STUCK} isBad>
          {stuckNote(figures)}
        </Count>
      </Figure>
      <Figure label="Auto-update within 24 h">
        <Count
          what="with an auto-update within 24 h"
          count={figures.autoTonight.clusters}
          to={{ event: ['auto'], within: '1' }}
        >
          {autoNote(figures)}
        </Count>
      </Figure>
    </Figures>
  )
}

interface CountProps {
  /** Which clusters it counts, after `61 clusters`. */
  readonly what: string
  readonly count: number
  readonly to: ShootsParams
  readonly isBad?: boolean
  readonly children: ReactNode
}

function Count({ what, count, to, isBad = false, children }: CountProps) {
  const pageOf = useShootsPage()
  return (
    <FigureValue
      look={count === 0 ? 'zero' : isBad ? 'bad' : undefined}
      value={
        <Link href={pageOf(to)} aria-label={figureName(count, what)}>
          {countText(count)}
        </Link>
      }
      note={children}
    />
  )
}
