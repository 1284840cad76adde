import { queryOptions } from '@tanstack/react-query'
import type { Moment } from '@/lib/browser/at'
import { ask, type RequestError } from '@/lib/browser/fetch-json'
import { query, timed } from '@/lib/browser/query'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { Asked } from '@/lib/contract/route'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { profileName, profileParts } from '@/lib/words/phrases'
import type { DraftTextsRoute, SourceRoute, WhatIfRoute } from './contract'

/** The route; first part of the key of every answer. */
export const WHAT_IF = 'POST /api/what-if'

/** What is asked about a draft; each but profile and edits may be left out. */
export type WhatIfParams = Asked<WhatIfRoute>['body']

export function whatIfQueryOf(params: WhatIfParams) {
  return queryOptions<WhatIfAnswer, RequestError>({
    queryKey: [WHAT_IF, params],
    queryFn: ({ signal }) => ask<WhatIfRoute>(WHAT_IF, { body: params }, signal),
  })
}

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
