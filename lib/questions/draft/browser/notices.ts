import { ask } from '@/lib/browser/fetch-json'
import type { NextEvent } from '@/lib/contract/steps'
import type { WhatIfAnswer, WhatIfChange, WhatIfRow } from '@/lib/contract/what-if'
import { partOf } from '@/lib/contract/what-if-row'
import type { Zone } from '@/lib/contract/zone'
import { becauseOf, moveText, orOtherNight, ownWindow, whatText } from '@/lib/words/event-words'
import { WITHIN_HORIZON } from '@/lib/words/phrases'
import { codeInMarkdown, inMarkdown, linkInMarkdown } from '@/lib/words/plain-text'
import { countOf, countText, dayText, type Time } from '@/lib/words/time-text'
import { EVENT_WORDS, effectAnswer } from '@/lib/words/wording'
import type { WhatIfRoute } from '../contract'
import { WHAT_IF, type WhatIfParams } from '../queries'
import { CHANGE_WORDS } from './row-words'

export interface NoticeInput {
  readonly project: string
  readonly people: Pick<ProjectToTell, 'owner' | 'addresses'>
  /** How many of its clusters change how. */
  readonly changes: ProjectToTell['changes']
  /** The profile's name. */
  readonly profile: string
  /** What is planned, as the list of edits says it: `Deprecate 1.32.9, expiry 31 Jan 2027`. */
  readonly plans: readonly string[]
  readonly rows: readonly WhatIfRow[]
  /** Of all rows of the project; some may not be told. */
  readonly total: number
  readonly now: Time
  /** Whose days the plans tell. */
  readonly zone: Zone
  /** Address of a cluster's page. */
  readonly hrefOf: (row: WhatIfRow) => string
}

/** What the owners of a project are told, as Markdown: which of their clusters change, when, and what they can do. */
export function noticeText({
  project,
  people,
  changes,
  profile,
  plans,
  rows,
  total,
  now,
  zone,
  hrefOf,
}: NoticeInput): string {
  const isForced = rows.some((row) => partOf(row, 'after')?.kind === 'forced')
  const isStuck = rows.some((row) => partOf(row, 'after')?.kind === 'fails')
  return [
    `## ${inMarkdown(project)}: planned changes of Kubernetes and image versions`,
    '',
    ...toWhom(people),
    `The profile ${codeInMarkdown(profile)} is going to change. This affects ${countOf(total, 'cluster')} of your project${howMany(changes)}. Nothing has been applied yet.`,
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
    const count = change === 'unchanged' ? 0 : changes[change]
    return count === 0 ? [] : [`${countText(count)} ${CHANGE_WORDS[change]}`]
  })
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`
}

function noticeRow(row: WhatIfRow, now: Time, href: string): string {
  const after = partOf(row, 'after')
  // A night that fails for one part may roll the nodes of another.
  const nodes = after === null || after.effect === 'none' ? 'none' : effectAnswer(after.effect, after.nodes)
  const cells = [sideText(row, 'before', now), sideText(row, 'after', now), nodes].map(inMarkdown)
  return `| ${[linkInMarkdown(row.name, href), ...cells].join(' | ')} |`
}

/**
 * All that is forced of the cluster, as far as the row tells: what comes first of any of its parts, then the part that changes.
 * `gardenlinux is not forced within 12 months; Kubernetes 1.32.9 → 1.33.7, forced Tue 2 Mar 2027 21:00–22:00 +00:00`
 */
function sideText(row: WhatIfRow, side: 'before' | 'after', now: Time): string {
  const part = partOf(row, side)
  const first = row.nextForced[side]
  if (part === null && first === null) return `nothing is forced ${WITHIN_HORIZON}`
  if (part === null) {
    const other = partOf(row, 'before') ?? partOf(row, 'after')
    const what = other === null ? 'nothing else' : whatText(other)
    return [`${what} is not forced ${WITHIN_HORIZON}`, ...(first === null ? [] : [eventText(first, now)])].join('; ')
  }
  const isFirst = first === null || Date.parse(first.window.begin) >= Date.parse(part.window.begin)
  return (isFirst ? [part] : [first, part]).map((event) => eventText(event, now)).join('; ')
}

/** `Kubernetes 1.32.9 → 1.33.7, forced Tue 2 Mar 2027 21:00–22:00 +00:00` */
function eventText(event: NextEvent, now: Time): string {
  return `${moveText(event)}, ${EVENT_WORDS[event.kind]} ${ownWindow(event.window, now)}${orOtherNight(event, now)}${becauseOf(event)}`
}

/** As many as an answer lists. */
const PAGE = 500
/** More are only counted: the table of all of them is there as CSV. */
const MOST = 10_000

/** The clusters whose owners are to be told, project by project. */
export async function rowsToTell(
  { profile, edits, at, zone, days }: WhatIfParams,
  signal: AbortSignal,
): Promise<readonly WhatIfRow[]> {
  const rows: WhatIfRow[] = []
  while (rows.length < MOST) {
    const page = { change: TOLD, sort: 'project', limit: PAGE, offset: rows.length } as const
    const { items, total } = await ask<WhatIfRoute>(
      WHAT_IF,
      { body: { profile, edits, at, zone, days, ...page } },
      signal,
    )
    rows.push(...items)
    if (items.length === 0 || rows.length >= total) break
  }
  return rows
}

/** What owners are told of; automatic updates are what they have asked for. */
export const TOLD: readonly WhatIfChange[] = ['stuck', 'freed', 'forced', 'earlier', 'more', 'later', 'target']

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
