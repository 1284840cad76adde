import { useQuery } from '@tanstack/react-query'
import { useMoment, useZone } from '@/lib/browser/clock'
import { shootsPage, tonightPage } from '@/lib/browser/paths'
import { FORCED, IN_PLACE, STUCK } from '@/lib/contract/words'
import { clustersQueries } from '@/lib/questions/queries'
import { Tabs } from '../ui/page-head'
import { ANY_LIST_NAMES, type ClusterFilters, NO_FILTERS } from './filters'

interface ClustersViewsProps {
  readonly filters: ClusterFilters
  readonly isTonight?: boolean
}

const LISTS = [
  { text: 'Forced', count: 'forced', search: FORCED, group: undefined },
  { text: 'Stuck', count: 'stuck', search: STUCK, group: 'cause' },
  { text: 'In place', count: 'inPlace', search: IN_PLACE, group: undefined },
] as const

/** The views of the clusters: the list, the night, and the lists that people ask for most. The projects that are set stay. */
export function ClustersViews({ filters, isTonight = false }: ClustersViewsProps) {
  const project = [...filters.project]
  const { data: counts } = useQuery(clustersQueries.views({ ...useMoment(), zone: useZone(), project }))
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
          count: counts?.all,
        },
        {
          text: 'Tonight',
          href: tonightPage(project),
          current: isTonight,
          count: counts?.tonight,
        },
        ...LISTS.map((list) => ({
          text: list.text,
          href: shootsPage({ ...list.search, project, group: list.group }),
          current: list === current,
          count: counts?.[list.count],
        })),
      ]}
    />
  )
}

function isSame(a: ClusterFilters, b: ClusterFilters): boolean {
  const names = ['q', 'within', 'date', ...ANY_LIST_NAMES] as const
  return names.every((name) => [a[name]].flat().toSorted().join(' ') === [b[name]].flat().toSorted().join(' '))
}
