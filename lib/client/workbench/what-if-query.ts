import { queryOptions } from '@tanstack/react-query'
import { ask, type RequestError } from '@/lib/client/fetch-json'
import type { Asked, WhatIfAnswer } from '@/lib/contract'

/** The route; first part of the key of every answer. */
export const WHAT_IF = 'POST /api/what-if'

/** What is asked about a draft; each but profile and edits may be left out. */
export type WhatIfParams = Asked<typeof WHAT_IF>['body']

export function whatIfQueryOf(params: WhatIfParams) {
  return queryOptions<WhatIfAnswer, RequestError>({
    queryKey: [WHAT_IF, params],
    queryFn: ({ signal }) => ask(WHAT_IF, { body: params }, signal),
  })
}
