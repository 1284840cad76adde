import type { QueryClient } from '@tanstack/react-query'
import type { ProfileRefBody } from '@/lib/contract/common'
import { csvLine } from '@/lib/contract/csv'
import type { ProfileChangeBody } from '@/lib/questions/profiles/contract/history'
import { profilesQueries } from '@/lib/questions/profiles/queries'
import { profileName } from '@/lib/words/phrases'
import { saveFile } from '../../ui/save-file'

/**
 * Saves changes as CSV, the first `shown` of them with their effects, also where these are still on their way; those of rows that are
 * not shown are left out.
 */
export async function saveChanges(
  client: QueryClient,
  profile: ProfileRefBody,
  changes: readonly ProfileChangeBody[],
  shown: number,
): Promise<void> {
  const effects = await Promise.all(
    changes.slice(0, shown).map((change) =>
      client.ensureQueryData(profilesQueries.changeEffect(profile, change)).then(
        ({ text }) => text,
        () => null,
      ),
    ),
  )
  saveFile(`${profileName(profile).replace('/', '-')}-changes.csv`, csvOf(changes, effects), 'text/csv')
}

function csvOf(changes: readonly ProfileChangeBody[], effects: readonly (string | null)[]): string {
  return [
    csvLine(['number', 'seen', 'not before', 'who', 'why', 'with', 'what', 'effect then']),
    ...changes.map((one, i) =>
      csvLine([
        one.number,
        one.seen,
        one.after,
        one.who,
        one.reason,
        one.manager,
        one.differences.map(({ text }) => text).join('; '),
        effects[i] ?? null,
      ]),
    ),
  ].join('')
}
