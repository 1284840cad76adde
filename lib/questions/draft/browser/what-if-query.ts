import { queryOptions } from '@tanstack/react-query'
import { ask, type RequestError } from '@/lib/browser/fetch-json'
import type { Asked } from '@/lib/contract/route'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import type { WhatIfRoute } from '../contract'

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
