'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { journalQueries } from '@/lib/questions/journal/queries'
import { ResetButton } from './reset-button'

/** In the demo garden, after something was applied: everything as it was at the start. */
export function BringBack(): ReactNode {
  const query = useQuery(journalQueries.journal())
  return query.data?.canReset === true ? <ResetButton /> : null
}
