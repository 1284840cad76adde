import type { JournalAnswer } from '@/lib/contract'
import { profileKey } from '@/lib/garden/garden'
import type { JournalObject } from '../intents'
import { begunView } from './begun-view'
import type { Desk } from './send'

/**
 * Everything that was applied as far as it is known, newest first. Who does not see the whole landscape is told of what they see in
 * their own projects: what was done to a CloudProfile is told with what it did to all clusters.
 */
export async function journalView({
  garden,
  identity,
  sight,
  journal,
}: Pick<Desk, 'garden' | 'identity' | 'sight' | 'journal'>): Promise<JournalAnswer> {
  const { profiles, shoots } = garden.snapshot()
  const namespaces = new Set<string | null>(sight === '' ? [] : shoots.map(({ namespace }) => namespace))
  const sees = (object: JournalObject | null) =>
    sight === '' ||
    (object?.kind === 'Shoot' && namespaces.has(object.namespace)) ||
    (object?.kind === 'NamespacedCloudProfile' &&
      object.namespace !== null &&
      profiles.has(profileKey({ kind: object.kind, namespace: object.namespace, name: object.name })))
  const reading = await journal.read({ sees })
  return {
    kept: journal.kept,
    ...reading,
    entries: [...reading.entries],
    begun: await begunView({ garden, identity, journal }, reading.begun),
    canReset: garden.isEdited?.() ?? false,
  }
}
