'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queries } from '@/lib/client/queries'
import { ResetButton } from './reset-button'

/** In the demo garden, after something was applied: everything as it was at the start. */
export function BringBack(): ReactNode {
  const query = useQuery(queries.journal())
  return query.data?.canReset === true ? <ResetButton /> : null
}
