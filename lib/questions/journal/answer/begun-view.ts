import type { ApplyContext } from '@/lib/apply/context'
import type { BegunIntent, Standing } from '@/lib/apply/intents'
import type { Journal } from '@/lib/apply/journal'
import { type Held, heldOf } from '@/lib/apply/parts'
import { isAccessError, type ObjectRef } from '@/lib/garden'
import type { BegunEdits } from '../contract'

/** What was found in the garden: besides what an object holds, that it is gone, or that it cannot be read now. */
export type Found = Held | 'gone' | 'unread'

/** What is known of edits without an outcome: nothing is supposed, the objects themselves are asked, each once. */
export async function begunView(
  { garden, identity, journal }: Pick<ApplyContext, 'garden' | 'identity' | 'journal'>,
  intents: readonly BegunIntent[],
): Promise<BegunEdits[]> {
  const read = new Map<string, ReturnType<typeof garden.preview>>()
  return Promise.all(
    intents.map(async ({ entry: { resourceVersion: _, ...begun }, parts, standing }): Promise<BegunEdits> => {
      const ref: ObjectRef = begun.kind === 'shoot' ? { kind: 'Shoot', ...begun.shoot } : begun.profile
      const key = JSON.stringify(ref)
      const reading = read.get(key) ?? garden.preview(identity, ref, (object) => object)
      read.set(key, reading)
      const now = await reading.catch((error: unknown) => {
        if (isAccessError(error)) return null
        throw error
      })
      const found: Found = now?.kind === 'ok' ? heldOf(parts, now.object) : now?.kind === 'gone' ? 'gone' : 'unread'
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
  standing: Standing,
  found: Found,
  { what, kept }: { readonly what: 'profile' | 'shoot'; readonly kept: Journal['kept'] },
): string {
  return `${standingText(standing, kept)} ${foundText(found, what === 'shoot' ? 'cluster' : 'profile')}`
}

function standingText(standing: Standing, kept: Journal['kept']): string {
  switch (standing) {
    case 'open':
      return 'Begun, outcome not known yet.'
    case 'unanswered':
      return 'Begun, outcome not known: the garden did not answer.'
    case 'ended':
      // A replica that cannot reach the database cannot be told from one that ended.
      return `Begun, outcome not known: Almanac ended${kept === 'database' ? ', or lost its database,' : ''} before it was told.`
  }
}

function foundText(found: Found, object: string): string {
  switch (found) {
    case 'all':
      return `The ${object} holds the edit now.`
    case 'some':
      return `The ${object} holds a part of the edit now.`
    case 'none':
      return `The ${object} does not hold the edit now.`
    case 'taken':
      return 'Whether it was made cannot be told: Gardener takes the annotation away when it begins.'
    case 'gone':
      return `The ${object} is gone.`
    case 'unread':
      return `Whether the ${object} holds it cannot be told now, as it cannot be read.`
  }
}
