'use client'

import { useSyncExternalStore } from 'react'

/** The text that this browser keeps under a key; null: there is none, or the browser refuses to keep anything. */
export function keptText(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps it where the browser does that and has room; there is no other place for it. */
export function keepText(key: string, text: string): void {
  try {
    window.localStorage.setItem(key, text)
  } catch {
    // Nothing is remembered then.
  }
}

export interface KeptList<T> {
  /** The list as it is now. */
  readonly current: () => readonly T[]
  /** The list for a component, which is drawn again when it changes. It is empty on the server, and in the first render in the browser. */
  readonly useCurrent: () => readonly T[]
  readonly write: (items: readonly T[]) => void
}

/**
 * A list that this browser keeps, and that all its tabs follow.
 * @param read what can be read of a text that any script of this address may have written
 */
export function keptList<T>(key: string, read: (text: string | null) => readonly T[]): KeptList<T> {
  const none: readonly T[] = []
  const listeners = new Set<() => void>()
  let known: { readonly text: string | null; readonly items: readonly T[] } = { text: null, items: none }
  const current = (): readonly T[] => {
    const text = keptText(key)
    if (text !== known.text) known = { text, items: read(text) }
    return known.items
  }
  /** Other tabs tell what they write by an event of the window. */
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    window.addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', listener)
    }
  }
  return {
    current,
    useCurrent: () => useSyncExternalStore(subscribe, current, () => none),
    write: (items) => {
      keepText(key, JSON.stringify(items))
      for (const listener of listeners) listener()
    },
  }
}
