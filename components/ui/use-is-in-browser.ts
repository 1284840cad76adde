'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server, and while its HTML is being taken over. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
