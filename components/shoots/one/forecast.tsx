'use client'

import { useMemo } from 'react'
import { LegendItem } from '@/components/timeline'
import { Segmented } from '@/components/ui/button'
import { EventGlyph, StageGlyph } from '@/components/ui/glyph'
import { useKeys } from '@/lib/client/keys'
import { dayText } from '@/lib/client/time-text'
import { useUrlState } from '@/lib/client/url-state'
import type { EventKind, ShootAnswer } from '@/lib/contract'
import { LaneChart } from './lane-chart'
import { LaneTable } from './lane-table'
import { doneOf } from './last-maintenance'
import styles from './shoot-view.module.css'

const WORDS: Readonly<Record<EventKind, string>> = { auto: 'auto', forced: 'forced', fails: 'fails', other: 'other' }

/** The lanes until what is known ends, as a timeline or as a table. */
export function Forecast({ answer, now }: { readonly answer: ShootAnswer; readonly now: number }) {
  const { params, set } = useUrlState()
  const isTable = params.get('view') === 'table'
  const show = (view: 'timeline' | 'table') => set({ view: view === 'table' ? 'table' : undefined })
  useKeys(useMemo(() => ({ t: () => set({ view: isTable ? undefined : 'table' }) }), [isTable, set]))
  const stages = new Set(answer.lanes.flatMap((lane) => lane.segments.map((segment) => segment.stage)))
  const kinds = (['auto', 'forced', 'fails', 'other'] as const).filter(
    (kind) => kind !== 'other' || answer.steps.some((step) => step.kind === kind),
  )
  return (
    <section className={styles.forecast} aria-label="Forecast">
      <div className={`sec ${styles.forecastHead}`}>
        <h2>Forecast</h2>
        <span className="q">{limit(answer, now)}</span>
        <span className="grow" />
        <div className={styles.legend} aria-hidden="true">
          {kinds.map((kind) => (
            <span key={kind}>
              <EventGlyph kind={kind} />
              {WORDS[kind]}
            </span>
          ))}
          {(['preview', 'supported', 'deprecated', 'expired'] as const)
            .filter((stage) => stage !== 'preview' || stages.has(stage))
            .map((stage) => (
              <span key={stage}>
                <StageGlyph stage={stage} />
                <LegendItem look={stage} />
              </span>
            ))}
          {stages.has('notInProfile') ? <LegendItem look="unclassified" /> : null}
        </div>
        <Segmented
          label="View"
          value={isTable ? 'table' : 'timeline'}
          onChange={show}
          options={[
            { value: 'timeline', text: 'Timeline' },
            { value: 'table', text: 'Table', title: 't' },
          ]}
        />
      </div>
      {isTable ? (
        <LaneTable answer={answer} now={now} />
      ) : (
        <LaneChart answer={answer} now={now} done={doneOf(answer)} />
      )}
    </section>
  )
}

function limit({ knownUntil, shoot }: ShootAnswer, now: number): string {
  return knownUntil === null
    ? 'no expiry date is set for what it runs'
    : `as far as expiry dates are set, until ${dayText(knownUntil, shoot.nextWindow.offset, { now })}`
}
