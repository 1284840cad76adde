import type { EffectKind } from '@/lib/contract/common'
import type { WhatIfRow } from '@/lib/contract/what-if'
import { draftHeadline } from '@/lib/words/confirmation'
import { CHANGE_WORDS, draftFigures, groupSpan, NOTHING_AHEAD, outlookLines } from '@/lib/words/draft'
import { REFUSED_AS_IF } from '@/lib/words/findings'
import { listed, plural, type Sentence } from '@/lib/words/phrases'
import { countOf, countText, dayText, fullText } from '@/lib/words/time-text'
import type { DiffReport, GroupReport, ProfileReport } from './report'

/** What all forms of a report say. It outlives its day: every date has its year, and nothing is told from today. */
export function diffWords(report: DiffReport) {
  const { effect, profiles, groups } = report
  return {
    headline: headlineOf(report),
    /** Why the check fails, without a full stop; null: it does not. */
    failure: failureText(report),
    figures: effect === null ? [] : draftFigures(effect, true),
    profiles: profiles.map((profile) => ({ ...profile, standing: standingText(profile, report) })),
    warnings: profiles.flatMap(({ warnings }) =>
      warnings.map(({ text, from }) => (from === null ? text : `${text} From ${from}.`)),
    ),
    listTitle: listTitle(report),
    groups: groups.map((group) => ({
      ...groupWords(group, report.zone),
      rows: group.rows.map((row) => ({
        cluster: `${row.project} / ${row.name}`,
        before: aheadOf(row, 'before', report),
        after: aheadOf(row, 'after', report),
      })),
      more: moreText(group),
    })),
    /** Empty: all clusters change. */
    unchanged: unchangedText(report),
    read: `${reportTimeText(report)}.${basedText(report)}`,
  }
}

function headlineOf({ effect, profiles, zone }: DiffReport): Sentence {
  if (effect !== null) return draftHeadline(effect.figures, { zone, now: null })
  return [profiles.length === 0 ? 'No profile changes.' : 'Nothing changes for any cluster.']
}

/** `356 clusters of live. The API server would accept it.` */
function standingText({ clusters, refusals, change }: ProfileReport, { landscape }: DiffReport): string {
  const counted = `${countOf(clusters, 'cluster')}${landscape === null ? '' : ` of ${landscape}`}.`
  if (change === 'removed') return counted
  if (refusals.length === 0) return `${counted} The API server would accept it.`
  const told = `${counted} The API server would refuse it, for ${countOf(refusals.length, 'reason')}.`
  return change === 'added' ? told : `${told} What changes for clusters is told ${REFUSED_AS_IF}.`
}

/** `76 newly forced`, and what is the same of all: `22 Mar 2027 to 23 Mar 2027, 1.34.3 → 1.34.4, only kubelets restart` */
export function groupWords(
  { group, move, effect }: Pick<GroupReport, 'group' | 'move' | 'effect'>,
  zone: string,
): { readonly title: string; readonly rest: string } {
  const { clusters, change } = group
  const rest = [groupSpan(group, zone, null)]
  if (move !== null)
    rest.push(move.instead === null ? `${move.from} → ${move.to}` : `${move.to} instead of ${move.instead}`)
  if (effect !== null) rest.push(NODES[effect])
  return { title: `${countText(clusters)} ${CHANGE_WORDS[change]}`, rest: rest.join(', ') }
}

const NODES: Readonly<Record<EffectKind, string>> = {
  rolling: 'nodes roll',
  inPlace: 'nodes are updated in place',
  kubeletRestart: 'only kubelets restart',
  none: 'no node is touched',
}

/** `and 68 more`; null: all are listed. */
function moreText({ group, rows }: GroupReport): string | null {
  const more = group.clusters - rows.length
  return more > 0 ? `and ${countText(more)} more` : null
}

/** `The first 20 of 348 clusters that change`; of few: `3 clusters change`. */
function listTitle({ effect, groups }: DiffReport): string {
  const shown = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  const changed = effect?.figures.changed ?? 0
  if (shown >= changed) return `${countOf(changed, 'cluster')} ${plural(changed, 'changes', 'change')}`
  return `The first ${countText(shown)} of ${countOf(changed, 'cluster')} that change`
}

/** How many versions are told of clusters that do not change. */
const VERSIONS = 5

/** `8 of the 356 clusters do not change: 3 on 1.35.0, 2 on 1.34.4 and 3 on others.`; empty: all of them change. */
export function unchangedText({ effect, unchanged }: Pick<DiffReport, 'effect' | 'unchanged'>): string {
  const { clusters = 0, changed = 0 } = effect?.figures ?? {}
  const same = clusters - changed
  if (same === 0) return ''
  const told = unchanged.slice(0, VERSIONS).map((one) => `${countText(one.clusters)} on ${one.version}`)
  const others = unchanged.slice(VERSIONS).reduce((sum, one) => sum + one.clusters, 0)
  const on = listed([...told, ...(others > 0 ? [`${countText(others)} on others`] : [])])
  return `${countText(same)} of the ${countOf(clusters, 'cluster')} ${plural(same, 'does', 'do')} not change: ${on}.`
}

function aheadOf(row: WhatIfRow, side: 'before' | 'after', { zone, at }: Pick<DiffReport, 'zone' | 'at'>) {
  const lines = outlookLines(row, side, zone, at, true).map(({ text }) => text)
  return lines.length === 0 ? [NOTHING_AHEAD] : lines
}

/** `as if merged on Sat 21 Nov 2026, 18:58 +01:00, with the clusters of live then; until 21 Nov 2027, as far as expiry dates are set` */
function reportTimeText({ at, until, zone, clusters }: DiffReport): string {
  return `as if merged on ${fullText(at, zone)}, with the clusters of ${clusters} then; until ${dayText(until, zone)}, as far as expiry dates are set`
}

/** `Based on aws 48812907.`; empty: what is changed has no version of the API server. */
function basedText({ profiles }: DiffReport): string {
  const based = profiles.flatMap(({ name, resourceVersion }) =>
    resourceVersion === null ? [] : [`${name} ${resourceVersion}`],
  )
  return based.length === 0 ? '' : ` Based on ${based.join(', ')}.`
}

function failureText({ limits }: Pick<DiffReport, 'limits'>): string | null {
  const over = limits.filter(({ isOver }) => isOver).map(({ why }) => why)
  return over.length === 0 ? null : over.join('; ')
}
