'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Asked } from '@/lib/contract/route'
import type { WallAnswer, WallRoute } from '@/lib/questions/projects/contract'
import { projectsQueries } from '@/lib/questions/projects/queries'
import { Today, useOfToday } from '../ui/today'
import { wallDifferences } from './wall-differences'

interface WallTodayProps {
  readonly answer: WallAnswer
  readonly body: Asked<WallRoute>['body']
}

/** What the wall says today, beside what it said then. */
export function WallToday({ answer, body }: WallTodayProps): ReactNode {
  const query = useQuery(projectsQueries.wall(useOfToday(body)))
  return <Today who="it" past={answer} query={query} differences={wallDifferences} />
}
