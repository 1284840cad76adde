import 'server-only'
import { LRUCache } from 'lru-cache'
import { type Journal, theJournal } from '@/lib/apply/journal'
import type { JournalEntry } from '@/lib/contract/apply'
import { formatInstant, MINUTE } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import type { ProfileEntry } from '@/lib/garden/garden'
import type { History, ObjectState } from '@/lib/history'
import type { AnswerTo } from '@/lib/http/answer'
import { exactInstantOf, wholeSeconds } from '@/lib/landscape/clock'
import { landscapeAt } from '@/lib/landscape/current-landscape'
import type { Asker } from '@/lib/landscape/garden'
import { theBegunHistory } from '@/lib/landscape/history'
import { findProfile, there } from '@/lib/landscape/lookup'
import { type PastGardens, thePasts } from '@/lib/landscape/past'
import { NotFound } from '@/lib/process/errors'
import { processWide } from '@/lib/process/kept'
import { profileNamed } from '@/lib/words/phrases'
import type { changeEffectRoute, profileHistoryRoute } from '../contract'
import type { ChangeEffectAnswer } from '../contract/history'
import { changeAt, momentBefore } from './profile-history/differences'
import { changeEffectView } from './profile-history/effect'
import { type AppliedEdit, type ProfileRecords, profileHistoryView } from './profile-history/view'

export const answerProfileHistory: AnswerTo<typeof profileHistoryRoute> = async (
  { path, query: { at, zone = 'UTC' } },
  asker,
) => {
  const landscape = await landscapeAt(asker.garden, at)
  const entry = there(asker.garden, () => findProfile(landscape, path.ref))
  return profileHistoryView(
    landscape,
    entry,
    await recordsOf(asker, entry, await theBegunHistory(), theJournal()),
    zone,
  )
}

export const answerChangeEffect: AnswerTo<typeof changeEffectRoute> = async ({ path, query }, asker) =>
  effectOfChange(asker, path.ref, exactInstantOf('change', query.change), {
    history: await theBegunHistory(),
    pasts: thePasts(),
  })

/**
 * What is recorded of a profile that the user may see. Who applied an edit of a CloudProfile, and why, is told to those who see the whole
 * landscape, as the journal does.
 */
export async function recordsOf(
  { sight }: Pick<Asker, 'sight'>,
  { ref }: ProfileEntry,
  history: Pick<History, 'statesOf' | 'since' | 'gaps'>,
  journal: Pick<Journal, 'read'>,
): Promise<ProfileRecords> {
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
  const applied = new Map<Instant, AppliedEdit>()
  for (const entry of entries) {
    // Of one whose outcome was not told it is not known which write it was, nor whether it was any.
    const state = entry.found === true ? undefined : stateMadeBy(entry, states, applied)
    if (state !== undefined)
      applied.set(state.seen, { who: entry.who, reason: ('reason' in entry && entry.reason) || null })
  }
  return { states, since, gaps, applied, maySee }
}

/** How far apart the end of a write and the moment at which its result is seen may be, in milliseconds. */
const atMostApart = MINUTE

/**
 * The state that a write made: of its resourceVersion, and seen as it was written, or after a gap in which it was. A
 * resourceVersion alone does not tell: without an API server it is made of the content, and an old state that comes back,
 * e.g. with `git checkout`, brings it back too. undefined: there is none.
 */
function stateMadeBy(
  { resourceVersion, at }: Pick<JournalEntry, 'resourceVersion' | 'at'>,
  states: ProfileRecords['states'],
  others: ProfileRecords['applied'],
): ObjectState<ProfileEntry> | undefined {
  const written = Date.parse(at)
  return states.find(({ value, seen, after }) => {
    if (value?.resourceVersion !== resourceVersion || after === null || others.has(seen)) return false
    return (after ?? seen) - atMostApart <= written && written <= seen + atMostApart
  })
}

/** How many effects are kept. What happened does not change. */
const mostEffects = 1000

/**
 * What the change of a profile did that was seen at a moment, to the millisecond: to what was ahead of the clusters that were there just
 * before it. `ref` is `[NAME]` or `[NAMESPACE, NAME]`. Throws `NotFound` where the user does not see the profile, neither as it is
 * nor as it was then, and where no such change of it is recorded, or nothing of it was there before.
 */
export async function effectOfChange(
  asker: Asker,
  ref: readonly string[],
  moment: Instant,
  { history, pasts }: { readonly history: Pick<History, 'statesOf'>; readonly pasts: Pick<PastGardens, 'knownBy'> },
): Promise<ChangeEffectAnswer> {
  const known = processWide('change-effects', () => new LRUCache<string, ChangeEffectAnswer>({ max: mostEffects }))
  const key = JSON.stringify([asker.sight, ref, moment])
  const effect = known.get(key) ?? (await effectIn(asker, ref, moment, { history, pasts }))
  known.set(key, effect)
  return effect
}

async function effectIn(...[asker, ref, moment, { history, pasts }]: Parameters<typeof effectOfChange>) {
  const key = ref.join('/')
  const change = await changeAt(await history.statesOf(profileNamed(key)), moment)
  if (change !== undefined) {
    const before = momentBefore(change)
    const snapshot = (await pasts.knownBy(asker, before)).garden.snapshot()
    const entry = snapshot.profiles.get(key)
    if (entry !== undefined) return changeEffectView(snapshot, wholeSeconds(before), entry, change)
  }
  // One that is hidden is refused like one that does not exist, whether it changed then or not.
  findProfile({ snapshot: asker.garden.snapshot() }, ref)
  throw new NotFound(`What a change of ${key} at ${formatInstant(moment)} did`, [], 'what is recorded')
}
