import { plural } from './phrases'
import { countOf } from './time-text'

/** What the store says itself, a sentence; null: only the log tells. */
interface StoreTrouble {
  readonly said: string | null
}

type JournalTroubleBody = StoreTrouble &
  ({ readonly kind: 'unreadable' } | { readonly kind: 'unwritten'; readonly count: number })

/** Why entries of the journal may be missing; null: all is well. */
export function journalProblemText(problems: readonly JournalTroubleBody[]): string | null {
  return problems.map(problemText).join(' ') || null
}

function problemText(problem: JournalTroubleBody): string {
  const why = saidText(problem)
  switch (problem.kind) {
    case 'unreadable':
      return `The journal cannot be read: ${why}`
    case 'unwritten': {
      const { count } = problem
      const which = count === 1 ? 'last edit' : `last ${countOf(count, 'edit')}`
      return `The ${which} could not be written down yet: ${why} ${plural(count, 'It is', 'They are')} kept in memory, and written down as soon as that can be done.`
    }
  }
}

/** The sentence if the outcome of an applied edit is in memory only, and what that means; null: it is written. */
export function unwrittenText(why: StoreTrouble | null): string | null {
  if (why === null) return null
  return `It is not in the journal yet: ${saidText(why)} It is kept in memory and written down as soon as that can be done; should Almanac end before that, only its log tells of it.`
}

function saidText({ said }: StoreTrouble): string {
  return said ?? 'the log says why.'
}
