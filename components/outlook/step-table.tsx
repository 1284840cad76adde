'use client'

import { type ReactNode, useId, useState } from 'react'
import { useZone } from '@/lib/browser/clock'
import { useUrlState } from '@/lib/browser/url-state'
import type { ShootAnswer } from '@/lib/contract/clusters'
import type { EventKind, ProfileRefBody } from '@/lib/contract/common'
import { otherNight } from '@/lib/words/event-words'
import {
  type DoneMaintenance,
  doneWord,
  lastMaintenanceOf,
  leading,
  type ShownStep,
  shownSteps,
} from '@/lib/words/shown-steps'
import { canFold, type ReasonBlock, stepBlocks } from '@/lib/words/steps'
import { dayText, relativeText } from '@/lib/words/time-text'
import { beginForYou, beginText, inTime } from '@/lib/words/when'
import { DataTable } from '../ui/data-table'
import { EventGlyph } from '../ui/glyph'
import { Icon } from '../ui/icon'
import { lazyPart } from '../ui/lazy-part'
import styles from './outlook.module.css'
import { Quote, Told } from './quotes'
import { EffectCell, VersionLink } from './texts'

/** Its script is loaded when a reason is asked for. */
const WhyPanel = lazyPart(async () => (await import('./why-panel')).WhyPanel)

const KIND_WORDS: Readonly<Record<EventKind, string>> = {
  auto: 'auto',
  forced: 'forced',
  fails: 'fails',
  other: 'maintenance',
}

const WHY_WORDS: Readonly<Record<EventKind, string>> = {
  auto: 'Why this version?',
  forced: 'Why this version?',
  fails: 'Why does it fail?',
  other: 'Why is there a maintenance?',
}

/** What Gardener says in each step of a forecast, the last one that is over first. */
export function stepReasons(answer: ShootAnswer): readonly (readonly string[])[] {
  const done = lastMaintenanceOf(answer)
  const ahead = shownSteps(answer).map((one) => reasonsOf(stepBlocks(one.step, false, one)))
  return done === null ? ahead : [reasonsOf(stepBlocks(done.step, false, { ...ALONE, isDone: true })), ...ahead]
}

const ALONE: Pick<ShownStep, 'since' | 'last'> = { since: new Map(), last: null }

function reasonsOf(blocks: readonly ReasonBlock[]): readonly string[] {
  return blocks.flatMap(({ reason, since }) => (since === null ? reason : []))
}

/** Every maintenance run that changes something, in order, with Gardener's own reasons. */
export function StepTable({ answer, now }: { readonly answer: ShootAnswer; readonly now: number }) {
  const { steps, shoot } = answer
  const done = lastMaintenanceOf(answer)
  if (steps.length === 0 && done === null) return null
  const shown = shownSteps(answer)
  const lead = leading(steps)
  const leadAt = shown.findIndex(({ step }) => step === lead)
  const reasons = stepReasons(answer)
  return (
    <section className={styles.steps} aria-label="Steps">
      <DataTable
        className="rows"
        heads={[
          narrow(`Window begins, ${shoot.nextWindow.offset.replace('-', '−')}`),
          narrow('What'),
          narrow('From → to'),
          'Reason Gardener will give',
          narrow('Effect'),
        ]}
      >
        {done === null ? null : (
          <Step
            answer={answer}
            shown={{ ...ALONE, step: done.step, kind: done.step.kind }}
            now={now}
            startsFolded
            done={done}
            before={[]}
          />
        )}
        {shown.map((one, i) => (
          <Step
            key={one.step.window.begin + one.kind}
            answer={answer}
            shown={one}
            now={now}
            startsFolded={i > leadAt}
            before={reasons.slice(0, done === null ? i : i + 1).flat()}
          />
        ))}
      </DataTable>
    </section>
  )
}

function narrow(head: string) {
  return (
    <th key={head} scope="col" className={styles.narrow}>
      {head}
    </th>
  )
}

/** More rows than this are folded even in the step that the headline is about. */
const MOST_ROWS = 8

interface StepProps {
  readonly answer: ShootAnswer
  readonly shown: ShownStep
  readonly now: number
  readonly startsFolded: boolean
  /** Given if it is the last maintenance. */
  readonly done?: DoneMaintenance
  /** The reasons of the steps above, which are not said again. */
  readonly before: readonly string[]
}

/** The steps after the next forced one are folded: `Control plane and 3 pools`. */
function Step(props: StepProps) {
  const { answer, shown, now, startsFolded, done, before } = props
  const { step, kind } = shown
  const zone = useZone()
  const rows = stepBlocks(step, false).reduce((sum, block) => sum + block.rows.length, 0)
  const mayFold = canFold(step) && (startsFolded || rows > MOST_ROWS)
  const [isFolded, setFolded] = useState(mayFold)
  const { params, set } = useUrlState()
  const isDone = done !== undefined
  const { offset } = step.window
  // Of what was done its own instant is asked for; its window may have been another one then.
  const begin = (isDone ? answer.lastMaintenance?.at : null) ?? step.window.begin
  const isAsked = params.get('why') === begin
  const panel = useId()
  const day = isDone ? dayText(done.at, offset, { now, weekday: true }) : beginText(step.window, now)
  return (
    <tbody data-kind={isDone ? 'done' : kind} data-failed={(isDone && kind === 'fails') || undefined}>
      <Rows
        blocks={stepBlocks(step, isFolded, { ...shown, isDone })}
        offset={offset}
        before={before}
        profile={answer.shoot.profile}
        fold={mayFold ? { isFolded, toggle: () => setFolded(!isFolded) } : null}
        when={
          <>
            <span className={styles.first}>
              <span className="nowrap">
                <EventGlyph kind={isDone ? 'done' : kind} />
                {day}
              </span>
              <button
                type="button"
                className={styles.why}
                aria-expanded={isAsked}
                aria-controls={isAsked ? panel : undefined}
                aria-label={`${WHY_WORDS[kind]} ${day}`}
                onClick={() => set({ why: isAsked ? undefined : begin })}
              >
                Why
                <Icon name={isAsked ? 'down' : 'right'} />
              </button>
            </span>
            <span className={styles.second}>
              {isDone
                ? `${doneWord(done)}, ${relativeText(done.at, now, 'prose')}`
                : [
                    `${KIND_WORDS[kind]}, ${inTime(step.window, now)}`,
                    beginForYou(step.window, now, zone),
                    otherNight(step, now),
                  ]
                    .filter(Boolean)
                    .join(', ')}
            </span>
          </>
        }
      />
      {isAsked ? (
        <tr>
          <td colSpan={5} id={panel}>
            <WhyPanel answer={answer} step={step} asked={begin} />
          </td>
        </tr>
      ) : null}
    </tbody>
  )
}

interface RowsProps {
  readonly blocks: readonly ReasonBlock[]
  readonly when: ReactNode
  /** The cluster's own. */
  readonly offset: string
  readonly before: readonly string[]
  readonly fold: { readonly isFolded: boolean; readonly toggle: () => void } | null
  readonly profile: ProfileRefBody
}

function Rows({ blocks, when, offset, before, fold, profile }: RowsProps) {
  const total = blocks.reduce((sum, block) => sum + block.rows.length, 0)
  return blocks.map((block, b) =>
    block.rows.map((row, r) => {
      const isFirst = b === 0 && r === 0
      return (
        // The first stays the same row when it is folded: its button keeps the focus.
        <tr key={isFirst ? 'first' : `${block.reason} ${row.id}`} data-bad={row.effect.kind === 'fails' || undefined}>
          {isFirst ? (
            <th scope="rowgroup" rowSpan={total} className={styles.when} data-single={total === 1 || undefined}>
              {when}
            </th>
          ) : null}
          <td className={styles.what} title={row.what}>
            {isFirst && fold !== null ? (
              <button type="button" className={styles.fold} aria-expanded={!fold.isFolded} onClick={fold.toggle}>
                {row.what}
                <Icon name={fold.isFolded ? 'right' : 'down'} />
              </button>
            ) : (
              row.what
            )}
          </td>
          <td className={styles.move}>
            {row.from === null ? (
              <span className={row.note === undefined ? 'faint' : styles.note}>{row.note ?? 'no version changes'}</span>
            ) : (
              <>
                {row.from}
                <span className="arrow">→</span>
                {row.to === null ? (
                  <span className="bad nowrap">{row.noTarget}</span>
                ) : (
                  <Target row={row} profile={profile} />
                )}
              </>
            )}
          </td>
          {r === 0 ? (
            <td className={styles.reason} rowSpan={block.rows.length}>
              {block.since !== null ? (
                <span className="faint">the same as since {dayText(block.since, offset)}</span>
              ) : [...before, ...reasonsOf(blocks.slice(0, b))].includes(block.reason) ? (
                <Told text={block.reason} isBelow />
              ) : (
                <Quote text={block.reason} />
              )}
            </td>
          ) : null}
          <td className={styles.effect}>
            <EffectCell effect={row.effect} />
          </td>
        </tr>
      )
    }),
  )
}

/** What it moves to, with its page: Gardener moves to nothing that the profile does not have. */
interface TargetProps {
  readonly row: ReasonBlock['rows'][number]
  readonly profile: ProfileRefBody
}

function Target({ row: { of, to }, profile }: TargetProps) {
  if (to === null || of === undefined) return <b>{to}</b>
  return (
    <VersionLink profile={profile} what={of} segment={{ version: to, stage: 'supported' }}>
      <b>{to}</b>
    </VersionLink>
  )
}
