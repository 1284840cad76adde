'use client'

import { useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import type { Draft } from '@/lib/client/draft'
import { useUrlState } from '@/lib/client/url-state'
import { type DraftAction, type DraftList, draftOf, isSameEdits, nextDraft } from '@/lib/client/workbench/draft-list'
import { type SeenList, seenBy } from '@/lib/client/workbench/seen'
import type { Source } from '@/lib/client/workbench/source'
import { standingOf } from '@/lib/client/workbench/standing'
import type { EditBody } from '@/lib/contract'

/** What the address says when the page is opened, read by the server. */
export interface OpenedDraft {
  readonly edits: readonly EditBody[]
  /** Null: it has no draft yet. */
  readonly draft: Draft | null
  /** The text that was read. */
  readonly text: string | null
  /** Why the draft of the address could not be read. */
  readonly problem: string | null
}

/** For which state of the profile the draft was made. */
export interface Origin {
  readonly base: string | null
  readonly seen: readonly SeenList[]
}

export interface DraftState {
  readonly list: DraftList
  readonly origin: Origin
  readonly dispatch: (action: DraftAction) => void
  /** Makes the draft one of the profile as it is now. */
  readonly rebase: (edits: readonly EditBody[]) => void
  readonly problem: string | null
}

/** The draft lives in the address: what is done here is written there, and going back in the browser is followed. */
export function useDraft(profile: string, opened: OpenedDraft, source: Source | undefined): DraftState {
  const [list, dispatch] = useReducer(nextDraft, opened.edits, draftOf)
  const [origin, setOrigin] = useState<Origin | null>(
    opened.draft && { base: opened.draft.base, seen: opened.draft.seen ?? [] },
  )
  const [problem, setProblem] = useState(opened.problem)
  const current = useMemo(() => completed(origin, list.edits, source), [origin, list.edits, source])
  useKeptOrigin(list.edits, current, source, setOrigin)
  useAddress(profile, opened.text, toldBy(opened.draft), list.edits, current, problem !== null, (draft, failure) => {
    setProblem(failure)
    setOrigin(draft && { base: draft.base, seen: draft.seen ?? [] })
    dispatch({ kind: 'open', edits: draft?.edits ?? [] })
  })
  const rebase = useCallback((edits: readonly EditBody[]) => {
    setOrigin(null)
    dispatch({ kind: 'set', edits })
  }, [])
  const act = useCallback((action: DraftAction) => {
    setProblem(null)
    dispatch(action)
  }, [])
  return { list, origin: current, dispatch: act, rebase, problem }
}

/** With what is seen now of the lists that the draft edits since its last step. */
function completed(origin: Origin | null, edits: readonly EditBody[], source: Source | undefined): Origin {
  if (source === undefined) return origin ?? { base: null, seen: [] }
  const now = seenBy(edits, source.profile)
  if (origin === null) return { base: source.resourceVersion, seen: now }
  // A draft that names no state is one of the profile as it is, unless what its author saw is there no more.
  if (origin.base === null && source.resourceVersion !== null && standingOf(origin, source).kind === 'current')
    return { base: source.resourceVersion, seen: now }
  if (origin.base !== source.resourceVersion) return origin
  const known = new Set(origin.seen.map(([image]) => image))
  const more = now.filter(([image]) => !known.has(image))
  return more.length === 0 ? origin : { ...origin, seen: [...origin.seen, ...more] }
}

/** The first edit fixes what the draft is based on; without edits it follows the profile. */
function useKeptOrigin(
  edits: readonly EditBody[],
  current: Origin,
  source: Source | undefined,
  setOrigin: (origin: Origin | null) => void,
): void {
  const isEmpty = edits.length === 0
  useEffect(() => {
    if (source !== undefined) setOrigin(isEmpty ? null : current)
  }, [isEmpty, current, source, setOrigin])
}

/** Packing and reading an address is loaded when there is something to write or read. */
const drafts = () => import('@/lib/client/draft')

interface Told extends Origin {
  readonly edits: readonly EditBody[]
}

const NOTHING: Told = { edits: [], base: null, seen: [] }

function toldBy(draft: Draft | null): Told {
  return draft === null ? NOTHING : { edits: draft.edits, base: draft.base, seen: draft.seen ?? [] }
}

/** Whether the address that tells this needs no other text: one that only tells edits is left as somebody made it. */
function isTold(told: Told, { edits, base, seen }: Told): boolean {
  if (!isSameEdits(told.edits, edits)) return false
  const isBare = told.base === null && told.seen.length === 0
  return isBare || (told.base === base && JSON.stringify(told.seen) === JSON.stringify(seen))
}

function useAddress(
  profile: string,
  opened: string | null,
  openedAs: Told,
  edits: readonly EditBody[],
  { base, seen }: Origin,
  isUnreadable: boolean,
  onOther: (draft: Draft | null, problem: string | null) => void,
): void {
  const { set } = useUrlState()
  const text = useSearchParams().get('draft')
  /** What the address should say, as far as we know, and as a draft. */
  const written = useRef(opened)
  const told = useRef(openedAs)
  /** All that was written since somebody last went back or forth. */
  const own = useRef(new Set<string | null>())
  const follow = useRef(onOther)
  follow.current = onOther

  useEffect(() => {
    // What cannot be read stays in the address until something else is edited.
    if (isUnreadable) return
    const now: Told = { edits, base, seen }
    if (isTold(told.current, now)) return
    let isLatest = true
    const write = async () => {
      const next = edits.length === 0 ? null : await (await drafts()).encodeDraft({ profile, base, edits, seen })
      if (!isLatest) return
      told.current = now
      if (next === written.current) return
      written.current = next
      own.current.add(next)
      set({ draft: next ?? undefined, deprecate: undefined, edit: undefined })
    }
    void write()
    return () => {
      isLatest = false
    }
  }, [profile, edits, base, seen, isUnreadable, set])

  useEffect(() => {
    const forget = () => own.current.clear()
    window.addEventListener('popstate', forget)
    return () => window.removeEventListener('popstate', forget)
  }, [])

  useEffect(() => {
    // While edits follow each other quickly, what is rendered lags behind the address that was written, and the router may put
    // an address back that was written before the latest: what this page wrote itself is nobody else's draft, and the latest
    // is written again.
    const isLagging = text !== new URLSearchParams(window.location.search).get('draft')
    if (text === written.current || isLagging) return
    if (own.current.has(text)) {
      set({ draft: written.current ?? undefined })
      return
    }
    let isLatest = true
    written.current = text
    const read = async () => {
      const reading = text === null ? null : await (await drafts()).decodeDraft(text)
      if (!isLatest) return
      told.current = toldBy(reading?.kind === 'ok' ? reading.draft : null)
      follow.current(reading?.kind === 'ok' ? reading.draft : null, reading?.kind === 'problem' ? reading.reason : null)
    }
    void read()
    return () => {
      isLatest = false
    }
  }, [text, set])
}
