/** What is said of a profile that is edited as YAML, and whose lives are written in another form. */

import type { ApplyAnswer } from '@/lib/contract/apply'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { WhatIfAnswer, WhatIfChange } from '@/lib/contract/what-if'
import type { Zone } from '@/lib/contract/zone'
import type { UnchangedReason } from '@/lib/engine/edits'
import { WHAT_IF_CHANGES } from '@/lib/engine/kinds'
import { CHANGE_WORDS } from './draft'
import { given, listed, plural, profileName } from './phrases'
import { clockText, countOf, countsOf, dayText, ms } from './time-text'

/** Why a text is not what is edited. */
export type ObjectProblem = { readonly code: 'no-object' } | { readonly code: 'other-object'; readonly is: string }

export function objectProblemText(problem: ObjectProblem, isWhole: boolean): string {
  switch (problem.code) {
    case 'no-object':
      return isWhole ? 'It is no object with a spec' : 'An entry cannot be empty'
    case 'other-object':
      return `It is ${problem.is}, and not the profile of this draft`
  }
}

export const TOO_LONG = 'One entry differs by more than a draft can carry in its address: edit it in smaller steps'

/** Why the life of a version stays as it is written. */
export const UNCHANGED_LIFE: Readonly<Record<UnchangedReason, string>> = {
  'written-so': 'written so already',
  'nothing-said': 'nothing is said of it',
  'listed-twice': 'listed twice',
  bastion: 'the bastion wants a version that is classified as supported',
  'more-to-come': 'it has a stage to come, for which the old form has no place',
  'not-begun': 'its first stage has not begun',
  'ended-without-date': 'it has expired, and no date says when',
}

/** `Left out, 1.33.7 and 1.32.8 stay as they are`, without its end. */
export function leftOutText(names: readonly string[]): string {
  return `Left out, ${listed(names)} ${plural(names.length, 'stays as it is', 'stay as they are')}`
}

/** What is to be known before lives are written as `lifecycle`; `exceptions`: the profiles whose dates are turned as well. */
export function lifecycleWarnings(kubernetes: number, exceptions: readonly string[]): readonly string[] {
  return given(
    exceptions.length > 0 &&
      `${listed(exceptions)} could not be changed any more: the API server refuses a date beside a lifecycle. The dates there would have no effect.`,
    kubernetes > 0 &&
      `No project can be given more time on ${kubernetes === 1 ? 'this Kubernetes version' : `these ${kubernetes} Kubernetes versions`} afterwards.`,
    'One supported version per minor is not checked any more between two entries that both have a lifecycle.',
  )
}

/** Why a cluster changes where entries are written otherwise: what else they say stays. */
export const DATE_WITHOUT_EFFECT = 'the date of its own profile has no effect beside a lifecycle'

/** The clusters for which a version that is written as `lifecycle` does not stay the same. */
export function exceptionText(
  { profile, expirationDate }: { readonly profile: ProfileRefBody; readonly expirationDate: string | null },
  zone: Zone,
): string {
  return `not for ${profileName(profile)}, which sets ${expirationDate === null ? 'none' : dayText(expirationDate, zone)}`
}

/** What edits of one version, or of one entry, do to clusters: `76 newly forced, 2 stuck later`. Those that several bring about count once. */
export function editsEffectText(each: readonly WhatIfAnswer['edits'][number]['changes'][]): string {
  const mostOf = (change: WhatIfChange) =>
    change === 'unchanged' ? 0 : Math.max(...each.map((changes) => changes[change]))
  const told = countsOf(...WHAT_IF_CHANGES.map((change) => [mostOf(change), CHANGE_WORDS[change]] as const))
  return told.join(', ') || 'no cluster changes'
}

/** Something that was compared, and what came of it. */
export interface ProofLine {
  readonly what: string
  readonly holds: boolean
  readonly told: string
}

/** What was compared to see whether anything changes when lives are written in another form; the answer was asked for every instant. */
export function lifecycleProof(answer: WhatIfAnswer, zone: Zone): ProofLine[] {
  const { everyInstant, figures, accepted, refusals, days } = answer
  const { dates = 0, profiles = [] } = everyInstant ?? {}
  const own = profiles.filter(({ profile }) => profileName(profile) === profileName(answer.profile))
  const below = profiles.filter((one) => !own.includes(one))
  const [first] = profiles.flatMap(({ otherDefaults }) => otherDefaults ?? []).sort()
  const until = dayText(ms(answer.at) + days * 24 * 3_600_000, zone)
  const after = dates === 1 ? 'the one date to come' : `each of ${dates} dates to come`
  return [
    stagesLine(`Stage of each version of ${profileName(answer.profile)}, now and after ${after}`, own),
    ...(below.length === 0
      ? []
      : [stagesLine(`The same in ${countOf(below.length, 'profile of a project', 'profiles of projects')}`, below)]),
    {
      what: `Forecast of ${countOf(figures.clusters, 'cluster')} until ${until}`,
      holds: figures.changed === 0,
      told: sameText(figures.changed, figures.clusters),
    },
    {
      what: 'What a new cluster or pool gets that names no version, now and after each of these dates',
      holds: first === undefined,
      told: first === undefined ? 'the same' : `differs from ${dayText(first, zone)} on`,
    },
    {
      what: 'The API server',
      holds: accepted,
      told: accepted ? 'would accept it' : (refusals[0]?.message ?? 'would refuse it'),
    },
  ]
}

/** What the garden itself says of it, when it was asked without anything being written. */
export function dryRunLine(result: ApplyAnswer, asked: number, zone: Zone): ProofLine {
  const holds = result.outcome === 'accepted' || result.outcome === 'unchanged'
  const told = holds ? 'would accept it' : 'message' in result ? result.message : 'would refuse it'
  return { what: `Dry run in the garden, ${clockText(asked, zone)}`, holds, told }
}

/**
 * The sentence that a draft of more time would be refused by then: `Your draft search-more-time, 1.32.13 until 31 Jan 2027 UTC, would be
 * refused.`
 */
export function refusedDraftText(name: string, version: string, until: string | undefined): string {
  const day = until === undefined ? '' : ` until ${dayText(until, 'UTC')} UTC`
  return `Your draft ${name}, ${version}${day}, would be refused.`
}

/** What a forecast that ends does not say by itself. */
export const BEYOND_FORECAST =
  'No forecast was made beyond that day. It follows from the stages, and these were compared at every date to come.'

function stagesLine(what: string, profiles: NonNullable<WhatIfAnswer['everyInstant']>['profiles']): ProofLine {
  const [versions, other] = [profiles.map((one) => one.versions), profiles.map((one) => one.other)].map((counts) =>
    counts.reduce((sum, count) => sum + count, 0),
  )
  return { what, holds: other === 0, told: sameText(other ?? 0, versions ?? 0) }
}

function sameText(other: number, all: number): string {
  return other === 0 ? `${all} of ${all} the same` : `${other} of ${all} ${plural(other, 'differs', 'differ')}`
}

/** How many of the entries that are written as `lifecycle` could be written back. */
export function wayBackText(could: number, all: number): string {
  return could === all
    ? `All ${all} could be written back as dates.`
    : `${could} of ${all} could be written back as dates; the old form has no place for what the others say.`
}
