/** What is said of a profile that is edited as YAML. */

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
