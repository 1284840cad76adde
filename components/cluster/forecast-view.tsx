'use client'

import { useNow, useZone } from '@/lib/browser/clock'
import type { ShootAnswer } from '@/lib/contract/clusters'
import type { RunningStage } from '@/lib/contract/common'
import { RUNNING_STAGES } from '@/lib/contract/words'
import { EVENT_KINDS } from '@/lib/engine/kinds'
import type { NamespacedName } from '@/lib/engine/types'
import { noDateAhead, shootHeadline } from '@/lib/words/headline'
import { lastMaintenanceOf, shownSteps } from '@/lib/words/shown-steps'
import { dayText, ms } from '@/lib/words/time-text'
import { STAGE_WORDS } from '@/lib/words/wording'
import { LaneChart, LaneTable } from '../outlook/lane-chart'
import { laneRange } from '../outlook/lanes'
import { Quotes } from '../outlook/quotes'
import { StepTable, stepReasons } from '../outlook/step-table'
import { SentenceText } from '../outlook/texts'
import { TicketButton } from '../outlook/ticket-button'
import { lookSigns } from '../timeline/parts'
import { useIsTable, ViewSwitch } from '../ui/button'
import { chartMark } from '../ui/chart-mark'
import { EventGlyph, StageGlyph } from '../ui/glyph'
import { Icon } from '../ui/icon'
import { eventSigns, Legend, SkeletonBars } from '../ui/parts'
import { SectionHead } from '../ui/section'
import styles from './forecast-view.module.css'
import { ShootFrame } from './shoot-frame'
import { obstacles, Side } from './side'

/** One cluster: when it is moved and to what, every step until what is known ends, and what can be done about it. */
export function ForecastView({ shoot }: { readonly shoot: NamespacedName }) {
  return (
    <ShootFrame
      shoot={shoot}
      tab="forecast"
      waiting={<LoadingShoot />}
      action={(answer) => <TicketButton answer={answer} />}
    >
      {(answer) => <Body answer={answer} />}
    </ShootFrame>
  )
}

function Body({ answer }: { readonly answer: ShootAnswer }) {
  const now = useNow()
  return (
    <Quotes texts={stepReasons(answer).flat()} place="the forecast">
      <div className={`columns ${styles.columns}`}>
        <Lead answer={answer} now={now} />
        <Forecast answer={answer} now={now} />
        <StepTable answer={answer} now={now} />
        <Side answer={answer} now={now} />
      </div>
    </Quotes>
  )
}

/** The headline, what comes before it, and what stands in the way. */
function Lead({ answer, now }: { readonly answer: ShootAnswer; readonly now: number }) {
  const { lead, before, after } = shootHeadline(answer, now, useZone())
  return (
    <div className={styles.lead}>
      <p className={`headline ${styles.headline}`}>
        <SentenceText sentence={lead} />
      </p>
      {[before, after].map(
        (other) =>
          other && (
            <p key={other.when} className={`muted signed ${styles.sub}`}>
              <EventGlyph kind={other.kind} />
              <span>
                <b>{other.when}</b> {other.text}
              </span>
            </p>
          ),
      )}
      {obstacles(answer).lead.map(({ severity, text }) => (
        <p key={text} className={`${severity === 'bad' ? 'bad' : 'muted'} signed ${styles.sub}`}>
          <Icon name={severity === 'bad' ? 'stop' : 'warning'} className={severity === 'bad' ? 'bad' : 'warn'} />
          <span>{text}</span>
        </p>
      ))}
    </div>
  )
}

/** The frame of the page while its answer is awaited. */
function LoadingShoot() {
  return (
    <div className={`columns ${styles.columns}`} aria-busy="true">
      <div className={styles.lead}>
        <SkeletonBars widths={['72%', '58%', '44%']} height="24px" />
      </div>
      <section className={styles.forecast} aria-label="Forecast">
        <SectionHead title="Forecast" className={styles.forecastHead} />
        <SkeletonBars widths={['100%', '94%', '99%', '88%', '97%']} height="18px" />
      </section>
    </div>
  )
}

/** The lanes until what is known ends, as a timeline or as a table. */
function Forecast({ answer, now }: { readonly answer: ShootAnswer; readonly now: number }) {
  const isTable = useIsTable()
  const stages = stagesOf(answer, now)
  const kinds = new Set(shownSteps(answer).map(({ kind }) => kind))
  return (
    <section
      className={styles.forecast}
      aria-label="Forecast"
      {...(isTable ? {} : chartMark('Forecast', laneRange(answer, now), answer.shoot.nextWindow.offset))}
    >
      <SectionHead
        title="Forecast"
        note={limit(answer, now)}
        actions={
          <>
            <Legend
              items={[
                ...eventSigns(EVENT_KINDS.filter((kind) => kinds.has(kind))),
                ...RUNNING_STAGES.filter((stage) => stages.has(stage)).map(stageSign),
              ]}
            />
            <ViewSwitch />
          </>
        }
        className={styles.forecastHead}
      />
      {isTable ? (
        <LaneTable answer={answer} now={now} />
      ) : (
        <LaneChart answer={answer} now={now} done={lastMaintenanceOf(answer)} />
      )}
    </section>
  )
}

function stageSign(stage: RunningStage) {
  const look = stage === 'notInProfile' || stage === 'unknown' ? [] : lookSigns([stage])
  const sign = (
    <>
      <StageGlyph stage={stage} />
      {look[0]?.sign}
    </>
  )
  return { sign, text: STAGE_WORDS[stage] }
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
