'use client'

import { usePathname } from 'next/navigation'
import { useQueryStates } from 'nuqs'
import { useCallback, useMemo } from 'react'
import { filtersOf } from '@/components/shoots/list/filters'
import { ShootsView, type View } from '@/components/shoots/list/shoots-view'
import { useOrigin } from '@/components/shoots/use-origin'
import { withAt } from '@/lib/client/at'
import { shootsAddress, shootsParams } from './search-params'

/** The clusters table with its address: filters, sorting, density and the expanded row. */
export function ShootsClient() {
  const [url, setUrl] = useQueryStates(shootsParams, { history: 'replace' })
  const { sort, density, open } = url
  const path = usePathname()
  const origin = useOrigin()
  const filters = useMemo(() => filtersOf(url), [url])
  const onView = useCallback((view: Partial<View>) => void setUrl(view), [setUrl])
  return (
    <ShootsView
      filters={filters}
      view={{ sort, density, open }}
      onView={onView}
      onFilters={({ project, profile, version, stage, event, effect, ...one }) => {
        const lists = { project, profile, version, stage, event, effect }
        const copies = Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, [...values]]))
        void setUrl({ ...one, ...copies, open: null })
      }}
      linkAt={(at) => origin + withAt(shootsAddress(path, url), at)}
    />
  )
}
