import type { ReactNode } from 'react'
import type { ProfileAnswer } from '@/lib/questions/profiles/contract/profile'
import styles from './profile.module.css'

type Strategy = ProfileAnswer['images'][number]['updateStrategy']

/** How far updates go under each strategy (seed 000, "Update path for machine image versions"). */
const RULES: Readonly<Record<Strategy, { readonly auto: string; readonly expired: string }>> = {
  patch: {
    auto: 'the latest patch of the same minor, a supported one first',
    expired: 'the same; then the next higher minor that has a version, not always +1',
  },
  minor: {
    auto: 'the latest of the same major, a supported one first',
    expired: 'the same; then the next higher major that has a version, not always +1',
  },
  major: {
    auto: 'the latest of all, a supported one first',
    expired: 'the same; when the latest is expired too, the update fails',
  },
}

/** Says what an image's update strategy means for auto-updates and for expired versions. */
export function StrategyLine({ strategy }: { readonly strategy: Strategy }): ReactNode {
  const { auto, expired } = RULES[strategy]
  return (
    <dl className={`facts ${styles.strategy}`}>
      <div>
        <dt>updateStrategy</dt>
        <dd className="bold">{strategy}</dd>
      </div>
      <div>
        <dt>Auto:</dt>
        <dd>{auto}.</dd>
      </div>
      <div>
        <dt>Expired:</dt>
        <dd>{expired}.</dd>
      </div>
    </dl>
  )
}
