import { imageOfName, shortName } from '@/lib/contract/version-name'
import type { NamedVersion } from '@/lib/engine/types'
import type { PromotionEvidenceAnswer } from '@/lib/questions/version/contract'
import { listed, plural } from './phrases'
import { countOf, countText } from './time-text'

/** How long a version ran, of how many clusters, what became of updates to it, and on what it was tried. */
type VersionCourse = Pick<
  PromotionEvidenceAnswer,
  'what' | 'version' | 'clusters' | 'clusterDays' | 'isWhole' | 'updates' | 'failed' | 'kinds'
>

/** The properties by which clusters are told apart; `tried` of `clusters` have run it. */
type PropertyKind = PromotionEvidenceAnswer['kinds'][number]

type PromotionRulePart = NonNullable<PromotionEvidenceAnswer['rule']>['parts'][number]

/** What the page of evidence says in whole sentences. It says what there is, and judges nothing. */

/** `1,234.5 cluster-days` */
export function clusterDaysText(days: number): string {
  const count = days.toLocaleString('en', { maximumFractionDigits: 1 })
  return `${count} ${count === '1' ? 'cluster-day' : 'cluster-days'}`
}

/** `0 h 51` of a week, of seconds; null: it is not known. */
export function hoursText(seconds: number | null): string {
  if (seconds === null) return 'not known'
  const minutes = Math.round(seconds / 60)
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`
}

/** A length in days with fractions: `24 days 17 h`. */
export function lengthText(days: number): string {
  const hours = Math.floor(days * 24 + 1e-6)
  return `${countOf(Math.floor(hours / 24), 'day')} ${hours % 24} h`
}

export interface EvidenceHeadline {
  readonly strong: string
  readonly rest: string
}

/** `9 clusters have run 1.36.2 for 150 cluster-days.` and what failed, and what has not been tried. */
export function evidenceHeadline(answer: VersionCourse): EvidenceHeadline {
  const { what, version, clusters, clusterDays, isWhole, updates, failed } = answer
  const name = shortName(imageOfName(what), version)
  // Those that concern most clusters.
  const kinds = untriedOf(answer)
    .toSorted((a, b) => b.clusters - a.clusters)
    .map((kind) => untriedText(kind, answer.kinds))
  const others = kinds.length > 3 ? [countOf(kinds.length - 3, 'other way')] : []
  const nobody = kinds.length === 0 ? '' : ` Nobody has tried it ${listed([...kinds.slice(0, 3), ...others])}.`
  if (clusters.ran === 0 && updates === 0)
    return { strong: `No cluster is known to have run ${name}.`, rest: 'Nothing tells how it does.' }
  const days = clusterDaysText(clusterDays)
  const known =
    days === clusterDaysText(0) ? '; hardly a day of that is recorded' : ` for ${isWhole ? '' : 'at least '}${days}`
  const ran = `${countOf(clusters.ran, 'cluster')} ${plural(clusters.ran, 'has', 'have')} run ${name}${known}.`
  return { strong: ran, rest: updatesText(updates, failed) + nobody }
}

function updatesText(updates: number, failed: number): string {
  if (updates === 0) return 'None was seen to be updated to it.'
  if (updates === 1) return `The one update to it ${failed === 0 ? 'did not fail' : 'failed'}.`
  return failed === 0
    ? `None of ${countText(updates)} updates to it failed.`
    : `${countText(failed)} of ${countText(updates)} updates to it failed.`
}

export function untriedOf({ kinds }: Pick<VersionCourse, 'kinds'>): readonly PropertyKind[] {
  return kinds.filter(({ tried }) => tried === 0)
}

function untriedText(kind: PropertyKind, kinds: readonly PropertyKind[]): string {
  const value = propertyValueText(kind, kinds)
  switch (kind.property) {
    case 'updateStrategy':
      return value
    case 'architecture':
    case 'image':
      return `on ${value}`
    case 'cri':
      return `with ${value}`
    case 'kubernetes':
      return `with Kubernetes ${value}`
    default:
      return `in ${value}`
  }
}

export const PROPERTY_WORDS: Readonly<Record<PropertyKind['property'], string>> = {
  region: 'Region',
  architecture: 'Architecture',
  image: 'Image',
  kubernetes: 'Kubernetes',
  cri: 'Container runtime',
  purpose: 'Purpose',
  updateStrategy: 'Node update',
}

const STRATEGIES: Readonly<Record<string, string>> = {
  AutoRollingUpdate: 'rolling',
  AutoInPlaceUpdate: 'in place',
  ManualInPlaceUpdate: 'in place by hand',
}

/** The value as a cell names it: `containerd alone`, if others have it with something else. */
export function propertyValueText({ property, value }: PropertyKind, kinds: readonly PropertyKind[]): string {
  if (property === 'updateStrategy') return STRATEGIES[value] ?? value
  const isPart =
    property === 'cri' && kinds.some((one) => one.property === 'cri' && one.value.startsWith(`${value} + `))
  return isPart ? `${value} alone` : value
}

/** `9 clusters`, `24 days 17 h`, `1 failed update` */
export function rulePartText({ part, value }: Pick<PromotionRulePart, 'part' | 'value'>): string {
  if (part === 'clusters') return countOf(value, 'cluster')
  if (part === 'clustersHere') return `${countOf(value, 'cluster')} here`
  return part === 'days' ? lengthText(value) : countOf(value, 'failed update')
}

export function limitText({ part, limit }: Pick<PromotionRulePart, 'part' | 'limit'>): string {
  if (part === 'clusters' || part === 'clustersHere') return `at least ${countText(limit)}`
  if (part === 'days') return `at least ${countText(limit)}, since the first cluster`
  return limit === 0 ? 'none allowed' : `at most ${countText(limit)}`
}

/** `3 clusters, 14 days, no failed update` */
export function promotionRuleText(clusters: number, days: number, failures: number): string {
  const failed = failures === 0 ? 'no failed update' : `at most ${countOf(failures, 'failed update')}`
  return `${countOf(clusters, 'cluster')}, ${countOf(days, 'day')}, ${failed}`
}

/** `The same 7 clusters` */
export function sameText(clusters: number): string {
  return clusters === 1 ? 'The same cluster' : `The same ${countOf(clusters, 'cluster')}`
}

/**
 * `+18 min, 0 h 51 → 1 h 09.`, of a week in which clusters were not healthy before they were updated to it and since, and what it is without
 * the cluster that makes most of it.
 */
export function healthDifferenceText({ same, outlier }: PromotionEvidenceAnswer['health']): string {
  if (same === null) return 'No cluster was updated to it of which both is known.'
  const all = `${minutesText(same.since - same.before)}, ${hoursText(same.before)} → ${hoursText(same.since)}.`
  if (outlier === null) return all
  return `${all} Without ${outlier.project} / ${outlier.name} it is ${hoursText(outlier.before)} → ${hoursText(outlier.since)}.`
}

function minutesText(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return minutes === 0 ? 'no difference' : `${minutes > 0 ? '+' : '−'}${countText(Math.abs(minutes))} min`
}

export function arrivalText({
  arrival,
  from,
}: Pick<PromotionEvidenceAnswer['items'][number], 'arrival' | 'from'>): string {
  if (arrival === 'updated') return `updated from ${from}`
  return arrival === 'made' ? 'made with it' : 'on it when recording began'
}

interface VersionBefore {
  readonly version: string
  readonly updates: number
  readonly failed: number
  readonly codes: readonly { readonly code: string; readonly updates: number }[]
}

/**
 * The sentence about the version that it would replace: `To 1.35.4 on the same days: 38 succeeded, 6 failed.`, with the codes of its
 * errors.
 */
export function predecessorText({ version, updates, failed, codes }: VersionBefore): string {
  const told = codes.map((one) => `, ${countText(one.updates)} with ${one.code}`)
  return `To ${version} on the same days: ${resultsText(updates, failed)}${told.join('')}.`
}

/** `38 succeeded, 6 failed` */
export function resultsText(updates: number, failed: number): string {
  if (updates === 0) return 'no update was seen'
  return `${countText(updates - failed)} succeeded, ${countText(failed)} failed`
}

/** The parts of the rule that are not met, each by itself; null: none, or there is no rule. */
export function unmetText({
  rule,
}: {
  readonly rule: { readonly parts: readonly PromotionRulePart[] } | null
}): string | null {
  const unmet = rule?.parts.filter(({ isMet }) => !isMet) ?? []
  if (unmet.length === 0) return null
  return `The team’s rule is not met: ${partsText(unmet)}.`
}

/** A preview that is promoted though it does not meet the rule of the team; null: what is recorded cannot be read. */
interface PromotionToExplain extends NamedVersion {
  readonly unmet: readonly Omit<PromotionRulePart, 'isMet'>[] | null
}

/** Why a draft wants a reason: previews that do not meet the rule. */
export function unexplainedText(promotions: readonly PromotionToExplain[]): string {
  return `${promotions.map(promotionText).join(' ')} To promote all the same, say why.`
}

function promotionText({ image, version, unmet }: PromotionToExplain): string {
  const name = shortName(image, version)
  if (unmet === null) return `Whether ${name} meets the team’s rule cannot be told, as what is recorded cannot be read.`
  return `${name} does not meet the team’s rule: ${partsText(unmet)}.`
}

function partsText(parts: readonly Omit<PromotionRulePart, 'isMet'>[]): string {
  return listed(parts.map((part) => `${rulePartText(part)} (${limitText(part)})`))
}
