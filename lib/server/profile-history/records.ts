import 'server-only'
import { LRUCache } from 'lru-cache'
import type { ChangeEffectAnswer, JournalEntry } from '@/lib/contract'
import { MINUTE } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
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
  const [states, since, gaps, { entries }] = await Promise.all([
    history.statesOf(ref),
    history.since(),
    history.gaps(),
    journal.read({
      sees: (object) =>
        maySee && object?.kind === ref.kind && object.namespace === namespace && object.name === ref.name,
    }),
  ])
  const applied = new Map<Instant, Applied>()
  for (const entry of entries) {
    // Of one whose outcome nobody was told it is not known which write it was, nor whether it was any.
    const state = entry.found === true ? undefined : stateMadeBy(entry, states, applied)
    if (state !== undefined) applied.set(state.seen, appliedIn(entry))
  }
  return { states, since, gaps, applied, maySee }
}

function appliedIn(entry: JournalEntry): Applied {
  return { who: entry.who, reason: ('reason' in entry && entry.reason) || null }
}

/** So far apart, in milliseconds, are the end of a write and the moment at which what it made is seen. */
const atMostApart = MINUTE

/**
 * The state that a write made: of its resourceVersion, and seen as it was written, or after a gap in which it was. A
 * resourceVersion alone does not tell: without an API server it is made of the content, and whoever brings an old state back,
 * e.g. with `git checkout`, brings it back too. undefined: there is none.
 */
function stateMadeBy(
  { resourceVersion, at }: Pick<JournalEntry, 'resourceVersion' | 'at'>,
  states: Records['states'],
  others: Records['applied'],
): ObjectState<ProfileEntry> | undefined {
  const written = Date.parse(at)
  return states.find(({ value, seen, after }) => {
    if (value?.resourceVersion !== resourceVersion || after === null || others.has(seen)) return false
    return (after ?? seen) - atMostApart <= written && written <= seen + atMostApart
  })
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
