'use client'

import { useSyncExternalStore } from 'react'

/** `https://almanac.example`; empty on the server and in the first render, when nobody copies a link yet. */
export function useOrigin(): string {
  return useSyncExternalStore(
    never,
    () => window.location.origin,
    () => '',
  )
}

const never = () => () => {}
