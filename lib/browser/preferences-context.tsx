'use client'

import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { setKeysEnabled } from './keys'
import { COOKIES, isKept, keepCookie, type Theme, type TimesZone, type Viewer } from './preferences'

interface PreferencesValue {
  readonly theme: Theme
  readonly setTheme: (theme: Theme) => void
  /** Whether single keys work. */
  readonly keys: boolean
  readonly setKeys: (on: boolean) => void
  /** The zone of their machine. */
  readonly ownZone: string
  readonly times: TimesZone
  readonly setTimes: (times: TimesZone) => void
}

const PreferencesContext = createContext<PreferencesValue | undefined>(undefined)

export interface PreferencesProviderProps {
  /** The viewer as the server knows them. */
  readonly viewer: Viewer
  readonly children: ReactNode
}

/** Keeps the viewer's choices in cookies, and tells the server the zone once, so that it renders the viewer's own times. */
export function PreferencesProvider({ viewer, children }: PreferencesProviderProps) {
  const router = useRouter()
  const { ownZone, isZoneKnown } = viewer
  const [theme, setTheme] = useState(viewer.theme)
  const [keys, setKeys] = useState(viewer.keys)
  const [times, setTimes] = useState(viewer.times)

  useEffect(() => {
    setKeysEnabled(keys)
  }, [keys])

  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    if (own && (own !== ownZone || !isZoneKnown)) keepCookie(COOKIES.zone, own)
    // With the answer all times are theirs. Where no cookie is kept, or they are right as they are, nothing is waited for.
    if (own && own !== ownZone && isKept(COOKIES.zone)) router.refresh()
    else delete document.documentElement.dataset.zone
  }, [ownZone, isZoneKnown, router])

  const value = useMemo<PreferencesValue>(
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
      ownZone,
      times,
      setTimes: (next) => {
        setTimes(next)
        keepCookie(COOKIES.times, next)
        router.refresh()
      },
    }),
    [theme, keys, ownZone, times, router],
  )
  return <PreferencesContext value={value}>{children}</PreferencesContext>
}

export function usePreferences(): PreferencesValue {
  const value = use(PreferencesContext)
  if (!value) throw new Error('usePreferences needs PreferencesProvider around it')
  return value
}
