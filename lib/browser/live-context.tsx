'use client'

import { createContext, type ReactNode, use } from 'react'
import { useMoment } from './clock'
import { type LiveState, useLive } from './use-live'
import { useIsSignedOut } from './use-status'

const LiveContext = createContext<LiveState>({ kind: 'connecting' })

/** Follows the garden once for the whole page. */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const isSignedOut = useIsSignedOut()
  const { seen } = useMoment()
  return <LiveContext value={useLive(isSignedOut || seen !== undefined)}>{children}</LiveContext>
}

export function useLiveState(): LiveState {
  return use(LiveContext)
}
