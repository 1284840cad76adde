import { journalAnswer } from '@/lib/contract/apply'
import type { Route } from '@/lib/contract/route'

export const journalRoute = {
  name: 'GET /api/journal',
  summary:
    'What was applied: who, when, what, its effect as computed then, and what undoes it; and what was begun without an outcome',
  answer: journalAnswer,
} as const satisfies Route
export type JournalRoute = typeof journalRoute
