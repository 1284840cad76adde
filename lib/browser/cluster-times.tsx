'use client'

import { type ReactNode, use } from 'react'
import type { Zone } from '@/lib/contract/zone'
import { ClockContext } from './clock'

/** What is about one cluster: in the zone of its window, where the viewer wants that. */
export function ClusterTimes({ zone, children }: { readonly zone: Zone | undefined; readonly children: ReactNode }) {
  const clock = use(ClockContext)
  if (zone === undefined || !clock.isClusters) return children
  return <ClockContext value={{ ...clock, zone }}>{children}</ClockContext>
}
