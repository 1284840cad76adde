'use client'

import type { ReactNode } from 'react'
import { Legend } from '@/components/timeline'
import { ViewSwitch } from '@/components/ui/view-switch'
import { useZone } from '@/lib/browser/clock'
import type { PolicyAnswer, PolicyEffectsAnswer, PolicyOutcomeBody } from '@/lib/questions/policy/contract'
import { HORIZON } from '@/lib/words/phrases'
import { isoDay } from '@/lib/words/time-text'
import { chartMark } from '../ui/chart-mark'
import { ReleasesEditor } from './releases-editor'
import type { PolicyState } from './use-policy-state'
import styles from './year.module.css'
import { YearChart } from './year-chart'
import { YearFigures } from './year-figures'
import { YearTable } from './year-table'

interface YearSectionProps {
  readonly answer: PolicyAnswer
  readonly outcome: PolicyOutcomeBody
  readonly state: PolicyState
  /** Undefined while they are computed. */
  readonly effects: PolicyEffectsAnswer | undefined
}

/** The next 12 months: the releases that are expected, and what the policy then does. */
export function YearSection({ answer, outcome, state, effects }: YearSectionProps): ReactNode {
  const { isTable, showTable } = state
  const zone = useZone()
  const images = outcome.year.lists.flatMap(({ image }) => image ?? [])
  const list = state.list !== null && images.includes(state.list) ? state.list : null
  return (
    <div className={styles.ahead}>
      <ReleasesEditor
        releases={outcome.releases}
        images={images}
        today={isoDay(answer.at, zone)}
        isOwn={state.releases !== undefined}
        patches={state.patches}
        onChange={state.setReleases}
        onPatches={state.setPatches}
        onReset={() => state.setReleases(undefined)}
      />
      <section
        className={styles.yearSection}
        aria-labelledby="year"
        {...(isTable ? {} : chartMark(`The next ${HORIZON}`))}
      >
        <div className="section-head">
          <h2 id="year">The next {HORIZON}</h2>
          <span className="faint">what the policy does, if releases come as listed</span>
          <span className="grow" />
          {!isTable && (
            <Legend looks={['preview', 'supported', 'deprecated', 'expiry']}>
              <span className={styles.key}>
                <i className={styles.swatch} /> with the policy
              </span>
              <span className={styles.key} data-before>
                <i className={styles.swatch} /> as the profile is
              </span>
            </Legend>
          )}
        </div>
        <div className={styles.tools} data-control>
          <ViewSwitch isTable={isTable} drawn="Chart" onChange={showTable} />
          {images.length > 0 && (
            <label>
              Versions of{' '}
              <select value={list ?? ''} onChange={(event) => state.showList(event.target.value || null)}>
                <option value="">Kubernetes</option>
                {images.map((image) => (
                  <option key={image}>{image}</option>
                ))}
              </select>
            </label>
          )}
        </div>
        {isTable ? (
          <YearTable outcome={outcome} image={list} at={answer.at} />
        ) : (
          <YearChart outcome={outcome} image={list} at={answer.at} months={effects?.year?.months} />
        )}
        <YearFigures outcome={outcome} at={answer.at} year={effects?.year ?? undefined} />
      </section>
    </div>
  )
}
