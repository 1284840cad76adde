'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ask } from '@/lib/browser/fetch-json'
import type { resetRoute } from '@/lib/questions/draft/contract'
import { journalQueries } from '@/lib/questions/queries'
import { Button } from './button'

/** The button of the demo garden that brings everything back as it was at the start, after something was applied. */
export function BringBack(): ReactNode {
  const query = useQuery(journalQueries.journal())
  const client = useQueryClient()
  const reset = useMutation({
    mutationFn: () => ask<typeof resetRoute>('POST /api/demo/reset', { body: {} }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: journalQueries.journal().queryKey })
      await client.invalidateQueries()
    },
  })
  if (query.data?.canReset !== true) return null
  return (
    <Button disabled={reset.isPending} title="The demo garden as it was at the start" onClick={() => reset.mutate()}>
      {reset.isError ? 'Not brought back, try again' : 'Bring the original back'}
    </Button>
  )
}
