'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ClockProvider } from '@/lib/browser/clock'
import type { Viewer } from '@/lib/browser/preferences'
import { PreferencesProvider } from '@/lib/browser/preferences-context'
import { makeQueryClient } from '@/lib/browser/query'

export interface ProvidersProps {
  readonly viewer: Viewer
  /** The server's clock, in milliseconds. */
  readonly renderedAt: number
  readonly children: ReactNode
}

export function Providers({ viewer, renderedAt, children }: ProvidersProps) {
  const [client] = useState(makeQueryClient)
  // Until the browser has told the zone of the reader, a cluster has that of its window: UTC would be called theirs.
  const isClusters = viewer.times === 'cluster' || !viewer.isZoneKnown
  return (
    <QueryClientProvider client={client}>
      <PreferencesProvider viewer={viewer}>
        <ClockProvider zone={viewer.zone} isClusters={isClusters} renderedAt={renderedAt}>
          {children}
        </ClockProvider>
      </PreferencesProvider>
    </QueryClientProvider>
  )
}
