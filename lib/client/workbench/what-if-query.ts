import { queryOptions } from '@tanstack/react-query'
import { postJson, type RequestError } from '@/lib/client/fetch-json'
import type { EditBody, WhatIfAnswer, WhatIfInput } from '@/lib/contract'

/** The route; first part of the key of every answer. */
export const WHAT_IF = '/api/what-if'

/** What is asked about a draft; each but profile and edits may be left out. */
export type WhatIfParams = {
  readonly profile: string
  readonly edits: readonly EditBody[]
} & { readonly [K in Exclude<keyof WhatIfInput, 'profile' | 'edits'>]?: WhatIfInput[K] | undefined }

export function whatIfQueryOf(params: WhatIfParams) {
  return queryOptions<WhatIfAnswer, RequestError>({
    queryKey: [WHAT_IF, params],
    queryFn: ({ signal }) => postJson<WhatIfAnswer>(WHAT_IF, params, signal),
  })
}

/** All clusters that a draft changes, as a table. */
export async function fetchWhatIfTable(params: WhatIfParams): Promise<Blob> {
  const response = await fetch(WHAT_IF, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...params, format: 'csv' }),
  })
  if (!response.ok) throw new Error(`HTTP ${response.status} ${response.statusText}`.trim())
  return response.blob()
}
