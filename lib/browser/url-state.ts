'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useCallback } from 'react'
import { BASE_PATH } from '@/lib/contract/base-path'
import { addressText } from './at'

/** New values of parameters; undefined or an empty list removes one. Others stay as they are. */
export type SearchPatch = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * What a page shows lives in its address. `set` changes the search without asking the server for the page again.
 * `push` makes a step to go back to; without it the step is replaced, as for typing in a field.
 */
export function useUrlState(): {
  readonly params: URLSearchParams
  readonly set: (patch: SearchPatch, how?: 'replace' | 'push') => void
} {
  const path = usePathname()
  const params = useSearchParams()
  const set = useCallback(
    (patch: SearchPatch, how: 'replace' | 'push' = 'replace') => {
      const next = patchSearch(new URLSearchParams(window.location.search), patch)
      const address = BASE_PATH + addressText(path, next)
      if (how === 'push') window.history.pushState(null, '', address)
      else window.history.replaceState(null, '', address)
    },
    [path],
  )
  return { params, set }
}

/** The search with a patch applied; the given one is not changed. */
export function patchSearch(search: URLSearchParams, patch: SearchPatch): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [key, value] of Object.entries(patch)) {
    next.delete(key)
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) next.append(key, one)
  }
  return next
}
