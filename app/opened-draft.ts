import type { OpenedDraft } from '@/components/projects/wall/wall-state'
import { decodeDraft } from '@/lib/questions/draft/browser/draft'

/** The draft of an address, `?profile=aws&draft=…`, as the wall shows it. */
export async function openedDraft(search: URLSearchParams): Promise<OpenedDraft> {
  const profile = search.get('profile') ?? ''
  const text = search.get('draft') ?? ''
  if (text === '') return { draft: null, problem: null }
  const reading = await decodeDraft(text, profile)
  if (reading.kind === 'problem') return { draft: null, problem: reading.reason }
  const { edits } = reading.draft
  return { draft: { profile, edits, text }, problem: null }
}
