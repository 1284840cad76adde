'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMoment, useZone } from '@/lib/browser/clock'
import { usePinnedProjects } from '@/lib/browser/pinned-projects'
import { useUrlState } from '@/lib/browser/url-state'
import { projectsQueries } from '@/lib/questions/queries'
import type { Range } from './cells'
import { CLOSED, readWallState, type WallDraft, type WallState, wallBody } from './wall-state'

export function useWallState() {
  const { params, set } = useUrlState()
  const state = useMemo(() => readWallState(params), [params])
  return useMemo(
    () => ({
      ...state,
      setRange: (range: Range) => set({ range: range === '60d' ? undefined : range, open: undefined }, 'push'),
      setWithDraft: (withDraft: boolean) => set({ dates: withDraft ? undefined : 'as-they-are' }, 'push'),
      showAll: () => set({ rows: 'all' }, 'push'),
      setOpen: (project: string | null, date = '') =>
        set({ open: project === null ? undefined : `${project}/${date}` }, 'push'),
      /** Where the one project is open unless the address says otherwise. */
      closeOnly: () => set({ open: CLOSED }, 'push'),
    }),
    [state, set],
  )
}

/** The rows from `offset` on. What was shown stays in sight until the next is there. */
export function useWall(state: Pick<WallState, 'range' | 'withDraft'>, draft: WallDraft | null, offset = 0) {
  const moment = useMoment()
  const zone = useZone()
  const pinned = usePinnedProjects()
  const body = useMemo(() => {
    const asked = wallBody(state, { ...moment, zone, draft })
    return { ...asked, ...(offset > 0 && { offset }), ...(pinned.length > 0 && { pinned: [...pinned] }) }
  }, [state, moment, zone, draft, offset, pinned])
  return useQuery({ ...projectsQueries.wall(body), placeholderData: keepPreviousData })
}
