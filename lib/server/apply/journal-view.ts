import type { JournalAnswer } from '@/lib/contract'
import type { JournalReading } from '../journal'
import type { Desk } from './apply'

/** Everything that was applied as far as it is known, newest first. */
export async function journalView({
  garden,
  journal: keeping,
}: Pick<Desk, 'garden' | 'journal'>): Promise<JournalAnswer> {
  const { journal, lost } = keeping
  let reading: JournalReading = { entries: [], unreadable: 0 }
  let problem = lost[0] === undefined ? null : `The last edit could not be written down: ${lost[0].reason}`
  try {
    reading = await journal.read()
  } catch (error) {
    problem = `The journal cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
  const entries = [...lost.map(({ entry }) => entry), ...reading.entries].sort((a, b) =>
    a.at < b.at ? 1 : a.at > b.at ? -1 : 0,
  )
  return {
    kept: journal.kept,
    entries,
    unreadable: reading.unreadable,
    problem,
    canReset: garden.isEdited?.() ?? false,
  }
}
