'use client'

import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { RequestError } from '@/lib/browser/fetch-json'
import { useUrlState } from '@/lib/browser/url-state'
import { onWire } from '@/lib/contract/dates'
import { itemsOf } from '@/lib/contract/edit-items'
import type { EditBody } from '@/lib/contract/edits'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { shortNoticeOf } from '@/lib/questions/draft/browser/dates'
import { type DraftState, DraftStore, type OpenedDraft } from '@/lib/questions/draft/browser/draft-store'
import { editedProfile } from '@/lib/questions/draft/browser/edited'
import { type Finding, findingsOf, remedyOf } from '@/lib/questions/draft/browser/findings'
import { keepDraft } from '@/lib/questions/draft/browser/kept-drafts'
import type { EditedProfile, Source } from '@/lib/questions/draft/browser/source'
import { type Suggested, suggestedDraft } from '@/lib/questions/draft/browser/suggested'
import { WHAT_IF, type WhatIfParams, whatIfQueryOf } from '@/lib/questions/draft/queries'
import { shortNoticeText } from '@/lib/words/findings'

/** The draft lives in the address: what is done here is written there, and going back in the browser is followed. */
export function useDraft(
  profile: string,
  opened: OpenedDraft,
  source: Source | undefined,
): DraftState & Pick<DraftStore, 'act' | 'rebase'> {
  const { params, set } = useUrlState()
  const text = params.get('draft')
  const [store] = useState(() => {
    const made: DraftStore = new DraftStore(profile, opened, source, (draft) => {
      const before = new URLSearchParams(window.location.search).get('draft')
      const edits = itemsOf(made.current().list.edits).length
      keepDraft(
        draft === null ? null : { kind: 'profile', profile, text: draft, edits, at: onWire(Date.now()) },
        before,
      )
      set({ draft: draft ?? undefined, deprecate: undefined, edit: undefined })
    })
    return made
  })
  const state = useSyncExternalStore(store.subscribe, store.current, store.current)
  useEffect(() => {
    if (source !== undefined) store.meet(source)
  }, [store, source])
  useEffect(() => {
    window.addEventListener('popstate', store.travel)
    return () => window.removeEventListener('popstate', store.travel)
  }, [store])
  useEffect(() => {
    // What is rendered lags behind an address that was just written.
    const isLagging = text !== new URLSearchParams(window.location.search).get('draft')
    if (!isLagging) void store.show(text)
  }, [store, text])
  return { ...state, act: store.act, rebase: store.rebase }
}

/** What speaks against an edit although the API server would accept it. */
export interface DraftWarning {
  readonly text: string
  /** Of the item of the list of edits that causes it, from 0. */
  readonly place: number
}

/**
 * The warnings of all edits in their order, and that one leaves less time than usual. While remedies are offered, they are those of the
 * draft with them.
 */
export function useWarnings(
  answer: WhatIfAnswer | undefined,
  suggestion: Suggestion | null,
  edits: readonly EditBody[],
  source: Source | undefined,
): readonly DraftWarning[] {
  return useMemo(() => {
    if (source === undefined) return []
    const beside = suggestion?.warnings ?? edits.map((_, i) => answer?.edits[i]?.warnings ?? [])
    const profiles = itemsOf(edits).map((item) => ({ item, before: editedProfile(source, edits.slice(0, item.from)) }))
    return profiles.flatMap(({ item, before }, place) => {
      const { from, count } = item
      const after = editedProfile(source, edits.slice(0, from + count)).profile
      const notice = shortNoticeOf(item, before.profile, after, source.at, source.notice)
      const texts = beside.slice(from, from + count).flatMap((own) => own.map(({ text }) => text))
      return [...new Set([...texts, ...(notice === null ? [] : [shortNoticeText(notice)])])].map((text) => ({
        text,
        place,
      }))
    })
  }, [answer, suggestion, edits, source])
}

const NONE: readonly Finding[] = []

/** What the API server refuses, explained. */
export function useFindings(
  answer: WhatIfAnswer | undefined,
  edited: EditedProfile | undefined,
  edits: readonly EditBody[],
  source: Source | undefined,
): readonly Finding[] {
  return useMemo(() => {
    if (answer === undefined || answer.refusals.length === 0 || edited === undefined || source === undefined)
      return NONE
    return findingsOf(answer.refusals, { edits, after: edited.profile, at: source.at })
  }, [answer, edited, edits, source])
}

/** The draft as it would be with a remedy for every rule that it breaks, and the effect of that. */
export interface Suggestion extends Suggested {
  readonly edited: EditedProfile
  readonly asked: WhatIfParams
}

/**
 * While rules are broken that remedies would set right, the effect of the draft with them is worth more than that of a draft
 * that the API server refuses. Null: no rule is broken, one has no remedy, or it is being asked for.
 */
export function useSuggestion(
  findings: readonly Finding[],
  source: Source | undefined,
  asked: WhatIfParams,
): Suggestion | null {
  const remedies = findings.map(remedyOf)
  const [first] = remedies
  const broken = findings.flatMap(({ edits }) => edits)
  const wanted = remedies.includes(undefined) ? undefined : first
  const query = useQuery<Suggested | null, RequestError>({
    queryKey: [WHAT_IF, 'with remedies', asked, wanted?.edits],
    queryFn: async ({ signal }) => (wanted && source ? suggestedDraft(wanted, source, asked, broken, signal) : null),
    enabled: wanted !== undefined && source !== undefined,
    placeholderData: keepPreviousData,
  })
  const found = wanted === undefined || query.isPlaceholderData ? undefined : query.data
  return useMemo(() => {
    if (!found || source === undefined) return null
    return { ...found, edited: editedProfile(source, found.edits), asked: { ...asked, edits: found.edits } }
  }, [found, source, asked])
}

/** How long nothing is typed before the effect is asked for. */
const PAUSE_MS = 120

export interface WhatIfState {
  readonly query: UseQueryResult<WhatIfAnswer, RequestError>
  /** Undefined until there is one. */
  readonly answer: WhatIfAnswer | undefined
  /** What is shown is the answer to an earlier question. */
  readonly isOld: boolean
  /**
   * What is known of this very draft, undefined until it is: an answer to an earlier question will do that only differed in
   * how the effect is shown, such as the time zone, which is known once the page lives, or the order of the table.
   */
  readonly ofDraft: WhatIfAnswer | undefined
}

/**
 * The effect of a draft: asked for after a pause in typing; a newer question cancels the older one, whose answer stays in
 * sight, also when there is none to the newer one.
 */
export function useWhatIf(params: WhatIfParams, enabled: boolean): WhatIfState {
  const settled = useSettled(params)
  const query = useQuery({ ...whatIfQueryOf(settled), enabled, placeholderData: keepPreviousData })
  const [last, setLast] = useState<{ readonly answer: WhatIfAnswer; readonly params: WhatIfParams }>()
  const isNews = query.data !== undefined && !query.isPlaceholderData
  if (isNews && (query.data !== last?.answer || settled !== last.params))
    setLast({ answer: query.data, params: settled })
  return {
    query,
    answer: last?.answer,
    isOld: last !== undefined && !(isNews && settled === params),
    ofDraft: last !== undefined && isSameDraft(last.params, params) ? last.answer : undefined,
  }
}

function isSameDraft(a: WhatIfParams, b: WhatIfParams): boolean {
  return a.profile === b.profile && a.edits === b.edits && a.at === b.at && a.days === b.days
}

function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
