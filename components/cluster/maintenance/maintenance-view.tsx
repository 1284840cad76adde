'use client'

import { useQuery } from '@tanstack/react-query'
import { useMoment, useNow, useZone } from '@/lib/browser/clock'
import type { ShootAnswer } from '@/lib/contract/clusters'
import type { NamespacedName } from '@/lib/engine/types'
import type { MaintenanceAnswer, MaintenanceCheck, MaintenanceTask } from '@/lib/questions/cluster/contract/maintenance'
import { clusterQueries } from '@/lib/questions/queries'
import {
  alikeTasks,
  beginMomentText,
  beginSentence,
  effectsOfTasks,
  inEachText,
  inOrderText,
  isOwn,
  onceFinishedText,
  outcomeSentence,
  worstCaseText,
} from '@/lib/words/next-maintenance'
import { unrecordedText } from '@/lib/words/shown-steps'
import type { EffectLine } from '@/lib/words/steps'
import { dayText, momentText } from '@/lib/words/time-text'
import { isAnyTime } from '@/lib/words/when'
import { Quote, Quotes, Told } from '../../outlook/quotes'
import { EffectCell, SentenceText } from '../../outlook/texts'
import { useEachPool } from '../../ui/button'
import { chartMark } from '../../ui/chart-mark'
import { CommandBlock } from '../../ui/copy'
import { RowTable } from '../../ui/data-table'
import { Answered } from '../../ui/error-part'
import { Icon, type IconName } from '../../ui/icon'
import { Move, SkeletonBars } from '../../ui/parts'
import { Fold, Section } from '../../ui/section'
import { Act } from '../act/act'
import { ShootFrame } from '../shoot-frame'
import { LastMaintenancePart } from '../side'
import { InPlacePart } from './in-place'
import styles from './maintenance.module.css'
import { rulerRange, WindowRulers } from './window-rulers'

/** What the next maintenance of a cluster does, whether it is refused, and how the last went. */
export function MaintenanceView({ shoot }: { readonly shoot: NamespacedName }) {
  const query = useQuery(clusterQueries.maintenance(shoot, useMoment()))
  return (
    <ShootFrame shoot={shoot} tab="maintenance" waiting={WAITING}>
      {(answer) => (
        <>
          <Answered query={query} waiting={WAITING}>
            {(maintenance) => <Maintenance shoot={shoot} answer={answer} maintenance={maintenance} />}
          </Answered>
          {answer.pending.length === 0 ? <InPlacePart shoot={shoot} answer={answer} /> : null}
        </>
      )}
    </ShootFrame>
  )
}

interface MaintenanceProps {
  readonly shoot: NamespacedName
  readonly answer: ShootAnswer
  readonly maintenance: MaintenanceAnswer
}

function Maintenance({ shoot, answer, maintenance }: MaintenanceProps) {
  const now = useNow()
  const zone = useZone()
  const { window, outcome, tasks, checks, events } = maintenance
  const isMaintained = outcome !== 'never' && outcome !== 'unknown'
  const becomes = outcomeSentence(maintenance, now, answer.stuck?.failing)
  const finished = onceFinishedText(maintenance, answer)
  const worst = worstCaseText(maintenance.worstCase, window, now)
  return (
    <Quotes texts={saidIn(maintenance)} place="What will run">
      <div className="columns">
        <p className="headline">
          {isMaintained ? (
            <>
              <SentenceText sentence={beginSentence(window, now, zone)} />{' '}
            </>
          ) : null}
          <span className={becomes.isBad ? 'bad' : undefined}>{becomes.text}</span>
        </p>
        <div className="stack">
          {isMaintained ? (
            <Section
              title="Next maintenance"
              note={
                isAnyTime(window) ? 'at any time of the day' : dayText(window.begin, window.offset, { weekday: true })
              }
              {...(isAnyTime(window) ? {} : chartMark('Next maintenance', rulerRange(window, now)))}
            >
              <WindowRulers window={window} now={now} zone={zone} />
              <p className="note">
                {isAnyTime(window) ? null : beginMomentText(window, now)} {worst ?? 'No work on nodes is ahead in it.'}
              </p>
            </Section>
          ) : null}
          {tasks.length === 0 ? null : (
            <Section title="What will run" note="in Gardener’s order">
              <TaskTable answer={maintenance} />
              {finished !== null && <p className="bold">{finished}</p>}
            </Section>
          )}
          {/* A pending pool is why all of it is refused: what ends that comes next. */}
          {answer.pending.length > 0 ? <InPlacePart shoot={shoot} answer={answer} /> : null}
          <Checks checks={checks} />
          <LastResult answer={answer} now={now} />
          <Section title="Events" note="that Gardener wrote about the cluster">
            <EventTable events={events} offset={window.offset} now={now} />
          </Section>
        </div>
        <MaintenanceSide answer={answer} maintenance={maintenance} />
      </div>
    </Quotes>
  )
}

/** What Gardener says in the table of what will run. */
function saidIn({ tasks, outcome, failureReason }: MaintenanceAnswer): readonly (string | null)[] {
  return tasks.length === 0 ? [] : [...tasks.map(({ reason }) => reason), outcome === 'refused' ? failureReason : null]
}

const VERDICTS: Readonly<Record<MaintenanceCheck['verdict'], [icon: IconName, look: string, word: string]>> = {
  holds: ['check', 'good', 'in order'],
  beware: ['warning', 'warn', 'has a consequence'],
  fails: ['stop', 'bad', 'stands in the way'],
  'no-matter': ['close', 'faint', 'decides nothing'],
}

/** What stands in the way or has a consequence; what does not is folded. */
function Checks({ checks }: { readonly checks: readonly MaintenanceCheck[] }) {
  const isAside = ({ verdict }: MaintenanceCheck) => verdict === 'holds' || verdict === 'no-matter'
  const [matter, aside] = [checks.filter((check) => !isAside(check)), checks.filter(isAside)]
  return (
    <Section title="Would it be skipped, or refused?" note={matter.length === 0 && 'nothing stands in the way'}>
      {matter.length > 0 && <CheckList checks={matter} />}
      {aside.length > 0 && (
        <Fold summary={inOrderText(aside)}>
          <CheckList checks={aside} />
        </Fold>
      )}
    </Section>
  )
}

function CheckList({ checks }: { readonly checks: readonly MaintenanceCheck[] }) {
  return (
    <ul className={`lines note ${styles.checks}`}>
      {checks.map((check) => (
        <Check key={`${check.title} ${check.text}`} check={check} />
      ))}
    </ul>
  )
}

function Check({ check: { verdict, title, text } }: { readonly check: MaintenanceCheck }) {
  const [icon, look, word] = VERDICTS[verdict]
  return (
    <li>
      <Icon name={icon} className={look} />
      <b>
        {title}
        <span className="visually-hidden">, {word}</span>
      </b>
      <p>
        <Told text={text} isOurs />
      </p>
    </li>
  )
}

function LastResult({ answer, now }: { readonly answer: ShootAnswer; readonly now: number }) {
  const { lastMaintenance, shoot, overdue } = answer
  return (
    <Section
      title={<>Last result{lastMaintenance?.foreseen ? ', as forecast' : ''}</>}
      note="in Gardener’s words"
      aria-label="Last result"
    >
      <div className="lines">
        <div>
          {lastMaintenance === null ? (
            <p className="muted">{unrecordedText(answer)}</p>
          ) : (
            <LastMaintenancePart last={lastMaintenance} now={now} offset={shoot.nextWindow.offset} overdue={overdue} />
          )}
        </div>
      </div>
      <p className="tiny faint">Gardener keeps only the last result.</p>
    </Section>
  )
}

const WAITING = <SkeletonBars widths={['72%', '100%', '96%', '88%']} height="20px" />

interface EventTableProps {
  readonly events: MaintenanceAnswer['events']
  /** The cluster's own. */
  readonly offset: string
  readonly now: number
}

/** The Kubernetes Events about the cluster; that there are none is another thing than that they cannot be read. */
function EventTable({ events, offset, now }: EventTableProps) {
  if (events.kind === 'unreadable') return <p className="note">Events cannot be read. {events.reason}</p>
  if (events.events.length === 0) {
    return (
      <p className="note">
        None is there. The garden forgets events after an hour or some days, and a maintenance that is refused writes
        none.
      </p>
    )
  }
  return (
    <RowTable
      scroll="Events of the cluster"
      className="prose rows"
      heads={[`When, ${offset.replace('-', '−')}`, 'Type', 'Reason', 'Message']}
    >
      {events.events.map(({ at, type, reason, message, count, by }) => (
        <tr key={`${at} ${reason} ${message}`}>
          <td className="nowrap muted">{at === null ? 'not told' : momentText(at, offset, now)}</td>
          <td className={type === 'Warning' ? 'bad nowrap' : 'nowrap'}>{type}</td>
          <td className="nowrap" title={by ?? undefined}>
            {reason}
          </td>
          <td>
            <Told text={message} />
            {count > 1 ? <span className="faint"> {count} times</span> : null}
          </td>
        </tr>
      ))}
    </RowTable>
  )
}

/**
 * What runs in a maintenance, in Gardener's order; and that all of it is refused, in Gardener's words. What comes last in each
 * maintenance is folded where there is more.
 */
function TaskTable({ answer }: { readonly answer: MaintenanceAnswer }) {
  const { tasks: all, outcome, failureReason } = answer
  const { rows: tasks, button } = useEachPool((isEach) => (isEach ? all : alikeTasks(all)))
  const isRefused = outcome === 'refused'
  const effects = isRefused ? null : effectsOfTasks(tasks)
  const heads = [
    { hidden: 'Order' },
    'What',
    'From → to',
    'Reason Gardener will give',
    ...(effects === null ? [] : ['Effect']),
  ]
  const rows = tasks.map((task, i) => (
    <Task
      key={`${task.what} ${task.note}`}
      task={task}
      order={i + 1}
      effects={effects?.[i] ?? null}
      isSaid={tasks.findIndex(({ reason }) => reason === task.reason) < i}
    />
  ))
  const own = tasks.filter(isOwn).length
  const [shown, folded] = own === 0 ? [rows, []] : [rows.slice(0, own), rows.slice(own)]
  return (
    <>
      <RowTable scroll="Parts of the maintenance" className={`prose rows ${styles.tasks}`} heads={heads}>
        {shown}
        {isRefused && failureReason !== null ? (
          <tr className={styles.refused}>
            <td>
              <Icon name="stop" />
            </td>
            <th scope="row">All of it is refused</th>
            <td colSpan={2}>
              <span className="mono">
                {tasks.some(({ reason }) => reason === failureReason) ? (
                  <Told text={failureReason} isBelow />
                ) : (
                  <Quote text={failureReason} />
                )}
              </span>
            </td>
          </tr>
        ) : null}
      </RowTable>
      {button}
      {folded.length > 0 && (
        <Fold summary={inEachText(tasks.slice(own))}>
          <RowTable scroll="Parts of each maintenance" className={`prose rows ${styles.tasks}`} heads={heads}>
            {folded}
          </RowTable>
        </Fold>
      )}
    </>
  )
}

interface TaskProps {
  readonly task: MaintenanceTask
  readonly order: number
  /** Null: nothing of the maintenance has any. */
  readonly effects: readonly EffectLine[] | null
  /** Another part above has the same reason. */
  readonly isSaid: boolean
}

function Task({ task, order, effects, isSaid }: TaskProps) {
  const { what, from, to, stays, note, reason, text, kind, state } = task
  const isOfCredentials = kind === 'rotation' || (kind === 'operation' && note.startsWith('rotate-'))
  return (
    <tr data-state={state}>
      <td className="faint">{order}</td>
      <th scope="row">{what}</th>
      <td className={styles.move}>
        {from === null ? (
          <span className={kind === 'setting' || kind === 'operation' || kind === 'rotation' ? 'mono' : 'faint'}>
            {note}
          </span>
        ) : (
          <Move from={from} to={to} nowhere={<span className="bad">{stays ? 'stays' : 'no later version'}</span>} />
        )}
      </td>
      <td className={`muted ${styles.cell}`}>
        {reason === null ? null : <span>{isSaid ? <Told text={reason} isBelow /> : <Quote text={reason} />}</span>}
        {text === '' ? null : <span className="faint">{text}</span>}
      </td>
      {effects === null ? null : (
        <td className={styles.cell}>
          {effects.map((effect) => (
            <span key={effect.text}>
              {isOfCredentials && effect.kind === 'none' && state === 'runs' ? <Icon name="key" /> : null}
              <EffectCell effect={effect} />
            </span>
          ))}
        </td>
      )}
    </tr>
  )
}

interface MaintenanceSideProps {
  readonly answer: ShootAnswer
  readonly maintenance: MaintenanceAnswer
}

/** Confined roll-outs, and what the owner can tell Gardener. */
function MaintenanceSide({ answer, maintenance }: MaintenanceSideProps) {
  const { confined, commands } = maintenance
  return (
    <aside className="stack" aria-label="Roll-outs, commands">
      <Section title="Confined roll-outs" note={confined ? 'on' : 'off'}>
        <p className="note">
          {confined
            ? 'Changes of the spec wait for the window; the generation is not raised before, so the garden does not tell which wait. A change of the window itself counts after the next maintenance.'
            : 'Changes of the spec are rolled out at once, whatever the window says.'}
        </p>
      </Section>
      {commands.length === 0 ? null : (
        <section aria-label="Commands">
          <h2>What you can tell Gardener</h2>
          <ul className={`lines ${styles.commands}`}>
            {commands.map(({ title, text, command, edits }) => (
              <li key={title}>
                <Fold summary={title}>
                  <CommandBlock text={command}>
                    <p>{text}</p>
                  </CommandBlock>
                  <Act shoot={answer.shoot} edits={edits} mayEdit={answer.mayEdit} look="quiet" small />
                </Fold>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  )
}
