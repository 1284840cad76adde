'use client'

import { usePathname } from 'next/navigation'
import { useCallback, useMemo } from 'react'
import { addressText } from '@/lib/browser/at'
import { useZone } from '@/lib/browser/clock'
import { patchSearch, useUrlState } from '@/lib/browser/url-state'
import { type ProfileView, readView, viewPatch } from './view-state'

export interface ProfileViewState {
  readonly view: ProfileView
  /** The address of this page with some of the view changed. */
  readonly hrefWith: (change: Partial<ProfileView>) => string
  /** Changes the address without asking the server for the page again. */
  readonly show: (change: Partial<ProfileView>, how?: 'push' | 'replace') => void
}

/** The view as the address has it. */
export function useProfileView(): ProfileViewState {
  const path = usePathname()
  const zone = useZone()
  const { params, set } = useUrlState()
  const text = params.toString()
  const view = useMemo(() => readView(new URLSearchParams(text)), [text])
  const hrefWith = useCallback(
    (change: Partial<ProfileView>) =>
      addressText(path, patchSearch(new URLSearchParams(text), viewPatch({ ...view, ...change }, zone))),
    [path, text, view, zone],
  )
  const show = useCallback(
    (change: Partial<ProfileView>, how: 'push' | 'replace' = 'replace') =>
      set(viewPatch({ ...view, ...change }, zone), how),
    [set, view, zone],
  )
  return { view, hrefWith, show }
}
