'use client'

import { useMemo } from 'react'
import { TonightBoard } from '@/components/clusters/tonight/tonight-board'
import { useUrlState } from '@/lib/browser/url-state'
import { filtersPatch, readShootsUrl } from './search-params'

/** The night with its address: filters, and whether it is a board. */
export function TonightClient() {
  const { params, set } = useUrlState()
  const { filters } = useMemo(() => readShootsUrl(params), [params])
  return <TonightBoard filters={filters} onFilters={(next) => set(filtersPatch(next), 'push')} />
}
