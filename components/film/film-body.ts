import type { WallDraft } from '@/components/wall'
import type { Asked } from '@/lib/contract'

interface FilmAsked {
  readonly at: string | undefined
  readonly zone: string
  readonly draft: WallDraft | null
}

/** What the film asks; its page asks the same on the server. */
export function filmBody({ at, zone, draft }: FilmAsked): Asked<'POST /api/film'>['body'] {
  return { at, zone, ...(draft && { draft: { profile: draft.profile, edits: [...draft.edits] } }) }
}
