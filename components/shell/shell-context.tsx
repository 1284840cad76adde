'use client'

import { createContext, type ReactNode, use, useMemo, useState } from 'react'

/** What can lie over any page; one at a time. */
export type Overlay = 'find' | 'keys' | 'pin' | 'problems' | 'menu'

interface ShellState {
  readonly overlay: Overlay | undefined
  readonly show: (overlay: Overlay) => void
  readonly close: () => void
}

const ShellContext = createContext<ShellState | undefined>(undefined)

export function ShellProvider({ children }: { readonly children: ReactNode }) {
  const [overlay, setOverlay] = useState<Overlay>()
  const value = useMemo<ShellState>(
    () => ({ overlay, show: setOverlay, close: () => setOverlay(undefined) }),
    [overlay],
  )
  return <ShellContext value={value}>{children}</ShellContext>
}

/** Opens the find box, the key help, the clock or the list of problems from anywhere. */
export function useShell(): ShellState {
  const value = use(ShellContext)
  if (!value) throw new Error('useShell needs ShellProvider around it')
  return value
}
