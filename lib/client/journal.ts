import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { JournalAnswer } from '@/lib/contract'
import { fetchJson, type RequestError } from './fetch-json'

const JOURNAL = '/api/journal'

/** What was applied, newest first. */
export function journal() {
  return queryOptions<JournalAnswer, RequestError>({
    queryKey: [JOURNAL],
    queryFn: ({ signal }) => fetchJson(JOURNAL, signal),
  })
}

/** After something was applied: the journal is asked for anew. The garden's own answers follow its revision. */
export async function refreshJournal(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: [JOURNAL] })
}
