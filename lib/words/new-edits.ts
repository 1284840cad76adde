import { MOST_EDITS } from '@/lib/contract/words'

/** What can be begun with one choice; the form of the new edit does the rest. */
export type AddKind = keyof typeof ADD_WORDS

export const ADD_WORDS = {
  deprecate: 'Deprecate a version',
  promote: 'Promote a version to supported',
  preview: 'Put a version back to preview',
  expire: 'Set an expiry date',
  clear: 'Clear an expiry date',
  schedule: 'Schedule lifecycle stages',
  add: 'Add a version',
  remove: 'Remove a version',
  describe: 'Set architectures, runtimes, capabilities, kubelet, in place',
  strategy: 'Set the update strategy',
  removeImage: 'Remove the image',
  addImage: 'Add a machine image',
} as const

/** A number that a new version may have, and what it would be then. */
export type NextNumber = { readonly version: string } & (
  | { readonly kind: 'first' | 'minor' | 'release' }
  /** `of`: a minor, or the version before it. */
  | { readonly kind: 'patch'; readonly of: string }
)

/** `1.34.5, next patch of 1.34` */
export function nextNumberText(next: NextNumber): string {
  switch (next.kind) {
    case 'first':
      return `${next.version}, the first`
    case 'minor':
    case 'release':
      return `${next.version}, next ${next.kind}`
    case 'patch':
      return `${next.version}, next patch of ${next.of}`
  }
}

/** Why a version cannot be added: it has no number, one that Gardener cannot read, or one that is listed. */
export type NumberProblem = 'missing' | 'unreadable' | 'listed'

export function numberProblemText(problem: NumberProblem, version: string): string {
  switch (problem) {
    case 'missing':
      return 'A version needs a number.'
    case 'unreadable':
      return `Gardener cannot read ${version} as a version.`
    case 'listed':
      return `${version} is listed already.`
  }
}

/** Why the draft of an address is not shown; `number`: of an edit, from 1. */
export type DraftProblem =
  | { readonly code: 'unreadable' }
  | { readonly code: 'too-many'; readonly edits: number }
  | { readonly code: 'unknown-edit'; readonly number: number }
  | { readonly code: 'other-profile'; readonly profile: string; readonly page: string }

export function draftProblemText(problem: DraftProblem): string {
  switch (problem.code) {
    case 'unreadable':
      return 'The draft in this address cannot be read. Was the link copied completely?'
    case 'too-many':
      return `The draft in this address has ${problem.edits} edits; ${MOST_EDITS} are read at most.`
    case 'unknown-edit':
      return `Edit ${problem.number} of the draft in this address is none that Almanac knows.`
    case 'other-profile':
      return `The draft in this address is for ${problem.profile}, not for ${problem.page}.`
  }
}
