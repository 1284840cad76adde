'use client'

import { useSyncExternalStore } from 'react'

/** A draft that this browser keeps: it is left where it was edited last, until it is discarded or applied. */
export interface KeptDraft {
  /** `aws`, or `garden-core/aws-ext`. */
  readonly profile: string
  /** As the address has it. */
  readonly text: string
  /** As its list counts them. */
  readonly edits: number
  /** When it was edited last, RFC 3339. */
  readonly at: string
}

const KEY = 'almanac.drafts'
const MOST = 20
const NONE: readonly KeptDraft[] = []

const listeners = new Set<() => void>()
let known: { readonly text: string | null; readonly drafts: readonly KeptDraft[] } = { text: null, drafts: NONE }

/** Newest first. None on the server, and in the first render in the browser. */
export function useKeptDrafts(): readonly KeptDraft[] {
  return useSyncExternalStore(subscribe, keptDrafts, () => NONE)
}

/** Keeps a draft in place of what it was before, by its text; null: nothing is left of that. */
export function keepDraft(draft: KeptDraft | null, before: string | null): void {
  write(withDraft(keptDrafts(), draft, before))
}

/** The drafts with one more, or changed, or gone: that of the same text counts as the same. */
export function withDraft(
  drafts: readonly KeptDraft[],
  draft: KeptDraft | null,
  before: string | null,
): readonly KeptDraft[] {
  const others = drafts.filter(({ text }) => text !== before && text !== draft?.text)
  return draft === null ? others : [draft, ...others].slice(0, MOST)
}

/** What can be read of a text that any script of this address may have written. */
export function readKept(text: string | null): readonly KeptDraft[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isKept).slice(0, MOST) : NONE
  } catch {
    return NONE
  }
}

function isKept(value: unknown): value is KeptDraft {
  if (typeof value !== 'object' || value === null) return false
  const { profile, text, edits, at } = value as Partial<Record<keyof KeptDraft, unknown>>
  return (
    typeof profile === 'string' &&
    /^[a-z0-9][a-z0-9.-]*(\/[a-z0-9][a-z0-9.-]*)?$/.test(profile) &&
    typeof text === 'string' &&
    Number.isInteger(edits) &&
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at))
  )
}

function keptDrafts(): readonly KeptDraft[] {
  const text = storedText()
  if (text !== known.text) known = { text, drafts: readKept(text) }
  return known.drafts
}

/** A browser may refuse to keep anything: then a draft is in its address alone. */
function storedText(): string | null {
  try {
    return window.localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function write(drafts: readonly KeptDraft[]): void {
  try {
    window.localStorage.setItem(KEY, JSON.stringify(drafts))
  } catch {
    // There is no other place to keep them.
  }
  for (const listener of listeners) listener()
}

/** Other tabs tell what they write by an event of the window. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
