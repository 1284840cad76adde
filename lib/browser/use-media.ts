'use client'

import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds; not on the server, nor in the first render in the browser. */
export function useMedia(text: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = window.matchMedia(text)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    [text],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(text).matches,
    () => false,
  )
}
