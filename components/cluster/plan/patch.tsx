'use client'

import { type ReactNode, useState } from 'react'
import { linkTo } from '@/lib/browser/at'
import { calendarText } from '@/lib/contract/icalendar'
import type { PlanAnswer } from '@/lib/contract/plan'
import type { ClusterPlan } from '@/lib/questions/cluster/browser/plan-address'
import { plural } from '@/lib/words/phrases'
import { applyCommand, fieldName, misfit, planPatchCommand, planPatchFile } from '@/lib/words/plan'
import { countOf, fullText, HOUR, isoDay, ms, SECOND } from '@/lib/words/time-text'
import { Button, Segmented } from '../../ui/button'
import { CopyButton, saveFile } from '../../ui/copy'
import { Scroll } from '../../ui/data-table'
import { optionsOf } from '../../ui/fields'
import { Icon } from '../../ui/icon'
import { SectionHead } from '../../ui/section'
import { Act } from '../act/act'
import { type FormProps, refusedIn } from './edited'
import styles from './plan.module.css'

type PatchForm = keyof typeof FORM_WORDS

const FORM_WORDS = { patch: 'kubectl patch', apply: 'kubectl apply', yaml: 'YAML', calendar: 'Calendar entry' } as const

interface PatchProps extends Omit<FormProps, 'onChange'> {
  readonly now: number
  /** Whether the user may change the cluster. */
  readonly mayEdit: boolean
  /** The answer is that of the plan before. */
  readonly isBusy: boolean
}

/** What changes, as a command, a manifest or a calendar entry, or sent at once. */
export function Patch({ answer, plan, now, mayEdit, isBusy }: PatchProps): ReactNode {
  const [form, setForm] = useState<PatchForm>('patch')
  const isEmpty = answer.patch.operations.length === 0
  const warning = misfit(answer, now)
  const text = textOf(form, answer)
  const taken = answer.outcomes.flatMap(({ edit, kind }) => (kind === 'taken' ? edit : []))
  return (
    <section className={styles.dock} aria-label="Patch">
      <div>
        <SectionHead
          title="Patch"
          note={countWords(answer, plan)}
          actions={
            <Segmented<PatchForm>
              label="Form of the patch"
              className={styles.forms ?? ''}
              value={form}
              options={optionsOf(FORM_WORDS)}
              onChange={setForm}
            />
          }
        />
        {isEmpty ? (
          <p className="faint">Nothing would be sent.</p>
        ) : (
          <Scroll label="Patch text" className={styles.code}>
            {form === 'calendar' ? (
              <p className="small">
                {fullText(answer.rollOut?.begin ?? answer.sentAt, answer.shoot.nextWindow.offset)}: the plan for{' '}
                {answer.shoot.name}, with the command and a link to this page.
              </p>
            ) : text === null ? (
              <p className="small">
                This plan takes a field out. kubectl apply leaves a field that is not told as it is: take kubectl patch.
              </p>
            ) : (
              <pre>
                <code>{text}</code>
              </pre>
            )}
          </Scroll>
        )}
      </div>
      <div>
        <div className="bar" inert={isBusy} aria-busy={isBusy}>
          {form === 'calendar' ? (
            <Button look="primary" icon="save" disabled={isEmpty} onClick={() => saveCalendarEntry(answer)}>
              Save calendar entry
            </Button>
          ) : isEmpty || text === null ? null : (
            <CopyButton look="primary" text={text} label={COPY_LABELS[form]} key={form} />
          )}
          {!isEmpty && plan.on === null ? (
            <Act shoot={answer.shoot} edits={taken} base={answer.resourceVersion} mayEdit={mayEdit} />
          ) : null}
        </div>
        {mayEdit ? null : (
          <p className="tiny muted">
            <b>Apply is off:</b> only who may patch Shoots in {answer.shoot.namespace} can, such as the owner and the
            admins of {answer.shoot.project}.
          </p>
        )}
        {warning === null ? null : (
          <p className="callout">
            <Icon name="warning" /> <b>It does not fit the window.</b> {warning}
          </p>
        )}
      </div>
    </section>
  )
}

const COPY_LABELS = { patch: 'Copy patch', apply: 'Copy command', yaml: 'Copy YAML' } as const

/** Null: the plan cannot be taken in this form. */
function textOf(form: PatchForm, answer: PlanAnswer): string | null {
  if (form === 'apply') return applyCommand(answer)
  return form === 'yaml' ? planPatchFile(answer) : planPatchCommand(answer)
}

/** `5 of 6 changes; image of ledger is left out, it is not allowed` */
function countWords(answer: PlanAnswer, plan: ClusterPlan): string {
  const refused = refusedIn(answer, plan)
  const all = countOf(plan.edits.length, 'change')
  if (refused.length === 0) return all
  const names = refused.map(({ edit }) => `${fieldName(edit.field)}${'pool' in edit ? ` of ${edit.pool}` : ''}`)
  const are = plural(refused.length, 'is left out, it is not allowed', 'are left out, they are not allowed')
  return `${plan.edits.length - refused.length} of ${all}; ${names.join(', ')} ${are}`
}

/**
 * The plan as one entry of a calendar: when it is rolled out, what is to be sent, and where it stands. There is one entry for
 * each night of a cluster: one that is saved later stands for what was saved before.
 */
export function planEntry(answer: PlanAnswer, link: string, savedAt: number): string {
  const { shoot, rollOut, sentAt, parts } = answer
  const begin = ms(rollOut?.begin ?? sentAt)
  const until = Math.max(begin + HOUR, ...parts.flatMap((part) => (part.until === null ? [] : [ms(part.until)])))
  // From noon to noon on the clock of the cluster, by the day on which it begins.
  const night = isoDay(begin - 12 * HOUR, shoot.nextWindow.offset)
  const entry = {
    uid: `plan-${shoot.namespace}-${shoot.name}-${night}@almanac`,
    sequence: Math.floor(savedAt / SECOND),
    changedAt: savedAt,
    begin,
    end: until,
    summary: `Plan for ${shoot.project} / ${shoot.name}`,
    description: `Send this ${rollOut === null ? 'then' : 'before'}:\n\n${planPatchCommand(answer, answer.patch.later)}\n\n${link}`,
    url: link,
  }
  return calendarText([entry], { name: `Plan for ${shoot.name}`, alarm: 'PT1H' })
}

/** Gives the browser a file to keep. */
export function saveCalendarEntry(answer: PlanAnswer): void {
  const { pathname, search, origin } = window.location
  const text = planEntry(answer, linkTo(`${pathname}${search}`, { at: answer.at }, origin), Date.now())
  saveFile(`plan-${answer.shoot.name}.ics`, text, 'text/calendar;charset=utf-8')
}
