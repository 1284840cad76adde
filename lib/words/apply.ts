import type { ApplyAnswer, ShootApplyAnswer } from '@/lib/contract/apply'

/** What dialogs that apply something say of what they sent. */

/** While a dry run is awaited. */
export const GARDEN_IS_ASKED = 'The garden is asked.'

/** When no answer came to what was sent. */
export const MAY_BE_APPLIED = 'It may have been applied: to apply it again tells.'

/** What became of something that was sent. */
export type SentOutcome = Exclude<ApplyAnswer | ShootApplyAnswer, { outcome: 'unconfirmed' | 'unexplained' }>

interface OutcomeInput {
  /** The name of the object. */
  readonly name: string
  readonly result: SentOutcome
  /** The garden is a folder of files. */
  readonly isOfFiles: boolean
  /** What is told when there is nothing to go back to. */
  readonly gone: string
}

interface OutcomeWords {
  /** What became of it; null: what the garden says of it says that too. */
  readonly fact: string | null
  readonly text: string
}

const NOTHING_WRITTEN = 'Nothing was written.'

/** What became of edits that were sent. */
export function outcomeWords({ name, result, isOfFiles, gone }: OutcomeInput): OutcomeWords {
  switch (result.outcome) {
    case 'accepted':
      return { fact: 'The garden would accept it.', text: NOTHING_WRITTEN }
    case 'applied':
      return { fact: 'Applied.', text: `${name} is now at resourceVersion ${result.resourceVersion}.` }
    case 'unchanged':
      return { fact: `${name} is like that already.`, text: NOTHING_WRITTEN }
    case 'conflict':
      // What else is in the file, or only how it is written, may have changed.
      return result.base === result.resourceVersion
        ? { fact: `Its file has changed, ${name} has not.`, text: `It was read again. ${NOTHING_WRITTEN}` }
        : {
            fact: `${name} has changed.`,
            text: `${basedOnText(result.base, result.resourceVersion)} ${NOTHING_WRITTEN}`,
          }
    case 'impossible':
      return { fact: 'It cannot be made.', text: NOTHING_WRITTEN }
    case 'gone':
      return { fact: `${name} was deleted.`, text: gone }
    case 'forbidden':
    case 'refused':
      return { fact: null, text: '' }
    case 'unavailable':
      return {
        fact: isOfFiles ? 'It cannot be written.' : 'The garden does not answer.',
        text: result.uncertain
          ? 'It was sent and may have been applied: apply it again to see, it is a conflict then.'
          : NOTHING_WRITTEN,
      }
  }
}

/** Why each edit that cannot be made cannot; `names`: how each edit is called. */
export function impossibleEditTexts(
  problems: Extract<SentOutcome, { outcome: 'impossible' }>['problems'],
  names: readonly string[],
): readonly string[] {
  return problems.flatMap((problem, i) => (problem ? [`${names[i] ?? `Edit ${i + 1}`}: ${problem.text}`] : []))
}

/** The state of an object for which edits were made, and the state that it has. */
export function basedOnText(base: string, resourceVersion: string): string {
  return `Based on ${base}, now ${resourceVersion}.`
}

/** Whether an object is still as a draft made it. */
export function sinceAppliedText(name: string, applied: string, resourceVersion: string | null): string {
  return applied === resourceVersion
    ? `${name} is as the draft made it, at resourceVersion ${applied}.`
    : `${name} has changed again since then.`
}
