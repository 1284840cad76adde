'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useZone } from '@/lib/browser/clock'
import type { GardenAnswer } from '@/lib/questions/overview/contract/garden'
import { overviewQueries } from '@/lib/questions/overview/queries'
import { Today, useMomentOfToday } from '../ui/today'
import { overviewDifferences } from './overview-differences'

interface OverviewTodayProps {
  readonly answer: GardenAnswer
  /** Undefined: all that there are. */
  readonly projects: readonly string[] | undefined
}

/** What the overview says today, beside what it said then. */
export function OverviewToday({ answer, projects }: OverviewTodayProps): ReactNode {
  const zone = useZone()
  const moment = useMomentOfToday()
  const query = useQuery(overviewQueries.garden({ ...moment, zone, project: projects && [...projects] }))
  return <Today who="it" past={answer} query={query} differences={overviewDifferences} />
}
