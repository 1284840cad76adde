import type { EditBody } from '@/lib/contract/edits'

export type Edits = readonly EditBody[]

/** The edits of a draft, and what they were before and after: nothing here changes in place. */
export interface DraftList {
  readonly edits: Edits
  /** Oldest first. */
  readonly past: readonly Edits[]
  /** What was undone, next one first. */
  readonly future: readonly Edits[]
  /** What the last step was about: typing on in the same field is no step of its own. */
  readonly about: string | null
}

export type DraftAction =
  /** Puts edits in place of `count` edits from `from` on: also adds and takes away. `about`: see `DraftList`. */
  | {
      readonly kind: 'put'
      readonly from: number
      readonly count: number
      readonly edits: Edits
      readonly about?: string
    }
  /** Moves `count` edits from `from` on so that they begin at `to`, counted without them. */
  | { readonly kind: 'move'; readonly from: number; readonly count: number; readonly to: number }
  /** All others, as one step. */
  | { readonly kind: 'set'; readonly edits: Edits }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }

/** How many steps can be undone. */
const STEPS = 100

export function draftListOf(edits: Edits): DraftList {
  return { edits, past: [], future: [], about: null }
}

export function nextDraft(draft: DraftList, action: DraftAction): DraftList {
  switch (action.kind) {
    case 'put':
      return step(draft, draft.edits.toSpliced(action.from, action.count, ...action.edits), action.about ?? null)
    case 'move': {
      const { from, count, to } = action
      const moved = draft.edits.slice(from, from + count)
      const others = draft.edits.toSpliced(from, count)
      return step(draft, others.toSpliced(Math.min(Math.max(to, 0), others.length), 0, ...moved), null)
    }
    case 'set':
      return step(draft, action.edits, null)
    case 'undo': {
      const edits = draft.past.at(-1)
      if (edits === undefined) return draft
      return { edits, past: draft.past.slice(0, -1), future: [draft.edits, ...draft.future], about: null }
    }
    case 'redo': {
      const [edits, ...future] = draft.future
      if (edits === undefined) return draft
      return { edits, past: [...draft.past, draft.edits], future, about: null }
    }
  }
}

function step(draft: DraftList, edits: Edits, about: string | null): DraftList {
  if (isSameEdits(draft.edits, edits)) return draft
  const isSameStep = about !== null && about === draft.about
  const past = isSameStep ? draft.past : [...draft.past, draft.edits].slice(-STEPS)
  return { edits, past, future: [], about }
}

export function isSameEdits(a: Edits, b: Edits): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
