'use client'

import { type ReactNode, useMemo } from 'react'
import { Legend } from '@/components/timeline'
import { Segmented } from '@/components/ui/button'
import { type Keys, useKeys } from '@/lib/client/keys'
import { countOf, dayText } from '@/lib/client/time-text'
import type { PolicyAnswer, PolicyOutcomeBody } from '@/lib/contract'
import styles from './policy.module.css'
import { versionName } from './policy-words'
import { ReleasesEditor } from './releases-editor'
import type { PolicyState } from './use-policy-state'
import { YearChart } from './year-chart'
import { YearTable } from './year-table'

interface YearSectionProps {
  readonly answer: PolicyAnswer
  readonly outcome: PolicyOutcomeBody
  readonly state: PolicyState
}

/** The coming year: the releases that are expected, and what the policy then does. */
export function YearSection({ answer, outcome, state }: YearSectionProps): ReactNode {
  const { isTable, showTable } = state
  const keys = useMemo<Keys>(() => ({ t: () => showTable(!isTable) }), [isTable, showTable])
  useKeys(keys)
  const images = outcome.year.lists.flatMap(({ image }) => image ?? [])
  const list = state.list !== null && images.includes(state.list) ? state.list : null
  return (
    <div className={styles.ahead}>
      <ReleasesEditor
        releases={outcome.releases}
        images={images}
        today={answer.at.slice(0, 10)}
        isOwn={state.releases !== undefined}
        patches={state.patches}
        onChange={state.setReleases}
        onPatches={state.setPatches}
        onReset={() => state.setReleases(undefined)}
      />
      <section className={styles.yearSection} aria-labelledby="year">
        <div className="sec">
          <h2 id="year">A year ahead</h2>
          <span className="q">what the policy does, if releases come as listed</span>
          <span className="grow" />
          {!isTable && <Legend looks={['preview', 'supported', 'deprecated', 'expiry']} />}
        </div>
        <div className={styles.tools}>
          <Segmented
            label="View"
            value={isTable ? 'table' : 'chart'}
            options={[
              { value: 'chart', text: 'Chart' },
              { value: 'table', text: 'Table', title: 'Key t' },
            ]}
            onChange={(value) => showTable(value === 'table')}
          />
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
          <YearChart outcome={outcome} image={list} at={answer.at} />
        )}
        <Figures outcome={outcome} at={answer.at} />
      </section>
    </div>
  )
}

function Figures({ outcome, at }: { readonly outcome: PolicyOutcomeBody; readonly at: string }): ReactNode {
  const { year, duties, releases } = outcome
  const edits = year.steps.flatMap((step) => step.edits)
  const expiries = year.lists.flatMap(({ image, versions }) =>
    versions.flatMap(({ expires }) => (expires !== null && expires > at && expires <= year.until ? [{ image }] : [])),
  )
  const ofKubernetes = expiries.filter(({ image }) => image === null).length
  const dates = duties.filter(({ kind }) => kind === 'date')
  const come = releases.filter(({ problem }) => problem === null)
  return (
    <dl className={styles.figures}>
      <Figure
        name="Releases"
        figure={come.length}
        text={countOf(year.steps.length, 'run that edits', 'runs that edit')}
      />
      <Figure
        name="Versions the policy deprecates"
        figure={edits.filter(({ after }) => after.classification === 'deprecated').length}
        text={`${edits.filter(({ after }) => after.classification === 'supported').length} made supported`}
      />
      <Figure
        name="Expiries in this year"
        figure={expiries.length}
        text={`${ofKubernetes} of Kubernetes, ${expiries.length - ofKubernetes} of images`}
      />
      <Figure
        name="Dates you must set yourself"
        figure={dates.length}
        text={
          dates
            .slice(0, 2)
            .map((duty) => (duty.kind === 'date' ? dateText(duty, at) : ''))
            .join(', ') || 'none'
        }
      />
    </dl>
  )
}

function Figure(props: { readonly name: string; readonly figure: number; readonly text: string }): ReactNode {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>
        <b>{props.figure}</b> <span className="m">{props.text}</span>
      </dd>
    </div>
  )
}

/** `1.33.7 from 16 Mar 2027` */
function dateText(duty: Extract<PolicyOutcomeBody['duties'][number], { kind: 'date' }>, at: string): string {
  const name = versionName(duty.image, duty.version)
  return duty.since <= at ? `${name} now` : `${name} from ${dayText(duty.since, 'UTC', { now: at })}`
}
