'use client'

import { keptList } from '@/lib/browser/kept'

/** A draft that this browser keeps: it is left where it was edited last, until it is discarded or applied. */
export interface KeptDraft {
  /** Whether the draft is of a profile, or of more time for one project. */
  readonly kind: (typeof KINDS)[number]
  /** The profile that it changes, or makes: `aws`, or `garden-core/aws-ext`. */
  readonly profile: string
  /** The draft as the address has it; for more time this is the whole search. */
  readonly text: string
  /** The number of edits, as its list counts them; for more time the number of objects that are written. */
  readonly edits: number
  /** When it was edited last, RFC 3339. */
  readonly at: string
}

const KINDS = ['profile', 'more-time'] as const

const MOST = 20

const kept = keptList('almanac.drafts', readKept)

/** Newest first. None on the server, and in the first render in the browser. */
export function useKeptDrafts(): readonly KeptDraft[] {
  return kept.useCurrent()
}

/** Keeps a draft in place of what it was before, by its text; null: nothing is left of that. */
export function keepDraft(draft: KeptDraft | null, before: string | null): void {
  kept.write(withDraft(kept.current(), draft, before))
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
    return Array.isArray(value) ? value.filter(isKept).slice(0, MOST) : []
  } catch {
    return []
  }
}

function isKept(value: unknown): value is KeptDraft {
  if (typeof value !== 'object' || value === null) return false
  const { kind, profile, text, edits, at } = value as Partial<Record<keyof KeptDraft, unknown>>
  return (
    KINDS.some((known) => known === kind) &&
    typeof profile === 'string' &&
    /^[a-z0-9][a-z0-9.-]*(\/[a-z0-9][a-z0-9.-]*)?$/.test(profile) &&
    typeof text === 'string' &&
    Number.isInteger(edits) &&
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at))
  )
}
