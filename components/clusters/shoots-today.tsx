'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ShootsAnswer } from '@/lib/questions/clusters/contract/list'
import { clustersQueries, type ShootsParams } from '@/lib/questions/clusters/queries'
import { Today, useOfToday } from '../ui/today'
import { shootsDifferences } from './shoots-differences'

interface ShootsTodayProps {
  /** The first page, and what was asked for it. */
  readonly answer: ShootsAnswer
  readonly params: ShootsParams
}

/** What the list of clusters says today, beside what it said then. */
export function ShootsToday({ answer, params }: ShootsTodayProps): ReactNode {
  const query = useQuery(clustersQueries.shoots(useOfToday(params)))
  return <Today who="it" past={answer} query={query} differences={shootsDifferences} />
}
