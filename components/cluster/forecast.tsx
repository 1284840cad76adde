'use client'

import { useCallback } from 'react'
import { useUrlState } from '@/lib/browser/url-state'
import type { EventKind, RunningStage } from '@/lib/contract/common'
import type { ShootAnswer } from '@/lib/contract/shoot'
import { RUNNING_STAGES } from '@/lib/contract/words'
import { noDateAhead } from '@/lib/words/headline'
import { doneOf, shownSteps } from '@/lib/words/shown-steps'
import { dayText, ms } from '@/lib/words/time-text'
import { STAGE_WORDS } from '@/lib/words/wording'
import { LaneChart } from '../outlook/lane-chart'
import { LaneTable } from '../outlook/lane-table'
import { laneRange } from '../outlook/lanes'
import { LegendItem } from '../timeline'
import { chartMark } from '../ui/chart-mark'
import { EventGlyph, StageGlyph } from '../ui/glyph'
import { ViewSwitch } from '../ui/view-switch'
import styles from './shoot-view.module.css'

const KINDS = ['auto', 'forced', 'fails', 'other'] as const
const WORDS: Readonly<Record<EventKind, string>> = { auto: 'auto', forced: 'forced', fails: 'fails', other: 'other' }

/** The lanes until what is known ends, as a timeline or as a table. */
export function Forecast({ answer, now }: { readonly answer: ShootAnswer; readonly now: number }) {
  const { params, set } = useUrlState()
  const isTable = params.get('view') === 'table'
  const show = useCallback((asTable: boolean) => set({ view: asTable ? 'table' : undefined }), [set])
  const stages = stagesOf(answer, now)
  const kinds = new Set(shownSteps(answer).map(({ kind }) => kind))
  return (
    <section
      className={styles.forecast}
      aria-label="Forecast"
      {...(isTable ? {} : chartMark('Forecast', laneRange(answer, now), answer.shoot.nextWindow.offset))}
    >
      <div className={`section-head ${styles.forecastHead}`}>
        <h2>Forecast</h2>
        <span className="faint">{limit(answer, now)}</span>
        <span className="grow" />
        <div className={styles.legend} aria-hidden="true">
          {KINDS.filter((kind) => kinds.has(kind)).map((kind) => (
            <span key={kind}>
              <EventGlyph kind={kind} />
              {WORDS[kind]}
            </span>
          ))}
          {RUNNING_STAGES.filter((stage) => stages.has(stage)).map((stage) => (
            <span key={stage}>
              <StageGlyph stage={stage} />
              {stage === 'notInProfile' || stage === 'unknown' ? STAGE_WORDS[stage] : <LegendItem look={stage} />}
            </span>
          ))}
        </div>
        <ViewSwitch isTable={isTable} onChange={show} />
      </div>
      {isTable ? (
        <LaneTable answer={answer} now={now} />
      ) : (
        <LaneChart answer={answer} now={now} done={doneOf(answer)} />
      )}
    </section>
  )
}

/** What the legend has to explain: the stages that are drawn. */
function stagesOf(answer: ShootAnswer, now: number): ReadonlySet<RunningStage> {
  const range = laneRange(answer, now)
  const drawn = answer.lanes.flatMap(({ segments }) =>
    segments.filter(({ from, to }) => (from === null || ms(from) < range.to) && (to === null || ms(to) > range.from)),
  )
  return new Set(drawn.map(({ stage }) => stage))
}

function limit({ knownUntil, shoot }: ShootAnswer, now: number): string {
  return knownUntil === null
    ? noDateAhead(shoot, now)
    : `as far as expiry dates are set, until ${dayText(knownUntil, shoot.nextWindow.offset, { now })}`
}
