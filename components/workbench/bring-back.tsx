'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { journal, refreshJournal, resetDemo } from '@/lib/client/apply'

/** In the demo garden, after something was applied: everything as it was at the start. */
export function BringBack(): ReactNode {
  const client = useQueryClient()
  const query = useQuery(journal())
  const reset = useMutation({
    mutationFn: resetDemo,
    onSuccess: async () => {
      await refreshJournal(client)
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
