'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { useUrlState } from '@/lib/browser/url-state'
import { onWire } from '@/lib/contract/dates'
import { itemsOf } from '@/lib/contract/edit-items'
import { type DraftState, DraftStore, type OpenedDraft } from '@/lib/questions/draft/browser/draft-store'
import { keepDraft } from '@/lib/questions/draft/browser/kept-drafts'
import type { Source } from '@/lib/questions/draft/browser/source'

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
