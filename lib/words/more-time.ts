import type { MoreTimeAnswer, MoreTimeApplyAnswer, MoreTimeCluster, MoreTimeWarning } from '@/lib/contract/more-time'
import type { NextEvent } from '@/lib/contract/steps'
import type { Zone } from '@/lib/contract/zone'
import { type SaidBy, said } from './by-code'
import { toldKind } from './event-words'
import { given, listed, nameOf, plural, type Sentence } from './phrases'
import { countOf, countText, daysBetween, dayText, namesText, type Time } from './time-text'

/** When the version ends for clusters of the project as it is now; null: never. */
function endNow({ target, parentEnd }: Pick<MoreTimeAnswer, 'target' | 'parentEnd'>): string | null {
  return target.own ?? parentEnd
}

/**
 * The end of each cluster that gets the date now; undefined: it is not the same for all, as those that move there have the end of the
 * root.
 */
function oneEndNow({ clusters, target, parentEnd }: MoreTimeAnswer): string | null | undefined {
  const ends = new Set(getting(clusters).map(({ isThere }) => (isThere ? endNow({ target, parentEnd }) : parentEnd)))
  return ends.size === 1 ? [...ends][0] : undefined
}

function getting(clusters: readonly MoreTimeCluster[]): readonly MoreTimeCluster[] {
  return clusters.filter((one) => isMoving(one) || (one.isThere && one.runs))
}

/** Whether it moves: those that the garden refuses stay where they are. */
function isMoving({ moves, refusals }: MoreTimeCluster): boolean {
  return moves && refusals.length === 0
}

function isRefused({ moves, refusals }: MoreTimeCluster): boolean {
  return moves && refusals.length > 0
}

/** `59 days more` than an end. */
function timeText(end: string | null, { until }: Pick<MoreTimeAnswer, 'until'>): string {
  if (end === null) return 'an end'
  const days = daysBetween(end, until)
  return days === 0 ? 'the same time' : `${countOf(Math.abs(days), 'day')} ${days > 0 ? 'more' : 'less'}`
}

/** `3 clusters of iot get 59 days more, until Sat 1 May 2027. 2 of them fail then all the same.` */
export function moreTimeHeadline(draft: MoreTimeAnswer, zone: Zone): Sentence {
  const { clusters, project, until, image, version, root } = draft
  const isVain = draft.warnings.some(({ code }) => code === 'dropped' || code === 'idle')
  if (isVain)
    return [`${nameOf(image, version)} ends for ${project} when it ends in ${root}: this date changes nothing.`]
  const gets = getting(clusters)
  const refused = clusters.filter(isRefused).length
  const [count, end] = [gets.length, oneEndNow(draft)]
  if (count === 0)
    return refused > 0
      ? [`The garden would refuse to move ${countOf(refused, 'cluster')} of ${project}, and no other gets the time.`]
      : [`No cluster of ${project} on ${root} runs ${nameOf(image, version)}, or is to move.`]
  const stuck = gets.filter(({ change, stuck: why }) => change !== 'unchanged' && why !== null).length
  const who =
    stuck === count ? plural(count, 'It fails', 'They fail') : `${stuck} of them ${plural(stuck, 'fails', 'fail')}`
  const rest = given(stuck > 0 && `${who} all the same.`, refused > 0 && `${countText(refused)} more would be refused.`)
  return [
    `${countOf(count, 'cluster')} of ${project} ${plural(count, 'gets', 'get')} `,
    { strong: end === undefined ? 'another end' : timeText(end, draft) },
    ', until ',
    { strong: dayText(until, zone, { weekday: true }) },
    ['.', ...rest].join(' '),
  ]
}

/** What stands below the date. */
export function moreTimeEndText(draft: MoreTimeAnswer, zone: Zone): string {
  const { until, parentEnd, root, target } = draft
  const end = endNow(draft)
  const ends = `It ends with ${dayText(until, zone, { weekday: true })}, as it is written: ${until}.`
  if (end === null) return `${ends} ${root} sets no end: this date takes time away.`
  const whose = target.own === null ? root : target.name
  const than = `${dayText(end, zone)}, the date in ${whose}`
  const days = daysBetween(end, until)
  const more =
    days < 0
      ? `That is ${countOf(-days, 'day')} less than ${than}: it is accepted, but it takes time away.`
      : `That is ${countOf(days, 'day')} more than ${than}.`
  const parent = target.own === null || parentEnd === null ? '' : ` In ${root} it ends on ${dayText(parentEnd, zone)}.`
  return `${ends} ${more}${parent}`
}

/** What is said beside a cluster that may move. */
export function clusterText(
  { isThere, runs, refusals, kubernetes, comes, before }: MoreTimeCluster,
  { image, version }: Pick<MoreTimeAnswer, 'image' | 'version'>,
  zone: Zone,
  now: Time,
): string {
  const [refusal] = refusals
  if (refusal !== undefined) return `It would be refused: ${refusal.text}`
  if (isThere) return 'on it already'
  if (!runs) {
    const when =
      comes === null
        ? 'It does not come to the version by itself.'
        : `It comes to it on ${dayText(comes, zone, { now })} at the earliest, and can move then.`
    return `${kubernetes}. ${when}`
  }
  const late = before.filter((event) => isLate(event))
  const next = late.find(({ what, from }) => what === (image ?? 'Kubernetes') && from === version) ?? late[0]
  if (next === undefined) return ''
  const day = dayText(next.window.begin, zone, { now })
  return toldKind(next) === 'fails' ? `fails from ${day}` : `forced ${day}`
}

function isLate(event: NextEvent): boolean {
  return ['fails', 'forced'].includes(toldKind(event))
}

/**
 * `1 May instead of 3 Mar 2027`: when the first thing that differs happens to clusters of a group with the draft and without it, `1 to 8 May`
 * where that is not one day. Empty: nothing that is forced or fails differs.
 */
export function groupNote(
  clusters: readonly Pick<MoreTimeCluster, 'before' | 'after'>[],
  zone: Zone,
  now: Time,
): string {
  const begins = clusters.flatMap(({ before, after }) => firstOthers(before, after).map((event) => event?.window.begin))
  const spanOf = (side: 0 | 1) => {
    const known = begins.filter((begin, i) => begin !== undefined && i % 2 === side).toSorted()
    const days = [known[0], known.at(-1)].flatMap((day) => (day === undefined ? [] : [dayText(day, zone, { now })]))
    return [...new Set(days)].join(' to ')
  }
  const [was, is] = [spanOf(0), spanOf(1)]
  if (was === '' || is === '') return was === '' ? is : `no longer ${was}`
  return was === is ? '' : `${is} instead of ${was}`
}

/** The first that is forced or fails on one side, and is not so on the other. */
function firstOthers(before: readonly NextEvent[], after: readonly NextEvent[]) {
  const keyOf = (event: NextEvent) => `${toldKind(event)} ${event.what} ${event.to} ${event.window.begin}`
  const firstOf = (own: readonly NextEvent[], others: readonly NextEvent[]) => {
    const known = new Set(others.map(keyOf))
    return own.find((event) => isLate(event) && !known.has(keyOf(event)))
  }
  return [firstOf(before, after), firstOf(after, before)]
}

/** Why something changes for a cluster that does not get stuck. */
export function moreTimeCauseText({ moves }: Pick<MoreTimeCluster, 'moves'>, profile: string): string {
  return moves ? `moves to ${profile}` : `is on ${profile}`
}

/** The sentence about clusters that are not offered to move. */
export function othersText(count: number, version: string): string {
  const who = count === 1 ? 'The other one' : `The other ${count}`
  return `${who} ${plural(count, 'is not on', 'are not on')} ${version} and ${plural(count, 'stays', 'stay')}.`
}

/** A warning with what is set off in bold first. */
export function moreTimeWarning(
  warning: MoreTimeWarning,
  draft: MoreTimeAnswer,
  zone: Zone,
): { readonly lead: string; readonly text: string } {
  const { root, image, version, target, until } = draft
  switch (warning.code) {
    case 'stuck-later': {
      const { length } = warning.clusters
      const reasons = draft.clusters.flatMap(({ name, stuck }) =>
        warning.clusters.includes(name) && stuck !== null ? [`${name}: ${stuck}`] : [],
      )
      return {
        lead: `${countOf(length, 'cluster is', 'clusters are')} stuck later, not less.`,
        text: `Time alone does not free ${plural(length, 'it', 'them')}. ${reasons.slice(0, 3).join(' ')}`.trim(),
      }
    }
    case 'minors-close': {
      const apart = daysBetween(warning.first, warning.second)
      const days = [warning.first, warning.second].map((at) => dayText(at, zone))
      const was = warning.before === null ? '' : ` instead of within ${warning.before}`
      const others = warning.others === 0 ? '' : ` So it is with ${countOf(warning.others, 'more cluster')}.`
      return {
        lead: `${warning.cluster} then has two minor updates within ${countOf(apart, 'day')}${was}.`,
        text: `They come on ${listed(days)}.${others}`,
      }
    }
    case 'holds-parent':
      return {
        lead: `${root} cannot lose ${nameOf(image, version)} while this exception exists.`,
        text: `Removing it there would be refused, also after ${dayText(until, zone)}.`,
      }
    case 'less-time':
      return { lead: 'This takes time away.', text: 'The garden accepts an earlier date too.' }
    case 'dropped':
      return {
        lead: 'The garden would drop this date without a word.',
        text: `It is over already, and ${target.name} does not have it yet.`,
      }
    case 'idle':
      return {
        lead: 'This date would count for nothing.',
        text: `In ${root} the version has lifecycle stages, beside which no date of a namespaced profile counts.`,
      }
    case 'others-change':
      return {
        lead: `${firstNamesText(warning.clusters)} ${plural(warning.clusters.length, 'changes', 'change')} too.`,
        text: `${plural(warning.clusters.length, 'It is', 'They are')} on ${target.name} already.`,
      }
    case 'too-many':
      return {
        lead: `Only ${warning.most} clusters move at once.`,
        text: 'Apply this first, and ask again for the others.',
      }
  }
}

/** What was checked beside what is refused, each with whether it holds; null: it cannot be told. */
export function moreTimeChecks(
  draft: MoreTimeAnswer,
): readonly { readonly ok: boolean | null; readonly text: string }[] {
  const { root, refusals, clusters, rights } = draft
  const moving = clusters.filter(({ moves }) => moves)
  const refused = clusters.filter(isRefused).map(({ name }) => name)
  const right = [rights.profile, rights.modify, rights.shoots]
  return given(
    refusals.length === 0 && { ok: true, text: `Only the date is written; the stage stays that of ${root}.` },
    moving.length > 0 && {
      ok: refused.length === 0,
      text:
        refused.length === 0
          ? `${root} stays the root of ${countOf(moving.length, 'cluster')}, and each image, machine type and volume type of theirs is there.`
          : `${countOf(refused.length, 'cluster')} would be refused: ${firstNamesText(refused)}. The others move all the same.`,
    },
    { ok: right.includes(false) ? false : right.includes(null) ? null : true, text: rightsText(draft) },
  )
}

function rightsText({ rights, target }: MoreTimeAnswer): string {
  const missing = given(
    rights.profile === false && (target.isNew ? 'make namespaced profiles there' : `change ${target.name}`),
    rights.modify === false && `do ${rights.verb}`,
    rights.shoots === false && 'change the clusters',
  )
  if (missing.length > 0) return `You may not ${listed(missing)}. Copy the link for somebody who may.`
  if ([rights.profile, rights.modify, rights.shoots].includes(null))
    return 'Whether you may do this cannot be told now.'
  return `You may do this, with ${rights.verb}.`
}

/** What is made and changed: `NamespacedCloudProfile iot-more-time in garden-iot is made`. */
export function madeTexts(draft: MoreTimeAnswer): readonly string[] {
  const { target, root, clusters, project } = draft
  const moving = clusters.filter(isMoving).length
  return [
    target.isNew
      ? `NamespacedCloudProfile ${target.name} is made in ${target.namespace}; ${project} has none of ${root} yet.`
      : `NamespacedCloudProfile ${target.name} in ${target.namespace} is changed: it builds on ${root} already.`,
    moving === 0
      ? 'No cluster moves.'
      : `${countOf(moving, 'cluster')} then ${plural(moving, 'names', 'name')} it as cloudProfile. The move alone rolls no node and restarts no kubelet.`,
  ]
}

/** What owners are told is planned: `Kubernetes 1.32.13 until Sun 31 Jan 2027, instead of 12 Dec 2026`. */
export function moreTimePlans(draft: MoreTimeAnswer, zone: Zone): readonly string[] {
  const { image, version, until, target, clusters } = draft
  const end = oneEndNow(draft)
  const instead = end == null ? '' : `, instead of ${dayText(end, zone)}`
  const moving = clusters.filter(isMoving).map(({ name }) => name)
  return given(
    `${nameOf(image, version)} until ${dayText(until, zone, { weekday: true })}${instead}`,
    moving.length > 0 &&
      `${firstNamesText(moving)} ${plural(moving.length, 'moves', 'move')} to ${target.name}; the move alone rolls no node`,
  )
}

/** How many clusters are named in one sentence. */
const MOST_NAMED = 5

function firstNamesText(names: readonly string[]): string {
  return namesText(names, MOST_NAMED)
}

/** Whether the garden would take the whole draft, as a heading. */
export function moreTimeVerdict({ refusals, rights, clusters, warnings }: MoreTimeAnswer): string {
  if (refusals.length > 0 || rights.profile === false) return 'The garden would refuse it'
  if (warnings.some(({ code }) => code === 'dropped')) return 'The garden would accept it without the date'
  if (rights.shoots === false) return 'The garden would refuse to move the clusters'
  const refused = clusters.filter(isRefused).length
  return refused === 0 ? 'The garden would accept it' : `The garden would accept all but ${countOf(refused, 'cluster')}`
}

/** `Stuck on 3 Mar 2027` */
export function moreTimeFigure({ kind, at }: MoreTimeAnswer['figures'][number], zone: Zone): string {
  return `${kind === 'stuck' ? 'Stuck' : 'Forced'} from ${dayText(at, zone)}`
}

/** What became of a cluster that was to move. */
export function movedClusterText(answer: MovedAnswer): { readonly ok: boolean; readonly text: string } {
  const ok = ['applied', 'accepted', 'unchanged'].includes(answer.outcome)
  return { ok, text: said(MOVED, 'outcome', answer) }
}

type MovedAnswer = MoreTimeApplyAnswer['clusters'][number]['answer']

const MOVED: SaidBy<'outcome', MovedAnswer> = {
  applied: 'moved',
  accepted: 'would move',
  unchanged: 'is there already',
  conflict: 'did not move: others have changed it meanwhile',
  gone: 'was deleted',
  forbidden: ({ message }) => `did not move, you may not change it: ${message}`,
  refused: ({ message }) => `did not move, it was refused: ${message}`,
  unavailable: ({ message }) => `may not have moved: ${message}`,
  unconfirmed: 'did not move',
  impossible: 'did not move',
}

/** The sentence if the draft changes no cluster. */
export function noChangeText(project: string): string {
  return `Nothing changes for any cluster of ${project}.`
}

/** Below the patch of one cluster: which others get it too. */
export function sameForText(names: readonly string[]): string {
  return `The same for ${firstNamesText(names)}.`
}

/** What a lane of the version in one profile says: where it is, how it stands there, and who hears it. */
export function moreTimeLaneWords(draft: MoreTimeAnswer, profile: string, stage: string) {
  const { image, version, root } = draft
  const name = nameOf(image, version)
  return {
    place: profile === root ? `${root}, unchanged` : profile,
    label: profile === root ? stage : `${stage}, ${timeText(endNow(draft), draft)}`,
    name: `${name} ${stage} in ${profile}`,
    expired: `${name} expired in ${profile}`,
  }
}

/** When the version would have ended without the draft. */
export function endBeforeWords({ image, version, target, root }: MoreTimeAnswer, at: Time, zone: Zone, now: Time) {
  return {
    label: `was until ${dayText(at, zone, { now })}${target.own === null ? `, as in ${root}` : ''}`,
    name: `${nameOf(image, version)} was until ${dayText(at, zone)}`,
  }
}

/** The day on which it ends in a profile; what is drawn has no year. */
export function endFlagWords({ image, version }: MoreTimeAnswer, profile: string, at: Time, zone: Zone) {
  return {
    text: dayText(at, zone, { now: at }),
    name: `${nameOf(image, version)} expires ${dayText(at, zone)} in ${profile}`,
  }
}

/** What the lanes of both profiles show. */
export function withAndWithoutText({ image, version }: MoreTimeAnswer): string {
  return `${nameOf(image, version)} with and without more time`
}
