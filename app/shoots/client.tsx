'use client'

import dynamic from 'next/dynamic'
import { useCallback, useMemo } from 'react'
import { type ClusterFilters, hasFilters } from '@/components/clusters/filters'
import type { TableView } from '@/components/clusters/shoots-table'
import { ShootsView } from '@/components/clusters/shoots-view'
import { useMyProjects } from '@/lib/browser/pinned-projects'
import { NOT_MINE } from '@/lib/browser/preferences'
import { useUrlState } from '@/lib/browser/url-state'
import { filtersPatch, readShootsUrl, shootsViewPatch } from './search-params'

/** Loaded where the night is shown, as the list of clusters has the same page. */
const TonightBoard = dynamic(() =>
  import('@/components/clusters/tonight/tonight-board').then((part) => part.TonightBoard),
)

/** The clusters table with its address: filters, sorting, density and the expanded row. */
export function ShootsClient() {
  const { params, set } = useUrlState()
  const { filters, view } = useMemo(() => readShootsUrl(params), [params])
  const onView = useCallback((next: Partial<TableView>) => set(shootsViewPatch(next)), [set])
  const pinned = useMyProjects(hasFilters(filters))
  const onFilters = useCallback(
    (next: ClusterFilters) => {
      const isBare = pinned.length > 0 && !hasFilters(next)
      set({ ...filtersPatch(next), mine: isBare ? NOT_MINE.mine : undefined }, 'push')
    },
    [set, pinned],
  )
  return <ShootsView filters={filters} view={view} onFilters={onFilters} onView={onView} />
}

/** The night with its address: filters, and whether it is a board. */
export function TonightClient() {
  const { params, set } = useUrlState()
  const { filters } = useMemo(() => readShootsUrl(params), [params])
  return <TonightBoard filters={filters} onFilters={(next) => set(filtersPatch(next), 'push')} />
}
