'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useZone } from '@/lib/browser/clock'
import type { TonightAnswer } from '@/lib/questions/clusters/contract/tonight'
import { clustersQueries } from '@/lib/questions/clusters/queries'
import { Today, useMomentOfToday } from '../ui/today'
import { tonightDifferences } from './tonight-differences'
import { momentToCompare } from './tonight-moment'

/** What the board says of the same night today, beside what it said then. */
export function TonightToday({ answer }: { readonly answer: TonightAnswer }): ReactNode {
  const zone = useZone()
  const moment = useMomentOfToday()
  const [now] = useState(Date.now)
  const query = useQuery(clustersQueries.tonight({ ...momentToCompare(answer, moment, now), zone }))
  return <Today who="it" past={answer} query={query} differences={tonightDifferences} />
}
