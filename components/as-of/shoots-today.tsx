'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { clusterQueries } from '@/lib/client/cluster-queries'
import type { ShootsParams } from '@/lib/client/queries'
import type { ShootsAnswer } from '@/lib/contract'
import { shootsDifferences } from './shoots-differences'
import { Today, useOfToday } from './today'

interface ShootsTodayProps {
  /** The first page, and what was asked for it. */
  readonly answer: ShootsAnswer
  readonly params: ShootsParams
}

/** What the list of clusters says today, beside what it said then. */
export function ShootsToday({ answer, params }: ShootsTodayProps): ReactNode {
  const query = useQuery(clusterQueries.shoots(useOfToday(params)))
  return <Today who="it" past={answer} query={query} differences={shootsDifferences} />
}
