'use client'

import dynamic from 'next/dynamic'
import { useMemo } from 'react'
import { useUrlState } from '@/lib/browser/url-state'
import { filtersPatch, readShootsUrl } from './search-params'

/** Loaded where the night is shown, as the list of clusters has the same page. */
const TonightBoard = dynamic(() =>
  import('@/components/clusters/tonight/tonight-board').then((part) => part.TonightBoard),
)

/** The night with its address: filters, and whether it is a board. */
export function TonightClient() {
  const { params, set } = useUrlState()
  const { filters } = useMemo(() => readShootsUrl(params), [params])
  return <TonightBoard filters={filters} onFilters={(next) => set(filtersPatch(next), 'push')} />
}
