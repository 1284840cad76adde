import { z } from 'zod'
import { journalEntry, profileEntry, shootEntry } from '@/lib/contract/apply'
import type { Route } from '@/lib/contract/route'

/** Edits that were begun, of which it is not known what became of them. */
export const begunEdits = z.strictObject({
  /** The edits as in an entry; `at` is when they were begun. */
  begun: z.union([shootEntry.omit({ resourceVersion: true }), profileEntry.omit({ resourceVersion: true })]),
  /** Whether the outcome may still come: they are being applied. */
  isOpen: z.boolean(),
  /** How much of what they change is in the garden now; null: it cannot be told. */
  holds: z.enum(['all', 'some', 'none']).nullable(),
  /** The resource version of the object that was looked up; null: it could not be read. */
  resourceVersion: z.string().nullable(),
  /** What is known, e.g. `Begun, outcome not known: Almanac ended before it was told. The profile holds the edit now.` */
  sentence: z.string(),
})

export const journalAnswer = z.strictObject({
  /** Where the journal is kept: until the process ends, in a file of `DATA_DIR`, or in PostgreSQL for all replicas. */
  kept: z.enum(['process', 'file', 'database']),
  /** Newest first. */
  entries: z.array(journalEntry),
  /** Edits of which no outcome is written down, newest first: a process ended meanwhile, or could read no answer of the garden. */
  begun: z.array(begunEdits),
  /** Entries that cannot be read: a newer Almanac wrote them, or a crash tore them. */
  unreadable: z.int(),
  /** Why entries may be missing, or could not be written down yet; null: all is well. */
  problem: z.string().nullable(),
  /** Whether the demo garden was edited, so that its original can be brought back. */
  canReset: z.boolean(),
})

export const journalRoute = {
  name: 'GET /api/journal',
  summary:
    'What was applied: who, when, what, with what effect, and what undoes it; and what was begun without an outcome',
  answer: journalAnswer,
} as const satisfies Route

export type BegunEdits = z.infer<typeof begunEdits>
export type JournalAnswer = z.infer<typeof journalAnswer>
