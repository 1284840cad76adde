'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'
import { queries } from '@/lib/client/queries'
import type { FilmAnswer } from '@/lib/contract'
import type { Asked } from '@/lib/contract/route'
import type { Zone } from '@/lib/contract/zone'
import type { FilmOfDraftRoute } from '@/lib/questions/film/contract'
import { filmDifferences } from './film-differences'
import { Today, useOfToday } from './today'

interface FilmTodayProps {
  readonly answer: FilmAnswer
  readonly body: Asked<FilmOfDraftRoute>['body']
  /** Which day is looked at: `2026-12-20`. */
  readonly date: string
}

/** What the film says today, beside what it said then. */
export function FilmToday({ answer, body, date }: FilmTodayProps): ReactNode {
  const query = useQuery(queries.film(useOfToday(body)))
  const differences = useCallback(
    (then: FilmAnswer, today: FilmAnswer, zone: Zone) => filmDifferences(then, today, zone, date),
    [date],
  )
  return <Today who="it" past={answer} query={query} differences={differences} />
}
