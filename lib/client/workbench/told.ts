import { ask } from '@/lib/client/fetch-json'
import type { WhatIfAnswer, WhatIfChange, WhatIfRow } from '@/lib/contract'
import { WHAT_IF, type WhatIfParams } from './what-if-query'

/** What owners are told of; automatic updates are what they have asked for. */
export const TOLD: readonly WhatIfChange[] = ['stuck', 'freed', 'forced', 'earlier', 'later', 'target']

/** The projects whose owners are to be told, most of their clusters first. */
export function projectsToTell({ projects }: Pick<WhatIfAnswer, 'projects'>): readonly ProjectToTell[] {
  return projects
    .flatMap(({ project, changed, changes }) => {
      const clusters = changed - changes.auto
      return clusters === 0 ? [] : [{ project, clusters }]
    })
    .sort((a, b) => b.clusters - a.clusters)
}

interface ProjectToTell {
  readonly project: string
  readonly clusters: number
}

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
