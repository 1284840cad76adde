'use client'

import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { setKeysEnabled } from './keys'
import { COOKIES, keepCookie, type Theme } from './preferences'

interface Preferences {
  readonly theme: Theme
  readonly setTheme: (theme: Theme) => void
  /** Whether single keys work. */
  readonly keys: boolean
  readonly setKeys: (on: boolean) => void
}

const PreferencesContext = createContext<Preferences | undefined>(undefined)

export interface PreferencesProviderProps {
  readonly theme: Theme
  readonly keys: boolean
  /** The zone the server rendered with. */
  readonly zone: string
  readonly children: ReactNode
}

/** Keeps the viewer's choices in cookies, and tells the server the zone once, so that it renders the viewer's own times. */
export function PreferencesProvider({ theme: firstTheme, keys: firstKeys, zone, children }: PreferencesProviderProps) {
  const router = useRouter()
  const [theme, setTheme] = useState(firstTheme)
  const [keys, setKeys] = useState(firstKeys)

  useEffect(() => {
    setKeysEnabled(keys)
  }, [keys])

  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    if (!own || own === zone) return
    keepCookie(COOKIES.zone, own)
    router.refresh()
  }, [zone, router])

  const value = useMemo<Preferences>(
    () => ({
      theme,
      keys,
      setTheme: (next) => {
        setTheme(next)
        keepCookie(COOKIES.theme, next)
        if (next === 'system') delete document.documentElement.dataset.theme
        else document.documentElement.dataset.theme = next
      },
      setKeys: (on) => {
        setKeys(on)
        keepCookie(COOKIES.keys, on ? 'on' : 'off')
      },
    }),
    [theme, keys],
  )
  return <PreferencesContext value={value}>{children}</PreferencesContext>
}

export function usePreferences(): Preferences {
  const value = use(PreferencesContext)
  if (!value) throw new Error('usePreferences needs PreferencesProvider around it')
  return value
}
