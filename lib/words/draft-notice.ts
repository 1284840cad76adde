import type { NoticesSent } from '@/lib/contract/apply'
import type { NextEvent } from '@/lib/contract/steps'
import type { WhatIfAnswer, WhatIfRow } from '@/lib/contract/what-if'
import type { Zone } from '@/lib/contract/zone'
import { WHAT_IF_CHANGES } from '@/lib/engine/kinds'
import { CHANGE_WORDS } from './draft'
import { becauseOf, moveText, orOtherNight, otherPartText, withNodes } from './event-words'
import { capitalized, given, listed, plural, WITHIN_HORIZON } from './phrases'
import { plainLines } from './plain-text'
import { countOf, countsOf, dayText, type Time } from './time-text'
import { ownWindow } from './when'
import { EVENT_WORDS } from './wording'

export interface NoticeInput {
  readonly project: string
  readonly people: Pick<ProjectToTell, 'owner' | 'addresses'>
  /** How many of its clusters change how. */
  readonly changes: ProjectToTell['changes']
  /** The profile's name. */
  readonly profile: string
  /** Whether the profile does not exist yet. */
  readonly isNew?: boolean
  /** What is planned, as the list of edits says it: `Deprecate 1.32.9, expiry 31 Jan 2027`. */
  readonly plans: readonly string[]
  readonly rows: readonly NoticeRow[]
  /** The number of all rows of the project; some may not be told. */
  readonly total: number
  readonly now: Time
  /** Whose days the plans tell. */
  readonly zone: Zone
  /** Address of a cluster's page. */
  readonly hrefOf: (row: NoticeRow) => string
}

type NoticeRow = Pick<WhatIfRow, 'namespace' | 'name' | 'outlook'>

/**
 * What the owners of a project are told, as plain lines for a ticket, a mail or a chat: which of their clusters change, when, and what they
 * can do. `isApplied`: it was done, and goes to an address that knows for whom it is.
 */
export function noticeText(
  { project, people, changes, profile, isNew = false, plans, rows, total, now, zone, hrefOf }: NoticeInput,
  isApplied = false,
): string {
  const ahead = new Set(rows.flatMap((row) => lateOf(row, 'after').flatMap(({ kinds }) => kinds)))
  const changesText = countsOf(...TOLD.map((change) => [changes[change], CHANGE_WORDS[change]] as const)).join(', ')
  const affected = given(`This affects ${countOf(total, 'cluster')} of your project`, changesText).join(': ')
  const planned = `is going to ${isNew ? 'be made' : 'change'}`
  return plainLines([
    ...given(
      `${project}: ${isApplied ? '' : 'planned '}changes of Kubernetes and image versions`,
      !isApplied && toWhom(people),
      `The profile ${profile} ${isApplied ? 'has changed' : planned}. ${affected}.${isApplied ? '' : ' Nothing has been applied yet.'}`,
      ...plans.map((plan) => `- ${plan}`),
      ...rows.map((row) =>
        `${row.name}: ${sideText(row, 'after', now)} (until now: ${sideText(row, 'before', now)}) ${hrefOf(row)}`.trimEnd(),
      ),
      total > rows.length && `… and ${countOf(total - rows.length, 'more cluster')}.`,
      ahead.has('forced') &&
        'Forced updates happen in the maintenance window even if auto-update is off. To choose your own time, update before.',
      ahead.has('fails') &&
        'Of updates that fail, the page of the cluster says what stands in the way, and who can help.',
      `As of ${dayText(now, zone)}, as far as expiry dates are set.`,
    ),
    '',
  ])
}

/** `Owner: ada@example.org; mail: ada@example.org, bob@example.org` */
function toWhom({ owner, addresses }: NoticeInput['people']): string {
  const known = given(owner !== null && `Owner: ${owner}`, addresses.length > 0 && `mail: ${addresses.join(', ')}`)
  return capitalized(known.join('; ')) || 'The project names no owner.'
}

/** All that is forced of a cluster, or fails: what is automatic its owner has asked for. */
function lateOf({ outlook }: NoticeRow, side: 'before' | 'after'): readonly NextEvent[] {
  return outlook[side].filter(({ kind }) => kind === 'forced' || kind === 'fails')
}

function sideText(row: NoticeRow, side: 'before' | 'after', now: Time): string {
  const texts = lateOf(row, side).map((event) => eventText(event, now))
  return texts.join('; ') || `nothing is forced ${WITHIN_HORIZON}`
}

/** `Kubernetes 1.32.9 → 1.33.7, forced Tue 2 Mar 2027 21:00–22:00 +00:00, 9 nodes roll` */
function eventText(event: NextEvent, now: Time): string {
  const other = otherPartText(event)
  const also = other === '' ? '' : `; ${other}`
  return `${moveText(event)}, ${EVENT_WORDS[event.kind]} ${ownWindow(event.window, now)}${orOtherNight(event, now)}${withNodes(event)}${becauseOf(event)}${also}`
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

/**
 * Which projects were told once edits were applied, and which were not, by name: `12 projects were told. Not told, and not tried again:
 * payments.`
 */
export function sentText({ sent, failed, unsure, known, unreached }: NoticesSent): string {
  return given(
    `${countOf(sent, 'project')} ${plural(sent, 'was', 'were')} told.`,
    known > 0 && `${countOf(known, 'project')} had been told of it before.`,
    failed.length > 0 && `Not told, and not tried again: ${listed(failed)}.`,
    unsure.length > 0 &&
      `Not known whether it arrived, as no answer came in time, and not tried again: ${listed(unsure)}.`,
    unreached.length > 0 && `Not reached before the time for all was up: ${listed(unreached)}.`,
  ).join(' ')
}
