import { queryOptions } from '@tanstack/react-query'
import type { ShownMoment } from '@/lib/browser/at'
import { ask, type RequestError } from '@/lib/browser/fetch-json'
import { query, timed } from '@/lib/browser/query'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { RouteQuestion } from '@/lib/contract/route'
import type { WhatIfAnswer, WhatIfRow } from '@/lib/contract/what-if'
import { TOLD } from '@/lib/words/draft-notice'
import { profileName, profileParts } from '@/lib/words/phrases'
import type { draftTextsRoute, sourceRoute, whatIfRoute } from './contract'

/** The route; first part of the key of every answer. */
export const WHAT_IF = 'POST /api/what-if'

/** What is asked about a draft; each but profile and edits may be left out. */
export type WhatIfParams = RouteQuestion<typeof whatIfRoute>['body']

export function whatIfQueryOf(params: WhatIfParams) {
  return queryOptions<WhatIfAnswer, RequestError>({
    queryKey: [WHAT_IF, params],
    queryFn: ({ signal }) => ask<typeof whatIfRoute>(WHAT_IF, { body: params }, signal),
  })
}

export const draftQueries = {
  /** The profile as a draft of edits begins with it. */
  source: (ref: ProfileRefBody, query: ShownMoment) =>
    timed<typeof sourceRoute>(
      'GET /api/workbench/[...ref]',
      { path: { ref: profileParts(ref) }, query },
      { kind: 'profile', name: profileName(ref) },
    ),
  /** The object of the profile, as its source has it. */
  object: (ref: ProfileRefBody) =>
    query<typeof sourceRoute>(
      'GET /api/workbench/[...ref]',
      { path: { ref: profileParts(ref) }, query: { object: 'true' } },
      { kind: 'profile', name: profileName(ref) },
    ),
  /** A draft for other tools: diff, merge patch, command. */
  draftTexts: (body: RouteQuestion<typeof draftTextsRoute>['body']) =>
    query<typeof draftTextsRoute>('POST /api/apply/texts', { body }),
}

/** The number of entries that an answer lists. */
const PAGE = 500
/** More are only counted: the table of all of them is there as CSV. */
const MOST = 10_000

/** The clusters whose owners are to be told, of each project what worries most first. */
export async function rowsToTell(
  { profile, edits, at, zone, days }: WhatIfParams,
  signal: AbortSignal,
): Promise<readonly WhatIfRow[]> {
  const rows: WhatIfRow[] = []
  while (rows.length < MOST) {
    const page = { change: TOLD, limit: PAGE, offset: rows.length } as const
    const { items, total } = await ask<typeof whatIfRoute>(
      WHAT_IF,
      { body: { profile, edits, at, zone, days, ...page } },
      signal,
    )
    rows.push(...items)
    if (items.length === 0 || rows.length >= total) break
  }
  return rows
}
