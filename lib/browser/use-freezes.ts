'use client'

import { useQuery } from '@tanstack/react-query'
import type { FreezeDays } from '@/lib/contract/status'
import { statusQueries } from './status-queries'

const NONE: readonly FreezeDays[] = []

/** The freeze days of the setting `FREEZE`: days of the calendar, without a zone. The frame of every page asks for them anyway. */
export function useFreezes(): readonly FreezeDays[] {
  return useQuery(statusQueries.status()).data?.freezes ?? NONE
}
