'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RequestError } from '@/lib/browser/fetch-json'
import { useUrlState } from '@/lib/browser/url-state'
import type { EditBody } from '@/lib/contract/edits'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import type { DraftAction } from '@/lib/questions/draft/browser/draft-store'
import { figuresOf } from '@/lib/questions/draft/browser/figures'
import type { EditedProfile, Source } from '@/lib/questions/draft/browser/source'
import type { WhatIfParams } from '@/lib/questions/draft/browser/what-if-query'
import { confirmationOf } from '@/lib/words/confirmation'
import { countOf } from '@/lib/words/time-text'
import { Segmented } from '../ui/button'
import { ErrorPart } from '../ui/error-part'
import { Figure, Figures, FigureValue } from '../ui/figures'
import { SkeletonBar } from '../ui/parts'
import { AffectedClusters } from './affected-clusters'
import styles from './effect.module.css'
import { EffectTimeline } from './effect-timeline'
import { LoadCurve } from './load-curve'
import { daysOf } from './table-params'
import type { Suggestion } from './use-draft'

interface EffectPanelProps {
  readonly source: Source
  readonly edited: EditedProfile
  readonly edits: readonly EditBody[]
  readonly query: UseQueryResult<WhatIfAnswer, RequestError>
  /** Also one to an earlier draft, when `isOld`. */
  readonly answer: WhatIfAnswer | undefined
  readonly asked: WhatIfParams
  readonly isOld: boolean
  /** What would set right the rules that are broken: the effect is that of the draft with it. */
  readonly suggestion: Suggestion | null
  readonly onAct: (action: DraftAction) => void
  readonly onPick: (version: { readonly image: string | null; readonly version: string }) => void
}

/** What the draft would do: figures, the versions over time, nodes per day, clusters. */
export function EffectPanel(props: EffectPanelProps): ReactNode {
  const { source, edited, edits, query, asked, isOld } = props
  const { params, set } = useUrlState()
  const { suggestion } = props
  const answer = suggestion?.answer ?? props.answer
  const days = daysOf(params)
  return (
    <section className={styles.effect} aria-label="Effect">
      <div className="section-head">
        <h2>Effect</h2>
        <span className="faint" role="status">
          {headText(answer, days, isOld, query, suggestion)}
        </span>
        <span className="grow" />
        <Segmented<'90' | '365'>
          label="Compared over"
          value={days === 90 ? '90' : '365'}
          options={[
            { value: '90', text: '90 days' },
            { value: '365', text: '1 year' },
          ]}
          onChange={(value) => set({ days: value === '90' ? '90' : undefined, page: undefined })}
        />
      </div>
      <div className={styles.answer} data-old={isOld || undefined}>
        {query.isError && (
          <ErrorPart
            error={query.error}
            at={query.errorUpdatedAt}
            onRetry={() => void query.refetch()}
            {...(answer && { rest: 'What is shown is the answer to an earlier draft.' })}
          />
        )}
        {edits.length > 0 && (answer !== undefined || !query.isError) && <EffectFigures answer={answer} />}
      </div>
      <EffectTimeline
        source={source}
        edited={edited}
        suggested={suggestion?.edited ?? null}
        edits={edits}
        onAct={props.onAct}
        onPick={props.onPick}
      />
      {answer && edits.length > 0 && (
        <div className={styles.answer} data-old={isOld || undefined}>
          <LoadCurve answer={answer} />
          <AffectedClusters answer={answer} asked={suggestion?.asked ?? asked} />
        </div>
      )}
    </section>
  )
}

function headText(
  answer: WhatIfAnswer | undefined,
  days: number,
  isOld: boolean,
  { isFetching, isError }: EffectPanelProps['query'],
  suggestion: Suggestion | null,
): string {
  if (answer === undefined) return isFetching ? 'being computed' : ''
  // Of which draft the effect is, when not simply of this one.
  const condition = suggestion?.condition ?? (answer.accepted ? '' : ', as if the API server accepted these edits')
  const what = `next ${days === 90 ? '90 days' : 'year'}, computed for ${countOf(answer.figures.clusters, 'cluster')}${condition}`
  if (isError && !isFetching) return `${what}; not for the last change`
  return isOld ? `${what}; being computed anew for the last change` : what
}

/** The sentence that is confirmed before the draft is applied, and what changes in figures. */
function EffectFigures({ answer }: { readonly answer: WhatIfAnswer | undefined }): ReactNode {
  if (answer === undefined) return <SkeletonBar width="60%" height="2rem" />
  const { profile, figures } = answer
  const told = figuresOf(answer)
  return (
    <>
      <p className="headline">{confirmationOf(profile.name, figures, figures.others).sentence}</p>
      {told.length > 0 && (
        <Figures className={styles.figures}>
          {told.map(({ key, label, value, note, isBad }) => (
            <Figure key={key} label={label} className={value.length > LONG ? styles.long : undefined}>
              <FigureValue look={isBad ? 'bad' : undefined} value={value} note={note} />
            </Figure>
          ))}
        </Figures>
      )}
    </>
  )
}

/** Longer ones are names of versions rather than figures. */
const LONG = 12
