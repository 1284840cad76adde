import type { EditProblem } from '@/lib/engine/edits'
import { nameOf } from './phrases'

/** Why an edit cannot be made, as a whole sentence. */
export function editProblemText(problem: EditProblem): string {
  switch (problem.code) {
    case 'unknown-image':
      return `There is no machine image ${problem.image} in this profile.`
    case 'unknown-version':
      return `${nameOf(problem.image, problem.version)} is not listed in this profile.`
    case 'already-listed':
      return problem.version === null
        ? `The machine image ${problem.image} is listed already.`
        : `${nameOf(problem.image, problem.version)} is listed already.`
    case 'not-a-version':
      return `"${problem.version}" is no version that Gardener can read.`
    case 'not-empty':
      return `The machine image ${problem.image} still has versions.`
    case 'not-in-namespaced':
      return unnamespacedText(problem)
  }
}

function unnamespacedText(problem: EditProblem & { readonly code: 'not-in-namespaced' }): string {
  switch (problem.because) {
    case 'only-dates':
      return `${nameOf(problem.image, problem.version)} is the parent's: a namespaced profile only gives it another expiration date.`
    case 'version-of-parent':
      return `${nameOf(problem.image, problem.version)} is the parent's: only its dates can be overridden.`
    case 'no-parent':
      return `The image ${problem.image} has no parent that it could follow.`
    case 'image-of-parent':
      return `The machine image ${problem.image} is the parent's.`
    case 'strategy-needed':
      return 'An image of its own needs an update strategy.'
    case 'kubernetes-of-parent':
      return 'A namespaced profile neither adds nor removes Kubernetes versions.'
    case 'parent-unknown':
      return `The CloudProfile ${problem.parent} that ${problem.profile} builds on is not known here.`
  }
}

/** The same as answers tell it: with the code of the rule, for programs. */
export function problemBody(problem: EditProblem | null) {
  return problem && { code: problem.code, text: editProblemText(problem) }
}
