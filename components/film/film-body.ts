import type { WallDraft } from '@/components/wall'
import type { Moment } from '@/lib/client/at'
import type { Asked } from '@/lib/contract/route'
import type { FilmOfDraftRoute } from '@/lib/questions/film/contract'

interface FilmAsked extends Moment {
  readonly zone: string
  readonly draft: WallDraft | null
}

/** What the film asks; its page asks the same on the server. */
export function filmBody({ at, seen, zone, draft }: FilmAsked): Asked<FilmOfDraftRoute>['body'] {
  return { at, seen, zone, ...(draft && { draft: { profile: draft.profile, edits: [...draft.edits] } }) }
}
