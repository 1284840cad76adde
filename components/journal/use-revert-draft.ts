'use client'

import { useQuery } from '@tanstack/react-query'
import { encodeDraft } from '@/lib/client/draft'
import { profileName } from '@/lib/client/queries'
import type { JournalEntry } from '@/lib/contract'

/** The way back as a draft that an address carries; null until it is packed. It is based on what was there then. */
export function useRevertDraft({ id, profile, resourceVersion, inverse }: JournalEntry): string | null {
  const { data } = useQuery({
    queryKey: ['revert', id],
    queryFn: () => encodeDraft({ profile: profileName(profile), base: resourceVersion, edits: inverse }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? null
}
