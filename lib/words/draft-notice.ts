import type { NoticesSent } from '@/lib/contract/apply'
import type { NextEvent } from '@/lib/contract/steps'
import type { WhatIfAnswer, WhatIfRow } from '@/lib/contract/what-if'
import type { Zone } from '@/lib/contract/zone'
import { WHAT_IF_CHANGES } from '@/lib/engine/kinds'
import { CHANGE_WORDS } from './draft'
import { becauseOf, moveText, orOtherNight } from './event-words'
import { listed, plural, WITHIN_HORIZON } from './phrases'
import { codeInMarkdown, inMarkdown, linkInMarkdown, plainLines } from './plain-text'
import { countOf, countText, dayText, type Time } from './time-text'
import { ownWindow } from './when'
import { EVENT_WORDS, effectAnswer } from './wording'

export interface NoticeInput {
  readonly project: string
  readonly people: Pick<ProjectToTell, 'owner' | 'addresses'>
  /** How many of its clusters change how. */
  readonly changes: ProjectToTell['changes']
  /** The profile's name. */
  readonly profile: string
  /** It is not there yet. */
  readonly isNew?: boolean
  /** What is planned, as the list of edits says it: `Deprecate 1.32.9, expiry 31 Jan 2027`. */
  readonly plans: readonly string[]
  readonly rows: readonly NoticeRow[]
  /** Of all rows of the project; some may not be told. */
  readonly total: number
  readonly now: Time
  /** Whose days the plans tell. */
  readonly zone: Zone
  /** Address of a cluster's page. */
  readonly hrefOf: (row: NoticeRow) => string
}

type NoticeRow = Pick<WhatIfRow, 'namespace' | 'name' | 'outlook'>

/** What the owners of a project are told, as Markdown: which of their clusters change, when, and what they can do. */
export function projectNoticeText({
  project,
  people,
  changes,
  profile,
  isNew = false,
  plans,
  rows,
  total,
  now,
  zone,
  hrefOf,
}: NoticeInput): string {
  const isForced = rows.some((row) => lateOf(row, 'after').some(({ kind }) => kind === 'forced'))
  const isStuck = rows.some((row) => lateOf(row, 'after').some(({ kind }) => kind === 'fails'))
  return [
    `## ${inMarkdown(project)}: planned changes of Kubernetes and image versions`,
    '',
    ...toWhom(people),
    `The profile ${codeInMarkdown(profile)} is going to ${isNew ? 'be made' : 'change'}. This affects ${countOf(total, 'cluster')} of your project${howMany(changes)}. Nothing has been applied yet.`,
    '',
    ...plans.map((plan) => `- ${inMarkdown(plan)}`),
    '',
    '| Cluster | Until now | With the change | Nodes |',
    '|---|---|---|---|',
    ...rows.map((row) => noticeRow(row, now, hrefOf(row))),
    ...(total > rows.length ? ['', `… and ${countOf(total - rows.length, 'more cluster')}.`] : []),
    ...(isForced
      ? [
          '',
          'Forced updates happen in the maintenance window even if auto-update is off. To choose your own time, update before.',
        ]
      : []),
    ...(isStuck ? ['', 'Updates that fail need your help: the page of the cluster says what stands in the way.'] : []),
    '',
    `As of ${dayText(now, zone)}, as far as expiry dates are set.`,
    '',
  ].join('\n')
}

/** The same as plain lines, as a chat or a mail shows them: Markdown tables are not drawn there. `isApplied`: it was done. */
export function chatText(
  { project, changes, profile, isNew = false, plans, rows, total, now, zone, hrefOf }: NoticeInput,
  isApplied = false,
): string {
  const more = total > rows.length ? [`… and ${countOf(total - rows.length, 'more cluster')}.`] : []
  const [what, done] = isApplied
    ? ['has changed', '']
    : [isNew ? 'is going to be made' : 'is going to change', ' Nothing has been applied yet.']
  return `${plainLines([
    `${project}: ${isApplied ? '' : 'planned '}changes of Kubernetes and image versions`,
    `The profile ${profile} ${what}. This affects ${countOf(total, 'cluster')} of your project${howMany(changes)}.${done}`,
    ...plans.map((plan) => `- ${plan}`),
    ...rows.map((row) =>
      `${row.name}: ${sideText(row, 'after', now)} (until now: ${sideText(row, 'before', now)}) ${hrefOf(row)}`.trimEnd(),
    ),
    ...more,
    `As of ${dayText(now, zone)}, as far as expiry dates are set.`,
  ])}\n`
}

function toWhom({ owner, addresses }: NoticeInput['people']): string[] {
  if (owner === null && addresses.length === 0) return ['The project names no owner.', '']
  const to = addresses.length === 0 ? '' : `To: ${addresses.join(', ')}`
  return [
    [owner === null ? '' : `Owner: ${owner}`, to]
      .filter((part) => part !== '')
      .map(inMarkdown)
      .join('  \n'),
    '',
  ]
}

/** `: 2 newly forced, 1 later`; empty: nothing to tell apart. */
function howMany(changes: NoticeInput['changes']): string {
  const parts = TOLD.flatMap((change) => {
    const count = changes[change]
    return count === 0 ? [] : [`${countText(count)} ${CHANGE_WORDS[change]}`]
  })
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`
}

function noticeRow(row: NoticeRow, now: Time, href: string): string {
  const rolls = lateOf(row, 'after').filter(({ effect }) => effect !== 'none')
  const nodes = rolls.map(({ effect, nodes: touched }) => effectAnswer(effect, touched)).join('; ') || 'none'
  const cells = [sideText(row, 'before', now), sideText(row, 'after', now), nodes].map(inMarkdown)
  return `| ${[linkInMarkdown(row.name, href), ...cells].join(' | ')} |`
}

/** All that is forced of a cluster, or fails: what is automatic its owner has asked for. */
function lateOf({ outlook }: NoticeRow, side: 'before' | 'after'): readonly NextEvent[] {
  return outlook[side].filter(({ kind }) => kind === 'forced' || kind === 'fails')
}

function sideText(row: NoticeRow, side: 'before' | 'after', now: Time): string {
  return (
    lateOf(row, side)
      .map((event) => eventText(event, now))
      .join('; ') || `nothing is forced ${WITHIN_HORIZON}`
  )
}

/** `Kubernetes 1.32.9 → 1.33.7, forced Tue 2 Mar 2027 21:00–22:00 +00:00` */
function eventText(event: NextEvent, now: Time): string {
  return `${moveText(event)}, ${EVENT_WORDS[event.kind]} ${ownWindow(event.window, now)}${orOtherNight(event, now)}${becauseOf(event)}`
}

/** What owners are told of; automatic updates are what they have asked for. */
export const TOLD = WHAT_IF_CHANGES.filter((change) => change !== 'auto' && change !== 'unchanged')

/** The projects whose owners are to be told, most of their clusters first. */
export function projectsToTell({ projects }: Pick<WhatIfAnswer, 'projects'>): readonly ProjectToTell[] {
  return projects
    .flatMap(({ project, owner, addresses, changed, changes }) => {
      const clusters = changed - changes.auto
      return clusters === 0 ? [] : [{ project, owner, addresses, clusters, changes }]
    })
    .sort((a, b) => b.clusters - a.clusters)
}

interface ProjectToTell {
  readonly project: string
  readonly owner: string | null
  readonly addresses: readonly string[]
  readonly clusters: number
  readonly changes: WhatIfAnswer['figures']['changes']
}

/** Who was told once edits were applied, and who was not, by name: `12 projects were told. Not told, and not tried again: payments.` */
export function sentText({ sent, failed, unsure, known, unreached }: NoticesSent): string {
  return [
    `${countOf(sent, 'project')} ${plural(sent, 'was', 'were')} told.`,
    ...(known === 0 ? [] : [`${countOf(known, 'project')} had been told of it before.`]),
    ...(failed.length === 0 ? [] : [`Not told, and not tried again: ${listed(failed)}.`]),
    ...(unsure.length === 0
      ? []
      : [`Not known whether it arrived, as no answer came in time, and not tried again: ${listed(unsure)}.`]),
    ...(unreached.length === 0 ? [] : [`Not reached before the time for all was up: ${listed(unreached)}.`]),
  ].join(' ')
}
