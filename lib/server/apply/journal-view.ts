import type { JournalAnswer, JournalEntry } from '@/lib/contract'
import { profileKey } from '@/lib/garden/garden'
import type { JournalReading } from '../journal'
import type { Desk } from './apply'

/**
 * Everything that was applied as far as it is known, newest first. Who does not see the whole landscape is told of what they see in
 * their own projects: what was done to a CloudProfile is told with what it did to all clusters.
 */
export async function journalView({
  garden,
  sight,
  journal: keeping,
}: Pick<Desk, 'garden' | 'sight' | 'journal'>): Promise<JournalAnswer> {
  const { journal, lost } = keeping
  let reading: JournalReading = { entries: [], unreadable: 0 }
  let problem =
    lost[0] === undefined || sight !== '' ? null : `The last edit could not be written down: ${lost[0].reason}`
  try {
    reading = await journal.read()
  } catch (error) {
    problem = `The journal cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
  const { profiles } = garden.snapshot()
  const isTold = ({ profile }: JournalEntry) =>
    sight === '' || (profile.kind === 'NamespacedCloudProfile' && profiles.has(profileKey(profile)))
  const entries = [...lost.map(({ entry }) => entry), ...reading.entries]
    .filter(isTold)
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  return {
    kept: journal.kept,
    entries,
    unreadable: reading.unreadable,
    problem,
    canReset: garden.isEdited?.() ?? false,
  }
}
