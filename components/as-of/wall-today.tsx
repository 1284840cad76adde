'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queries } from '@/lib/client/queries'
import type { Asked, WallAnswer } from '@/lib/contract'
import { Today, useOfToday } from './today'
import { wallDifferences } from './wall-differences'

interface WallTodayProps {
  readonly answer: WallAnswer
  readonly body: Asked<'POST /api/wall'>['body']
}

/** What the wall says today, beside what it said then. */
export function WallToday({ answer, body }: WallTodayProps): ReactNode {
  const query = useQuery(queries.wall(useOfToday(body)))
  return <Today who="it" past={answer} query={query} differences={wallDifferences} />
}
