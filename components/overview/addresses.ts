import { addressText, withMoment } from '@/lib/browser/at'
import { OVERVIEW, shootsPage } from '@/lib/browser/paths'
import { useUrlState } from '@/lib/browser/url-state'
import type { ShootsParams } from '@/lib/questions/queries'

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
