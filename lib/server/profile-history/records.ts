import 'server-only'
import { LRUCache } from 'lru-cache'
import type { ChangeEffectAnswer, ProfileEntry as EntryOfProfile, JournalEntry } from '@/lib/contract'
import { readEdit } from '@/lib/contract/edit-codec'
import { applyEdit, applyEdits } from '@/lib/engine/edits'
import type { Instant } from '@/lib/engine/types'
import { isDeepEqual } from '@/lib/garden/deep-equal'
import { type ProfileEntry, profileKey, type Snapshot } from '@/lib/garden/garden'
import type { History, ObjectState } from '@/lib/history'
import type { Asker } from '../asker'
import { NotFound } from '../errors'
import { Jobs } from '../jobs'
import type { Journal } from '../journal'
import { processWide } from '../kept'
import { changeAfter } from './changes'
import { changeEffectView } from './effect'
import type { Applied, Records } from './view'

/**
 * What is recorded of a profile that whoever asks may see. Who applied an edit of a CloudProfile, and why, is told to those who see the whole
 * landscape, as the journal does.
 */
export async function recordsOf(
  { sight }: Pick<Asker, 'sight'>,
  { ref }: ProfileEntry,
  history: Pick<History, 'statesOf' | 'since' | 'gaps'>,
  journal: Pick<Journal, 'read'>,
): Promise<Records> {
  const namespace = ref.kind === 'CloudProfile' ? null : ref.namespace
  const maySee = sight === '' || ref.kind === 'NamespacedCloudProfile'
  const [states, since, gaps, { entries, begun }] = await Promise.all([
    history.statesOf(ref),
    history.since(),
    history.gaps(),
    journal.read({
      sees: (object) =>
        maySee && object?.kind === ref.kind && object.namespace === namespace && object.name === ref.name,
    }),
  ])
  const applied = new Map<string, Applied>()
  const [found, told] = [entries.filter((one) => one.found === true), entries.filter((one) => one.found !== true)]
  for (const entry of [...begun.map(({ entry }) => entry), ...found]) {
    const made = entry.kind === 'profile' ? madeBy(entry, states) : undefined
    if (made !== undefined) applied.set(made, appliedIn(entry))
  }
  for (const entry of told) applied.set(entry.resourceVersion, appliedIn(entry))
  return { states, since, gaps, applied }
}

function appliedIn(entry: JournalEntry): Applied {
  return { who: entry.who, reason: ('reason' in entry && entry.reason) || null }
}

/**
 * The version that edits made of a profile although nobody wrote down that they did: the one that followed on what they were made for,
 * where it says what they make of it. undefined: there is none.
 */
function madeBy({ base, at, edits }: EntryOfProfile, states: readonly ObjectState<ProfileEntry>[]): string | undefined {
  const place = states.findIndex(({ value }) => value?.resourceVersion === base)
  const before = states[place]?.value
  const after = states[place + 1]?.value
  if (!before || !after) return undefined
  const wanted = applyEdits(
    before.profile,
    edits.map((edit) => readEdit(edit, Date.parse(at), before.profile)),
    applyEdit,
  )
  return isDeepEqual(wanted.value, after.profile) ? after.resourceVersion : undefined
}

/** So many effects are kept: what happened stays as it is. */
const mostEffects = 1000

/**
 * What the next change of a profile after `seen` did; `snapshot` is the landscape as it was known then. Throws `NotFound` where none
 * followed.
 */
export async function effectAfter(
  { sight }: Pick<Asker, 'sight'>,
  snapshot: Snapshot,
  entry: ProfileEntry,
  { seen, history }: { readonly seen: Instant; readonly history: Pick<History, 'statesOf'> },
): Promise<ChangeEffectAnswer> {
  const { known, computing } = processWide('change-effects', () => ({
    known: new LRUCache<string, ChangeEffectAnswer>({ max: mostEffects }),
    computing: new Jobs(),
  }))
  const key = JSON.stringify([sight, profileKey(entry.ref), seen])
  return (
    known.get(key) ??
    computing.ask(key, async () => {
      const change = await changeAfter(await history.statesOf(entry.ref), seen)
      if (change === undefined) throw new NotFound(`A later change of ${profileKey(entry.ref)}`, [], 'what is recorded')
      const effect = await changeEffectView(snapshot, seen, entry, change)
      known.set(key, effect)
      return effect
    })
  )
}
