'use client'

import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMoment, useZone } from '@/lib/browser/clock'
import { usePinnedProjects } from '@/lib/browser/pinned-projects'
import { useUrlState } from '@/lib/browser/url-state'
import { projectsQueries } from '@/lib/questions/queries'
import type { TeamsRange } from './cells'
import { FIRST, MOST, readTeamsState, type TeamsDraft, type TeamsState, teamsBody } from './teams-state'

export function useTeamsState() {
  const { params, set } = useUrlState()
  return {
    ...readTeamsState(params),
    setRange: (range: TeamsRange) => set({ range: range === '60d' ? undefined : range, open: undefined }, 'push'),
    setWithDraft: (withDraft: boolean) => set({ dates: withDraft ? undefined : 'as-they-are' }, 'push'),
    showAll: () => set({ rows: 'all' }, 'push'),
    setOpen: (project: string | null, date = '') =>
      set({ open: project === null ? undefined : `${project}/${date}` }, 'push'),
  }
}

/** All rows or the first. What was shown stays in sight until the next is there. */
export function useTeams(state: Pick<TeamsState, 'range' | 'withDraft' | 'isAll'>, draft: TeamsDraft | null) {
  const moment = useMoment()
  const zone = useZone()
  const pinned = usePinnedProjects()
  const body = { ...teamsBody(state, { ...moment, zone, draft }), ...(pinned.length > 0 && { pinned: [...pinned] }) }
  const query = useQuery({ ...projectsQueries.wall(body), placeholderData: keepPreviousData })
  const { data } = query
  const pages = state.isAll && data !== undefined ? Math.ceil(data.figures.projects / MOST) - 1 : 0
  const more = useQueries({
    queries: Array.from({ length: pages }, (_, i) => projectsQueries.wall({ ...body, offset: (i + 1) * MOST })),
  })
  const items = [...(data?.items ?? []), ...more.flatMap((page) => page.data?.items ?? [])]
  return { query, items: state.isAll ? items : items.slice(0, FIRST) }
}
