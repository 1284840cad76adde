'use client'

import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { keepCookie, MOST_PINNED, NOT_MINE, PINNED_COOKIE, readPinned } from './preferences'
import { useUrlState } from './url-state'

/**
 * The projects that a reader called theirs, kept in this browser: they come first where projects are listed, and overview and
 * clusters begin with them as a filter that is seen and can be removed. Nothing else is hidden for it. A cookie has them too, so that
 * the first page is already right.
 */
const KEY = 'almanac.projects'
const NONE: readonly string[] = []

const listeners = new Set<() => void>()
let known: { readonly text: string | null; readonly names: readonly string[] } = { text: null, names: NONE }

/** In the order in which they were pinned. Empty on the server, and in the first render in the browser. */
export function usePinnedProjects(): readonly string[] {
  return useSyncExternalStore(subscribe, pinnedProjects, () => NONE)
}

/** Whether a project is pinned, and what pins it or lets it go. */
export function usePinnedProject(name: string): readonly [isPinned: boolean, toggle: () => void] {
  const isPinned = usePinnedProjects().includes(name)
  const toggle = useCallback(() => {
    const others = pinnedProjects().filter((one) => one !== name)
    write(others.length < pinnedProjects().length ? others : [...others, name].slice(-MOST_PINNED))
  }, [name])
  return [isPinned, toggle]
}

/** Pinned ones first, in their order; the others stay as they are. */
export function pinnedFirst<T>(
  items: readonly T[],
  pinned: readonly string[],
  nameOf: (item: T) => string,
): readonly T[] {
  if (pinned.length === 0) return items
  const placeOf = (item: T) => {
    const place = pinned.indexOf(nameOf(item))
    return place === -1 ? pinned.length : place
  }
  return items.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** These projects instead of those that were pinned before. */
export function pinProjects(names: readonly string[]): void {
  write(names.slice(0, MOST_PINNED))
}

/** Whether a list names just the pinned projects, in whatever order. */
export function isPinnedList(names: readonly string[], pinned: readonly string[]): boolean {
  return names.length > 0 && names.length === pinned.length && names.every((name) => pinned.includes(name))
}

function pinnedProjects(): readonly string[] {
  const text = storedText()
  if (text !== known.text) known = { text, names: readPinned(text) }
  return known.names
}

/** A browser may refuse to keep anything: then nothing is pinned. */
function storedText(): string | null {
  try {
    return window.localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function write(names: readonly string[]): void {
  const text = JSON.stringify(names)
  keepCookie(PINNED_COOKIE, text)
  try {
    window.localStorage.setItem(KEY, text)
  } catch {
    // There is no other place to keep it.
  }
  for (const listener of listeners) listener()
}

/** Other tabs tell what they write by an event of the window. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
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
