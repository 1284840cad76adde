'use client'

import { useZone } from '@/lib/browser/clock'
import { moreTimePage, shootPage } from '@/lib/browser/paths'
import type { Advice, ShootAnswer, ShootRow } from '@/lib/contract/clusters'
import { offsetText } from '@/lib/contract/zone'
import { shellQuoted } from '@/lib/engine/shell'
import type { NamespacedName } from '@/lib/engine/types'
import { checklistOf } from '@/lib/words/checklist'
import { type FailingCluster, isInHeadline } from '@/lib/words/headline'
import { commandFor } from '@/lib/words/plan'
import { lastText, unrecordedText } from '@/lib/words/shown-steps'
import { clockText, DAY, momentText, msOrNull } from '@/lib/words/time-text'
import { Told } from '../outlook/quotes'
import { CopyButton } from '../ui/copy'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import { Act } from './act/act'
import styles from './forecast-view.module.css'

/** What can be done, what stands in the way, and how the last maintenance went. */
export function Side({ answer, now }: { readonly answer: ShootAnswer; readonly now: number }) {
  const { advice, lastMaintenance, shoot } = answer
  const infos = obstacles(answer).side
  const { groups } = checklistOf(advice)
  const open = groups.flatMap(({ items }) => items.map((item) => item.advice))
  const shown = open.slice(0, MOST_SHOWN)
  const first = shown.find(({ kind, patch }) => kind === 'do' && patch !== null)
  return (
    <aside className={styles.side} aria-label="What you can do">
      {advice.length === 0 ? null : (
        <>
          <h2>What you can do</h2>
          <ol className="lines">
            {shown.map((one) => (
              <AdviceItem key={one.title} advice={one} answer={answer} isFirst={one === first} />
            ))}
          </ol>
          <p className="note">
            <Link className="link" href={shootPage(shoot, 'plan')}>
              {open.length > shown.length ? `All ${open.length} in the plan` : 'The plan'}
            </Link>
            {shown.length === 0 ? ': nothing is left to do.' : ''}
          </p>
        </>
      )}
      <MoreTime shoot={shoot} />
      {infos.length === 0 ? null : (
        <>
          <h2 className={styles.part}>Worth knowing</h2>
          {infos.map((constraint) => (
            <p key={constraint.text} className="note">
              {constraint.text}
            </p>
          ))}
        </>
      )}
      <h2 className={styles.part}>Last maintenance{lastMaintenance?.foreseen ? ', as forecast' : ''}</h2>
      {lastMaintenance === null ? (
        <p className="note">{unrecordedText(answer)}</p>
      ) : (
        <LastMaintenancePart
          last={lastMaintenance}
          now={now}
          offset={answer.shoot.nextWindow.offset}
          overdue={answer.overdue}
        />
      )}
    </aside>
  )
}

/** How many entries of the checklist are shown beside the forecast. */
const MOST_SHOWN = 2

/** What is forced or fails may come later, where its version ends later in a namespaced profile. */
function MoreTime({ shoot: { project, profile, nextForced } }: { readonly shoot: ShootRow }) {
  if (nextForced?.what == null || nextForced.from === '') return null
  return (
    <p className="note">
      <Link className="link" href={moreTimePage(project, profile, { what: nextForced.what, version: nextForced.from })}>
        Give this project more time
      </Link>
    </p>
  )
}

interface AdviceItemProps {
  readonly advice: Advice
  readonly answer: ShootAnswer
  readonly isFirst: boolean
}

function AdviceItem({ advice, answer: { shoot, mayEdit }, isFirst }: AdviceItemProps) {
  const isWarning = advice.kind === 'warning'
  const command = adviceCommand(advice, shoot)
  return (
    <li>
      <h3 className={isWarning ? 'bad' : undefined}>
        {isWarning ? <Icon name="stop" /> : null} {advice.title}
      </h3>
      <p className="note">
        <Told text={advice.text} isOurs />
      </p>
      {command === null ? null : (
        <div className="bar">
          <CopyButton text={command} label="Copy patch" look={isFirst ? 'primary' : 'plain'} />
          <Act shoot={shoot} edits={advice.edits} mayEdit={mayEdit} />
          {isFirst ? (
            <Link className="link" href={shootPage(shoot, 'plan')}>
              Plan a date
            </Link>
          ) : null}
        </div>
      )}
    </li>
  )
}

/** The command that does what an advice says, with the real names filled in; null when there is nothing to patch. */
export function adviceCommand(advice: Pick<Advice, 'patch' | 'patchType'>, shoot: NamespacedName): string | null {
  if (advice.patch === null) return null
  return `${commandFor(shoot)} --type ${advice.patchType ?? 'merge'} -p ${shellQuoted(advice.patch)}`
}

interface LastMaintenancePartProps {
  readonly last: NonNullable<ShootAnswer['lastMaintenance']>
  readonly now: number
  readonly offset: string
  /** Something was due since, as far as is known. */
  readonly overdue: boolean
}

export function LastMaintenancePart({ last, now, offset, overdue }: LastMaintenancePartProps) {
  const zone = useZone()
  const failed = last.state === 'Failed'
  const at = msOrNull(last.at)
  const when = at === null ? '' : `${momentText(at, offset, now)} ${offsetText(offset, at)}`
  const yours = at === null || offsetText(zone, at) === offsetText(offset, at) ? '' : `, ${clockText(at, zone)} for you`
  const isQuietSince = last.state === 'Succeeded' && at !== null && now - at > DAY && !overdue
  return (
    <>
      <p className="note">
        <span className={failed ? 'bad' : undefined}>
          <Icon
            name={failed ? 'stop' : last.state === 'Processing' ? 'clock' : 'check'}
            className={failed ? 'bad' : 'good'}
          />{' '}
          <b>{last.state}</b>
        </span>{' '}
        {when}
        <span className="nowrap">{yours}</span>
      </p>
      {last.description === null ? null : (
        <p className={`note ${styles.quote}`}>
          <Told text={last.description} />
        </p>
      )}
      {last.failureReason === null ? null : (
        <p className={`note ${styles.quote} bad`}>
          <Told text={last.failureReason} />
        </p>
      )}
      {isQuietSince ? <p className={`note ${styles.quote} faint`}>{lastText(last)}</p> : null}
    </>
  )
}

type ListedConstraint = Pick<ShootAnswer['constraints'][number], 'severity' | 'text'>

/** More lines than these below the headline are not read. */
const MOST_LINES = 3

/**
 * What stands in the way: under the headline where maintenance does not get on and what is most worth a warning, beside the
 * forecast the rest.
 */
export function obstacles(answer: FailingCluster & Pick<ShootAnswer, 'constraints'>): {
  readonly lead: readonly ListedConstraint[]
  readonly side: readonly ListedConstraint[]
} {
  const constraints = once(answer.constraints)
  const ends = once(answer.stuck?.deadEnds ?? []).filter((end) => !isInHeadline(end, answer))
  const bad = [
    ...ends.map(({ text }): ListedConstraint => ({ severity: 'bad', text })),
    ...constraints.filter(({ severity }) => severity === 'bad'),
  ]
  const warnings = constraints.filter(({ severity }) => severity === 'warning')
  const room = Math.max(0, MOST_LINES - bad.length)
  return {
    lead: [...bad, ...warnings.slice(0, room)],
    side: [...warnings.slice(room), ...constraints.filter(({ severity }) => severity === 'info')],
  }
}

/** What is said of many pools at once comes with each of them. */
function once<T extends { readonly text: string }>(told: readonly T[]): readonly T[] {
  return [...new Map(told.toReversed().map((one) => [one.text, one])).values()].toReversed()
}
