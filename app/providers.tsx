'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ClockProvider } from '@/lib/client/clock'
import type { Theme } from '@/lib/client/preferences'
import { PreferencesProvider } from '@/lib/client/preferences-context'
import { makeQueryClient } from '@/lib/client/query-client'

export interface ProvidersProps {
  readonly theme: Theme
  readonly keys: boolean
  readonly zone: string
  /** The server's clock, in milliseconds. */
  readonly renderedAt: number
  readonly children: ReactNode
}

export function Providers({ theme, keys, zone, renderedAt, children }: ProvidersProps) {
  const [client] = useState(makeQueryClient)
  return (
    <QueryClientProvider client={client}>
      <PreferencesProvider theme={theme} keys={keys} zone={zone}>
        <ClockProvider zone={zone} renderedAt={renderedAt}>
          {children}
        </ClockProvider>
      </PreferencesProvider>
    </QueryClientProvider>
  )
}
