import { FORCED, IN_PLACE, STUCK, shootsPage, tonightPage } from '@/lib/browser/paths'
import { Tabs } from '../ui/page-head'
import { ANY_LIST_NAMES, type ClusterFilters, NO_FILTERS } from './filters'

interface ClustersViewsProps {
  readonly filters: ClusterFilters
  readonly isTonight?: boolean
  /** Of all clusters, and of the view that is shown; absent where they are not known. */
  readonly all?: number | undefined
  readonly shown?: number | undefined
}

const LISTS = [
  { text: 'Forced', search: FORCED, group: undefined },
  { text: 'Stuck', search: STUCK, group: 'cause' },
  { text: 'In place', search: IN_PLACE, group: undefined },
] as const

/** The views of the clusters: the list, the night, and the lists that people ask for most. The projects that are set stay. */
export function ClustersViews({ filters, isTonight = false, all, shown }: ClustersViewsProps) {
  const project = [...filters.project]
  const isList = (search: (typeof LISTS)[number]['search']) =>
    !isTonight && isSame(filters, { ...NO_FILTERS, ...search, project })
  const current = LISTS.find(({ search }) => isList(search))
  return (
    <Tabs
      label="Views of the clusters"
      tabs={[
        {
          text: 'All',
          href: shootsPage({ project }),
          current: !isTonight && current === undefined,
          count: project.length === 0 ? all : undefined,
        },
        {
          text: 'Tonight',
          href: tonightPage(project),
          current: isTonight,
          count: isTonight && isSame(filters, { ...NO_FILTERS, project }) ? shown : undefined,
        },
        ...LISTS.map((list) => ({
          text: list.text,
          href: shootsPage({ ...list.search, project, group: list.group }),
          current: list === current,
          count: list === current ? shown : undefined,
        })),
      ]}
    />
  )
}

function isSame(a: ClusterFilters, b: ClusterFilters): boolean {
  const names = ['q', 'within', 'date', ...ANY_LIST_NAMES] as const
  return names.every((name) => [a[name]].flat().toSorted().join(' ') === [b[name]].flat().toSorted().join(' '))
}
