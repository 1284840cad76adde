import { query } from '@/lib/browser/query'
import type { JournalRoute } from './contract'

export const journalQueries = {
  /** What was applied, newest first. */
  journal: () => query<JournalRoute>('GET /api/journal', {}),
}
