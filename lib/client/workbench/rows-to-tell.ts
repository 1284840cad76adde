import { ask } from '@/lib/client/fetch-json'
import type { WhatIfRow } from '@/lib/contract'
import { TOLD } from './told'
import { WHAT_IF, type WhatIfParams } from './what-if-query'

/** As many as an answer lists. */
const PAGE = 500
/** More are only counted: the table of all of them is there as CSV. */
const MOST = 10_000

/** The clusters whose owners are to be told, project by project. */
export async function rowsToTell(
  { profile, edits, at, zone, days }: WhatIfParams,
  signal: AbortSignal,
): Promise<readonly WhatIfRow[]> {
  const rows: WhatIfRow[] = []
  while (rows.length < MOST) {
    const page = { change: TOLD, sort: 'project', limit: PAGE, offset: rows.length } as const
    const { items, total } = await ask(WHAT_IF, { body: { profile, edits, at, zone, days, ...page } }, signal)
    rows.push(...items)
    if (items.length === 0 || rows.length >= total) break
  }
  return rows
}
