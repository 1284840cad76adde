import type { ApplyContext } from '@/lib/apply/context'
import type { BegunIntent, JournalObject } from '@/lib/apply/intents'
import type { JournalEntry } from '@/lib/contract/apply'
import { DAY, HOUR } from '@/lib/engine/time'
import { profileKey } from '@/lib/garden/garden'
import type { BegunEdits, JournalAnswer } from '../contract'
import { begunView } from './begun-view'

/**
 * Everything that was applied as far as it is known, newest first. Who does not see the whole landscape is told of what they see in
 * their own projects: what was done to a CloudProfile is told with what it did to all clusters.
 */
export async function journalView({
  garden,
  identity,
  sight,
  journal,
}: Pick<ApplyContext, 'garden' | 'identity' | 'sight' | 'journal'>): Promise<JournalAnswer> {
  const { profiles, shoots } = garden.snapshot()
  const namespaces = new Set<string | null>(sight === '' ? [] : shoots.map(({ namespace }) => namespace))
  const sees = (object: JournalObject | null) =>
    sight === '' ||
    (object?.kind === 'Shoot' && namespaces.has(object.namespace)) ||
    (object?.kind === 'NamespacedCloudProfile' &&
      object.namespace !== null &&
      profiles.has(profileKey({ kind: object.kind, namespace: object.namespace, name: object.name })))
  const reading = await journal.read({ sees })
  const begun = await begunView({ garden, identity, journal }, reading.begun)
  const settled = await settle(journal, reading.begun, begun)
  return {
    kept: journal.kept,
    ...reading,
    entries: [...reading.entries, ...settled.entries].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)),
    begun: begun.filter((_, i) => !settled.over.has(i)),
    canReset: garden.isEdited?.() ?? false,
  }
}

/** For so long it is told of an edit whose outcome nobody will tell any more that it was begun; and at most, where that cannot be seen. */
const told = { least: HOUR, most: 30 * DAY }

/**
 * What nobody will tell the outcome of is not begun for ever: what its object holds becomes an entry, and what it does not hold is
 * taken away.
 */
async function settle(
  journal: ApplyContext['journal'],
  intents: readonly BegunIntent[],
  begun: readonly BegunEdits[],
): Promise<{ readonly entries: readonly JournalEntry[]; readonly over: ReadonlySet<number> }> {
  const entries: JournalEntry[] = []
  const over = new Set<number>()
  for (const [i, { entry, standing }] of intents.entries()) {
    const age = Date.now() - Date.parse(entry.at)
    const holds = begun[i]?.holds ?? null
    if (standing === 'open' || age < told.least) continue
    if (holds === 'all') {
      const found: JournalEntry = { ...entry, found: true }
      await journal.keep(found)
      entries.push(found)
    } else if (holds === 'none' || age > told.most) await journal.withdraw(entry.id)
    else continue
    over.add(i)
  }
  return { entries, over }
}
