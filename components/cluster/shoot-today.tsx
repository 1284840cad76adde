'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ShootAnswer } from '@/lib/contract/clusters'
import { clusterQueries } from '@/lib/questions/cluster/queries'
import { shootDifferences } from '../outlook/shoot-differences'
import { Today, useMomentOfToday } from '../ui/today'

/** What the page of a cluster says today, beside what it said then. */
export function ShootToday({ answer }: { readonly answer: ShootAnswer }): ReactNode {
  const { namespace, name } = answer.shoot
  const query = useQuery(clusterQueries.shoot(namespace, name, useMomentOfToday()))
  return <Today who="it" past={answer} query={query} differences={shootDifferences} />
}
