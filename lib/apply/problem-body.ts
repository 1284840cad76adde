import { type EditProblem, editProblemText } from '@/lib/engine/edits'

/** Why an edit cannot be made, as answers tell it. */
export function problemBody(problem: EditProblem) {
  return { code: problem.code, text: editProblemText(problem) }
}
