import { useMemo } from 'react'
import { type Keys, useKeys } from '@/lib/browser/keys'
import { useUrlState } from '@/lib/browser/url-state'

export const VIEWS = [
  { value: 'charts', text: 'Charts', title: 'Charts (t)' },
  { value: 'table', text: 'Tables', title: 'The same data as tables (t)' },
] as const

export type View = (typeof VIEWS)[number]['value']

/** Charts or their tables: in the address, so that a link shows the same. */
export function useView(): readonly [View, (view: View) => void] {
  const { params, set } = useUrlState()
  const view: View = params.get('view') === 'table' ? 'table' : 'charts'
  const setView = (next: View) => set({ view: next === 'table' ? next : undefined })
  const keys = useMemo<Keys>(() => ({ t: () => set({ view: view === 'table' ? undefined : 'table' }) }), [view, set])
  useKeys(keys)
  return [view, setView]
}
