'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ShownMoment } from '@/lib/browser/at'
import { useMoment, useNow } from '@/lib/browser/clock'
import { moreTimePage, shootPage } from '@/lib/browser/paths'
import { BASE_PATH } from '@/lib/contract/base-path'
import type { ShootAnswer } from '@/lib/contract/clusters'
import type { NightsAnswer } from '@/lib/contract/plan'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import type { ClusterPlan } from '@/lib/questions/cluster/browser/plan-address'
import { clusterQueries } from '@/lib/questions/queries'
import {
  beforeWords,
  type ChecklistItem,
  checklistCountsText,
  checklistOf,
  comparedRows,
  copyPlanText,
  dayItemOf,
  decideText,
  doneItems,
  goodNight,
  goodNightText,
  type ItemState,
  ifNothingWords,
  isSameEdit,
  moreTimeRequest,
  plannedCount,
  STATE_WORDS,
  timeLeftText,
  tooLateText,
} from '@/lib/words/checklist'
import { capitalized } from '@/lib/words/phrases'
import { nextForcedText, nightName, planPatchCommand } from '@/lib/words/plan'
import { dayText } from '@/lib/words/time-text'
import { Told } from '../../outlook/quotes'
import { Button, ButtonLink } from '../../ui/button'
import { CopyButton } from '../../ui/copy'
import { RowTable } from '../../ui/data-table'
import { lateIf } from '../../ui/error-part'
import { EventGlyph } from '../../ui/glyph'
import { Icon } from '../../ui/icon'
import { SectionHead } from '../../ui/section'
import { adviceCommand } from '../side'
import { type FormProps, withEdits } from './edited'
import { Nights } from './nights'
import { saveCalendarEntry } from './patch'
import styles from './plan.module.css'

interface ChecklistProps extends FormProps {
  readonly cluster: ShootAnswer
  /** The answer is that of the plan before. */
  readonly isBusy: boolean
  /** The forecast with the plan, beside the list. */
  readonly children: ReactNode
}

/** What the owner of a cluster can do, by the time before which it is to be done, beside what the plan has and what is done already. */
export function Checklist({ cluster, answer, plan, onChange, isBusy, children }: ChecklistProps): ReactNode {
  const moment = useMoment()
  const now = useNow()
  const { shoot } = cluster
  const zone = shoot.nextWindow.offset
  const nights = useQuery(clusterQueries.nights(shoot, moment)).data?.nights ?? []
  const past = useQuery(clusterQueries.past(shoot, moment)).data
  const same = answer.outcomes.flatMap(({ kind, edit }) => (kind === 'same' ? [edit] : []))
  const list = checklistOf(cluster.advice, plan.edits, same)
  const done = past === undefined ? [] : doneItems(same, past, zone)
  const [what, when] = decideText(list, zone, now)
  const [ahead, day] = nextForcedText(answer)
  const dayItem = dayItemOf(list)
  const ifNothing = ifNothingWords(answer, now)
  const form = { cluster, answer, plan, onChange, moment }
  return (
    <section aria-label="What you can do" className={styles.checklist}>
      <p className="headline">
        {what}
        {when === '' ? null : (
          <>
            {' '}
            <strong className="nowrap">{when}</strong>
          </>
        )}
        . {plan.edits.length === 0 ? 'As it is' : 'With your plan'}, {ahead}
        {day === '' ? null : (
          <>
            {' '}
            <strong className="nowrap">{day}</strong>
          </>
        )}
        .
      </p>
      {ifNothing === null ? null : (
        <p>
          <EventGlyph kind={ifNothing.kind} /> <b>If you do nothing:</b> {ifNothing.text}.
        </p>
      )}
      <div className={`columns ${styles.halves}`}>
        <div>
          <SectionHead
            title="What you can do"
            note={`${checklistCountsText(list, done.length)}; each was tried by the rules of Gardener`}
            actions={
              <a className="link" href="#other-change">
                Another change…
              </a>
            }
          />
          {list.groups.map((group) => (
            <div key={group.before ?? ''}>
              <h3 className={styles.when}>
                {capitalized(beforeWords(group.before, zone, now))}{' '}
                <span className="faint">{timeLeftText(group, now)}</span>
              </h3>
              <ol className="lines">
                {group.items.map((item) => (
                  <Item
                    key={item.advice.title}
                    item={item}
                    nights={nights}
                    form={form}
                    now={now}
                    hasDay={item === dayItem}
                  />
                ))}
              </ol>
            </div>
          ))}
          {list.rest.length + done.length === 0 ? null : (
            <>
              <h3 className={styles.when}>Done, or of no use here</h3>
              <ul className="lines">
                {done.map(({ title, text }) => (
                  <Line key={title} state="done" title={title} text={text} />
                ))}
                {list.rest.map(({ advice: { title, text }, state }) => (
                  <Line key={title} state={state} title={title} text={text} />
                ))}
              </ul>
            </>
          )}
        </div>
        <section className="aside" aria-label="With your plan" {...lateIf(isBusy)}>
          {children}
          {plan.edits.length === 0 ? null : (
            <Compared answer={answer} plan={plan} planned={plannedCount(list)} isBusy={isBusy} />
          )}
        </section>
      </div>
    </section>
  )
}

const SIGNS: Readonly<Record<ItemState, ReactNode>> = {
  open: <Icon name="right" />,
  planned: <Icon name="calendar" />,
  others: <Icon name="stop" className="bad" />,
  done: <Icon name="check" className="good" />,
  'no-help': <Icon name="close" />,
}

interface LineProps {
  readonly state: ItemState
  readonly title: string
  readonly text: string
  readonly more?: ReactNode
  readonly children?: ReactNode
}

function Line({ state, title, text, more, children }: LineProps) {
  return (
    <li className={styles.item} data-state={state}>
      {SIGNS[state]}
      <div>
        <b>{title}</b>
        <p className="note">
          <Told text={text} isOurs />
        </p>
        {more}
      </div>
      <div className={`bar ${styles.actions}`}>
        <span className="small muted">{STATE_WORDS[state]}</span>
        {children}
      </div>
    </li>
  )
}

interface ItemProps {
  readonly item: ChecklistItem
  readonly nights: NightsAnswer['nights']
  readonly form: Omit<ChecklistProps, 'children' | 'isBusy'> & { readonly moment: ShownMoment }
  readonly now: number
  /** The night of the plan is chosen here. */
  readonly hasDay: boolean
}

function Item({ item: { advice, state }, nights, form, now, hasDay }: ItemProps) {
  const { cluster, answer, plan, onChange, moment } = form
  const { shoot } = cluster
  const command = adviceCommand(advice, shoot)
  const night = advice.kind === 'do' && state === 'open' ? goodNight(nights, advice.before, now) : null
  const tooLate = state === 'planned' ? tooLateText(advice, plan.on, shoot.nextWindow.offset) : null
  const { nextForced } = shoot
  const asksFor =
    advice.asksForTime && nextForced?.what != null ? { what: nextForced.what, version: nextForced.from } : null
  const link = () => window.location.origin + BASE_PATH + shootPage(shoot)
  return (
    <Line
      state={state}
      title={advice.title}
      text={advice.text}
      more={
        tooLate !== null ? (
          <p className="note bad">{tooLate}</p>
        ) : hasDay ? (
          <Nights shoot={shoot} moment={moment} plan={plan} onChange={onChange} before={advice.before} />
        ) : night === null ? null : (
          <p className="note">{goodNightText(night)}</p>
        )
      }
    >
      {advice.edits.length === 0 ? null : state === 'planned' ? (
        <Button look="quiet" small onClick={() => onChange(without(plan, advice.edits))}>
          Leave it out
        </Button>
      ) : (
        <Button
          small
          onClick={() => onChange({ ...withEdits(answer, plan, advice.edits), on: night?.window.begin ?? plan.on })}
        >
          {night === null ? 'Add to the plan' : `Plan it for ${nightName(night)}`}
        </Button>
      )}
      {command === null ? null : <CopyButton text={command} label="Copy patch" small look="quiet" />}
      {asksFor === null ? null : (
        <>
          <ButtonLink small href={moreTimePage(shoot.project, shoot.profile, asksFor)}>
            Ask for more time
          </ButtonLink>
          <CopyButton text={() => moreTimeRequest(cluster, link()) ?? ''} label="Copy the request" small look="quiet" />
        </>
      )}
    </Line>
  )
}

/** The plan without these; a plan of nothing has no day. */
function without(plan: ClusterPlan, edits: readonly PlannedEdit[]): ClusterPlan {
  const left = plan.edits.filter((one) => !edits.some((edit) => isSameEdit(one, edit)))
  return { edits: left, on: left.length === 0 ? null : plan.on }
}

interface ComparedProps extends Omit<FormProps, 'onChange'> {
  /** How many things of the list it has. */
  readonly planned: number
  /** The answer is that of the plan before. */
  readonly isBusy: boolean
}

/** What comes without the plan and with it, and the plan to take along. */
function Compared({ answer, plan, planned, isBusy }: ComparedProps): ReactNode {
  const isEmpty = answer.patch.operations.length === 0
  const zone = answer.shoot.nextWindow.offset
  return (
    <>
      <RowTable className="prose" heads={['Your plan', { number: 'Without' }, { number: 'With' }]}>
        {comparedRows(answer).map(({ title, without, with: then }) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td className="num">{without}</td>
            <td className="num">{then === without ? then : <b>{then}</b>}</td>
          </tr>
        ))}
      </RowTable>
      {isEmpty ? null : (
        <div className="bar" inert={isBusy}>
          <CopyButton look="primary" text={planPatchCommand(answer)} label={copyPlanText(planned)} />
          {plan.on === null ? null : (
            <Button icon="calendar" onClick={() => saveCalendarEntry(answer)}>
              Put {dayText(plan.on, zone, { now: plan.on })} in the calendar
            </Button>
          )}
        </div>
      )}
      <p className="note">
        The plan is in the address of this page, and nothing is sent. What you have done is found by itself at the next
        reading, and stands below Done then.
      </p>
    </>
  )
}
