import type { EditBody } from '@/lib/contract/edits'
import type { DraftProblem } from '@/lib/words/new-edits'
import { type Draft, decodeDraft, encodeDraft } from './draft'
import type { DraftSource } from './source'

/** What the address says when the page is opened, read by the server. */
export interface OpenedDraft {
  readonly edits: readonly EditBody[]
  /** Null: it has no draft yet. */
  readonly draft: Draft | null
  /** The text that was read. */
  readonly text: string | null
  /** Why the draft of the address could not be read. */
  readonly problem: DraftProblem | null
}

export interface DraftState {
  readonly list: DraftList
  /** The `resourceVersion` of the profile for which the draft was made; null if the garden has none. */
  readonly base: string | null
  /** Why the draft of the address is not shown. */
  readonly problem: DraftProblem | null
}

/** An address, and the draft that it tells. */
interface AddressDraft {
  readonly text: string | null
  readonly edits: readonly EditBody[]
  readonly base: string | null
}

/**
 * The draft that the address tells, and what was done to it since until the address tells that too. The page says
 * what the address has become. Only a text that was not written here is another draft.
 */
export class DraftStore {
  private state: DraftState
  private told: AddressDraft
  /** All that was written since the user last went back or forth. */
  private readonly own = new Set<string | null>()
  /** Another draft that is being read. */
  private opening: object | null = null
  private readonly listeners = new Set<() => void>()

  constructor(
    private readonly profile: string,
    { edits, draft, text, problem }: OpenedDraft,
    private source: DraftSource | undefined,
    private readonly write: (text: string | null) => void,
  ) {
    this.told = toldBy(text, draft)
    this.state = { list: draftListOf(edits), base: baseOf(this.told.base, edits, source), problem }
  }

  /** While there is a listener, what is done is written to the address. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    void this.tell()
    return () => this.listeners.delete(listener)
  }

  readonly current = (): DraftState => this.state

  readonly act = (action: DraftAction): void => {
    this.opening = null
    this.become(nextDraft(this.state.list, action), this.state.base, null)
  }

  /** Makes the draft one of the profile as it is now. */
  readonly rebase = (edits: readonly EditBody[]): void => {
    this.opening = null
    this.become(nextDraft(this.state.list, { kind: 'set', edits }), null, null)
  }

  /** The profile as it is now. */
  meet(source: DraftSource): void {
    if (source === this.source) return
    this.source = source
    this.become(this.state.list, this.state.base, this.state.problem)
  }

  /** The user went back or forth: from here on, what was written before counts as written elsewhere. */
  readonly travel = (): void => this.own.clear()

  /**
   * What the address has become. While edits follow each other quickly, the router may put an address back that was written
   * before the latest: then the latest is written again.
   */
  async show(text: string | null): Promise<void> {
    this.opening = null
    if (text === this.told.text) return
    if (this.own.has(text)) return this.write(this.told.text)
    const opening = {}
    this.opening = opening
    const reading = text === null ? null : await decodeDraft(text, this.profile)
    if (this.opening !== opening) return
    this.opening = null
    this.told = toldBy(text, reading?.kind === 'ok' ? reading.draft : null)
    this.become(draftListOf(this.told.edits), this.told.base, reading?.kind === 'problem' ? reading.problem : null)
  }

  private become(list: DraftList, base: string | null, problem: DraftProblem | null): void {
    this.state = { list, base: baseOf(base, list.edits, this.source), problem }
    for (const listener of this.listeners) listener()
    void this.tell()
  }

  private async tell(): Promise<void> {
    const { state, profile } = this
    const { base } = state
    const { edits } = state.list
    // What cannot be read stays in the address until something else is edited.
    if (state.problem !== null || isTold(this.told, edits, base)) return
    const text = edits.length === 0 ? null : await encodeDraft({ profile, base, edits })
    // There may be more to tell by now, another draft be on its way, or the page be left.
    if (this.state !== state || this.opening !== null || this.listeners.size === 0) return
    const isWritten = text === this.told.text
    this.told = { text, edits, base }
    if (isWritten) return
    this.own.add(text)
    this.write(text)
  }
}

function toldBy(text: string | null, draft: Draft | null): AddressDraft {
  return { text, edits: draft?.edits ?? [], base: draft?.base ?? null }
}

/** Whether the address that tells this needs no other text: one that only tells edits is left as its author made it. */
function isTold(told: AddressDraft, edits: readonly EditBody[], base: string | null): boolean {
  return isSameEdits(told.edits, edits) && (told.base === null || told.base === base)
}

/** The first edit fixes what the draft is based on; without edits it follows the profile. A draft that names no state is one of the profile as it is. */
function baseOf(before: string | null, edits: readonly EditBody[], source: DraftSource | undefined): string | null {
  const base = edits.length === 0 ? null : before
  return base ?? source?.resourceVersion ?? null
}

export type DraftEdits = readonly EditBody[]

/** The edits of a draft, and what they were before and after: nothing here changes in place. */
export interface DraftList {
  readonly edits: DraftEdits
  /** Oldest first. */
  readonly past: readonly DraftEdits[]
  /** What was undone, next one first. */
  readonly future: readonly DraftEdits[]
  /** What the last step was about: typing on in the same field is no step of its own. */
  readonly about: string | null
}

export type DraftAction =
  /** Puts edits in place of `count` edits from `from` on: also adds and takes away. `about`: see `DraftList`. */
  | {
      readonly kind: 'put'
      readonly from: number
      readonly count: number
      readonly edits: DraftEdits
      readonly about?: string
    }
  /** What becomes of the edits as they are then: several may come before the page is drawn again. */
  | { readonly kind: 'change'; readonly change: (edits: DraftEdits) => DraftEdits; readonly about: string }
  /** Moves `count` edits from `from` on so that they begin at `to`, counted without them. */
  | { readonly kind: 'move'; readonly from: number; readonly count: number; readonly to: number }
  /** All others, as one step. */
  | { readonly kind: 'set'; readonly edits: DraftEdits }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }

/** How many steps can be undone. */
const STEPS = 100

export function draftListOf(edits: DraftEdits): DraftList {
  return { edits, past: [], future: [], about: null }
}

export function nextDraft(draft: DraftList, action: DraftAction): DraftList {
  switch (action.kind) {
    case 'put':
      return step(draft, draft.edits.toSpliced(action.from, action.count, ...action.edits), action.about ?? null)
    case 'change':
      return step(draft, action.change(draft.edits), action.about)
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

function step(draft: DraftList, edits: DraftEdits, about: string | null): DraftList {
  if (isSameEdits(draft.edits, edits)) return draft
  const isSameStep = about !== null && about === draft.about
  const past = isSameStep ? draft.past : [...draft.past, draft.edits].slice(-STEPS)
  return { edits, past, future: [], about }
}

function isSameEdits(a: DraftEdits, b: DraftEdits): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
