import type { Moment } from '@/lib/browser/at'
import { query, timed } from '@/lib/browser/query'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { Asked } from '@/lib/contract/route'
import { profileName, profileParts } from '@/lib/words/phrases'
import type { DraftTextsRoute, SourceRoute } from './contract'

export const draftQueries = {
  /** The profile as a draft of edits begins with it. */
  source: (ref: ProfileRefBody, query: Moment = {}) =>
    timed<SourceRoute>(
      'GET /api/workbench/[...ref]',
      { path: { ref: profileParts(ref) }, query },
      { kind: 'profile', name: profileName(ref) },
    ),
  /** A draft for other tools: diff, merge patch, command. */
  draftTexts: (body: Asked<DraftTextsRoute>['body']) => query<DraftTextsRoute>('POST /api/apply/texts', { body }),
}
