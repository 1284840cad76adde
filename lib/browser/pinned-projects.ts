'use client'

import { useCallback, useEffect } from 'react'
import { keptList } from './kept'
import { keepCookie, MOST_PINNED, NOT_MINE, PINNED_COOKIE, readPinned } from './preferences'
import { useUrlState } from './url-state'

/**
 * The projects that a reader called theirs, kept in this browser: they come first where projects are listed, and overview and
 * clusters begin with them as a filter that is seen and can be removed. Nothing else is hidden for it. A cookie has them too, so that
 * the first page is already right.
 */
const kept = keptList('almanac.projects', readPinned)

/** The projects in the order in which they were pinned. It is empty on the server, and in the first render in the browser. */
export function usePinnedProjects(): readonly string[] {
  return kept.useCurrent()
}

/** Whether a project is pinned, and what pins it or lets it go. */
export function usePinnedProject(name: string): readonly [isPinned: boolean, toggle: () => void] {
  const isPinned = usePinnedProjects().includes(name)
  const toggle = useCallback(() => {
    const others = kept.current().filter((one) => one !== name)
    write(others.length < kept.current().length ? others : [...others, name].slice(-MOST_PINNED))
  }, [name])
  return [isPinned, toggle]
}

/** Pinned ones first, in their order; the others stay as they are. */
export function pinnedFirst<T extends { readonly project: string }>(
  items: readonly T[],
  pinned: readonly string[],
): readonly T[] {
  if (pinned.length === 0) return items
  const placeOf = ({ project }: T) => {
    const place = pinned.indexOf(project)
    return place === -1 ? pinned.length : place
  }
  return items.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Whether a list names just the pinned projects, in whatever order. */
export function isPinnedList(names: readonly string[], pinned: readonly string[]): boolean {
  return names.length > 0 && names.length === pinned.length && names.every((name) => pinned.includes(name))
}

function write(names: readonly string[]): void {
  keepCookie(PINNED_COOKIE, JSON.stringify(names))
  kept.write(names)
}

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
