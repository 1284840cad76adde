/** What is said of a profile that is edited as YAML, and whose lives are written in another form. */

import type { WhyLeft } from '@/lib/engine/edits'
import { listed, plural } from './phrases'

/** Why a text is not what is edited. */
type ObjectProblem = { readonly code: 'no-object' } | { readonly code: 'other-object'; readonly is: string }

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
export function leftText(because: Because): string {
  switch (because) {
    case 'written-so':
      return 'written so already'
    case 'nothing-said':
      return 'nothing is said of it'
    case 'listed-twice':
      return 'listed twice'
    case 'exceptions':
      return 'a profile of a project gives it a date of its own'
    case 'bastion':
      return 'the bastion wants a version that is classified as supported'
    case 'more-to-come':
      return 'it has a stage to come, for which the old form has no place'
    case 'not-begun':
      return 'its first stage has not begun'
    case 'ended-without-date':
      return 'it has expired, and no date says when'
  }
}

type Because = WhyLeft['because']

/** `Left out, 1.33.7 and 1.32.8 stay as they are`, without its end. */
export function leftOutText(names: readonly string[]): string {
  return `Left out, ${listed(names)} ${plural(names.length, 'stays as it is', 'stay as they are')}`
}

/** What is to be known before lives are written as `lifecycle`; `exceptions`: the profiles whose dates are turned as well. */
export function lifecycleWarnings(kubernetes: number, exceptions: readonly string[]): readonly string[] {
  return [
    ...(exceptions.length === 0
      ? []
      : [
          `${listed(exceptions)} could not be changed any more: the API server refuses a date beside a lifecycle. The dates there would have no effect.`,
        ]),
    ...(kubernetes === 0
      ? []
      : [
          `No project can be given more time on ${kubernetes === 1 ? 'this Kubernetes version' : `these ${kubernetes} Kubernetes versions`} afterwards.`,
        ]),
    'One supported version per minor is not checked any more between two entries that both have a lifecycle.',
  ]
}
