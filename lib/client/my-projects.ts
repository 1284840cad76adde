'use client'

import { useEffect } from 'react'
import { usePinnedProjects } from './pinned-projects'
import { useUrlState } from './url-state'

/** In the address when a reader took their projects away from a page: they are not put back then. */
export const NOT_MINE = { mine: 'off' } as const

/**
 * A page that is opened without any filter gets the reader's projects as one, in its address like every other: what is shown is
 * seen, can be removed, and a link shows the same to somebody else.
 */
export function useMyProjects(hasFilters: boolean): readonly string[] {
  const pinned = usePinnedProjects()
  const { params, set } = useUrlState()
  const isOff = params.get('mine') === NOT_MINE.mine
  useEffect(() => {
    if (!hasFilters && !isOff && pinned.length > 0) set({ project: pinned })
  }, [hasFilters, isOff, pinned, set])
  return pinned
}
