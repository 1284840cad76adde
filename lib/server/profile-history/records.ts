import 'server-only'
import { LRUCache } from 'lru-cache'
import type { ChangeEffectAnswer } from '@/lib/contract'
import type { Instant } from '@/lib/engine/types'
import { type ProfileEntry, profileKey, type Snapshot } from '@/lib/garden/garden'
import type { History } from '@/lib/history'
import type { Asker } from '../asker'
import { NotFound } from '../errors'
import type { Journal } from '../journal'
import { processWide } from '../kept'
import { changeAfter } from './changes'
import { changeEffectView } from './effect'
import type { Records } from './view'

/**
 * What is recorded of a profile that whoever asks may see. Who applied an edit of a CloudProfile is told to those who see the whole
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
  return { states, since, gaps, people: new Map(entries.map(({ resourceVersion, who }) => [resourceVersion, who])) }
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
  const effects = processWide(
    'change-effects',
    () => new LRUCache<string, Promise<ChangeEffectAnswer>>({ max: mostEffects }),
  )
  const key = JSON.stringify([sight, profileKey(entry.ref), seen])
  let effect = effects.get(key)
  if (effect === undefined) {
    effect = compute()
    effect.catch(() => effects.delete(key))
    effects.set(key, effect)
  }
  return effect

  async function compute(): Promise<ChangeEffectAnswer> {
    const change = await changeAfter(await history.statesOf(entry.ref), seen)
    if (change === undefined) throw new NotFound(`A later change of ${profileKey(entry.ref)}`, [], 'what is recorded')
    return changeEffectView(snapshot, seen, entry, change)
  }
}
