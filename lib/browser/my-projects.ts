'use client'

import { useEffect } from 'react'
import { usePinnedProjects } from './pinned-projects'
import { NOT_MINE } from './pinned-text'
import { useUrlState } from './url-state'

/**
 * A page that is opened without any filter gets the reader's projects as one, in its address like every other: what is shown is
 * seen, can be removed, and a link shows the same to other users. The server has put them there already where it knows them.
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
