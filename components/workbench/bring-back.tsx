'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { later } from '@/components/ui/later'
import { queries } from '@/lib/client/queries'

// Loaded after something was applied.
const ResetButton = later(() => import('./reset-button').then((part) => part.ResetButton))

/** In the demo garden, after something was applied: everything as it was at the start. */
export function BringBack(): ReactNode {
  const query = useQuery(queries.journal())
  return query.data?.canReset === true ? <ResetButton /> : null
}
