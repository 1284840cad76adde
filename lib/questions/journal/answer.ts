import 'server-only'
import { type ApplyContext, applyContextOf } from '@/lib/apply/context'
import { type BegunIntent, type EditPresence, heldOf, type IntentState, type JournalObject } from '@/lib/apply/intents'
import type { Journal } from '@/lib/apply/journal'
import type { JournalEntry } from '@/lib/contract/apply'
import { madeOnce } from '@/lib/engine/grouped'
import { DAY, HOUR } from '@/lib/engine/time'
import { isAccessError, type ObjectRef } from '@/lib/garden'
import { profileKey } from '@/lib/garden/garden'
import type { AnswerTo } from '@/lib/http/answer'
import { journalProblemText } from '@/lib/words/journal'
import type { BegunEdits, JournalAnswer, journalRoute } from './contract'

export const answerJournal: AnswerTo<typeof journalRoute> = (_, asker) => journalView(applyContextOf(asker))

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
  const { problems, ...reading } = await journal.read({ sees })
  const begun = await begunView({ garden, identity, journal }, reading.begun)
  const settled = await settle(journal, reading.begun, begun)
  return {
    kept: journal.kept,
    ...reading,
    problem: journalProblemText(problems),
    entries: [...reading.entries, ...settled.entries].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)),
    begun: begun.filter((_, i) => !settled.over.has(i)),
    canReset: garden.isEdited?.() ?? false,
  }
}

/** An edit whose outcome will never be told is shown as begun for so long; and at most, where that cannot be seen. */
const told = { least: HOUR, most: 30 * DAY }

/**
 * An edit whose outcome will never be told is not shown as begun for ever: what its object holds becomes an entry, and what
 * it does not hold is taken away.
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

/** What was found in the garden: besides what an object holds, that it is gone, or that it cannot be read now. */
export type PresentState = EditPresence | 'gone' | 'unread'

/** What is known of edits without an outcome: nothing is supposed, the objects themselves are asked, each once. */
async function begunView(
  { garden, identity, journal }: Pick<ApplyContext, 'garden' | 'identity' | 'journal'>,
  intents: readonly BegunIntent[],
): Promise<BegunEdits[]> {
  const read = new Map<string, ReturnType<typeof garden.preview>>()
  return Promise.all(
    intents.map(async ({ entry: { resourceVersion: _, ...begun }, parts, standing }): Promise<BegunEdits> => {
      const ref: ObjectRef = begun.kind === 'shoot' ? { kind: 'Shoot', ...begun.shoot } : begun.profile
      const reading = madeOnce(read, JSON.stringify(ref), () => garden.preview(identity, ref, (object) => object))
      const now = await reading.catch((error: unknown) => {
        if (isAccessError(error)) return null
        throw error
      })
      const found: PresentState =
        now?.kind === 'ok' ? heldOf(parts, now.object) : now?.kind === 'gone' ? 'gone' : 'unread'
      return {
        begun,
        isOpen: standing === 'open',
        holds: found === 'gone' ? 'none' : found === 'taken' || found === 'unread' ? null : found,
        resourceVersion: now?.kind === 'ok' ? now.resourceVersion : null,
        sentence: begunSentence(standing, found, { what: begun.kind, kept: journal.kept }),
      }
    }),
  )
}

/** What is known of an edit without an outcome. */
export function begunSentence(
  standing: IntentState,
  found: PresentState,
  { what, kept }: { readonly what: 'profile' | 'shoot'; readonly kept: Journal['kept'] },
): string {
  return `${standingText(standing, kept)} ${FOUND[found](what === 'shoot' ? 'cluster' : 'profile')}`
}

function standingText(standing: IntentState, kept: Journal['kept']): string {
  switch (standing) {
    case 'open':
      return 'Begun, outcome not known yet.'
    case 'unanswered':
      return 'Begun, outcome not known: no answer of the garden could be read.'
    case 'ended':
      // A replica that cannot reach the database cannot be told from one that ended.
      return `Begun, outcome not known: Almanac ended${kept === 'database' ? ', or lost its database,' : ''} before it was told.`
  }
}

const FOUND: Readonly<Record<PresentState, (object: string) => string>> = {
  all: (object) => `The ${object} holds the edit now.`,
  some: (object) => `The ${object} holds a part of the edit now.`,
  none: (object) => `The ${object} does not hold the edit now.`,
  taken: () => 'Whether it was made cannot be told: Gardener takes the annotation away when it begins.',
  gone: (object) => `The ${object} is gone.`,
  unread: (object) => `Whether the ${object} holds it cannot be told now, as it cannot be read.`,
}
