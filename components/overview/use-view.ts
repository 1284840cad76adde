import { addressText, withMoment } from '@/lib/browser/at'
import { useKeys } from '@/lib/browser/keys'
import { OVERVIEW, shootsPage } from '@/lib/browser/paths'
import { useUrlState } from '@/lib/browser/url-state'
import type { ShootsParams } from '@/lib/questions/queries'

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
  useKeys({ t: () => setView(view === 'table' ? 'charts' : 'table') })
  return [view, setView]
}

/** The projects that the overview is about, as its address has them; undefined: all. */
export function useProjects(): readonly string[] | undefined {
  const { params } = useUrlState()
  const names = params.getAll('project').filter(Boolean)
  return names.length === 0 ? undefined : names
}

/** Addresses of clusters that the overview counts: in its projects. */
export function useShootsPage(): (filters: ShootsParams) => string {
  const projects = useProjects()
  return (filters) => shootsPage(projects === undefined ? filters : { ...filters, project: [...projects] })
}

/** The address of the overview of the same projects as it was known at a moment; undefined without one. */
export function useOverviewThen(): (seen: string | undefined) => string | undefined {
  const { params } = useUrlState()
  return (seen) =>
    seen === undefined ? undefined : withMoment(addressText(OVERVIEW, new URLSearchParams(params)), { at: seen, seen })
}
