import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import type { ApplyAnswer, DiffLine, JournalEntry } from '@/lib/contract/apply'
import { onWire } from '@/lib/contract/dates'
import { type ApplyOutcome, isAccessError, type JsonObject, type ObjectEdit, type ObjectRef } from '@/lib/garden'
import type { ApplyContext } from './context'
import { changedParts, type EditPart } from './intents'
import type { JournalTrouble } from './journal'

/** What is asked of every change. */
export interface SendOptions {
  /** The version that it was made for; null: there is none, and the change makes the object. */
  readonly base: string | null
  readonly dryRun: boolean
  /** What was typed. */
  readonly confirm?: string | undefined
}

/** What every entry of the journal tells. */
export type EntryHead = Pick<JournalEntry, 'id' | 'at' | 'who' | 'base' | 'resourceVersion'>

/** A change of one object, with what has to be confirmed before and what the journal tells after it. */
interface ObjectChange<C, E extends JournalEntry, M = never> {
  readonly ref: ObjectRef
  /** What it makes of the object; or why it cannot be made of it as it is now, as an outcome. */
  edit(object: JsonObject): { readonly object: JsonObject } | { readonly impossible: M }
  /** Whether what is there now is still what the edits were made for, though its version is another one. */
  isSame?(now: JsonObject): boolean
  confirmation(): C | Promise<C>
  /** What else has to be said before it is made, as an outcome; null: nothing. */
  missing?(): Promise<M | null>
  entry(head: EntryHead, confirmation: C): E
  /** What others have changed, after a conflict; left out: that is not told. */
  difference?(): Promise<{ readonly resourceVersion: string; readonly difference: DiffLine[] | null } | null>
}

type AnswerWithOutcome<K extends ApplyAnswer['outcome']> = Extract<ApplyAnswer, { readonly outcome: K }>

/** The edits were applied. */
interface AppliedOutcome<E> {
  readonly outcome: 'applied'
  readonly resourceVersion: string
  readonly entry: E
  /** Why that is not in the journal yet; null: it is. */
  readonly unwritten: JournalTrouble | null
}

/** What became of it. */
export type SendOutcome<C, E> =
  | AnswerWithOutcome<'unchanged' | 'conflict' | 'gone' | 'forbidden' | 'refused' | 'unavailable'>
  | { readonly outcome: 'accepted'; readonly resourceVersion: string; readonly confirmation: C }
  | AppliedOutcome<E>
  | { readonly outcome: 'unconfirmed'; readonly confirmation: C }

/** An object whose version rises all the time is not tried for ever. */
const mostTries = 4

/**
 * Sends a change: as a dry run first, and where that is accepted and confirmed, in earnest. That it is begun is written into the
 * journal before, and what was done after it.
 */
export async function send<C extends { readonly typing: string | null }, E extends JournalEntry, M = never>(
  context: ApplyContext,
  change: ObjectChange<C, E, M>,
  { base, dryRun, confirm }: SendOptions,
): Promise<SendOutcome<C, E> | M> {
  const tried = await sendOn(context, change, base, true)
  if (tried.outcome.kind !== 'applied') return told(change, base, tried.outcome)
  const confirmation = await change.confirmation()
  const { resourceVersion } = tried.outcome
  if (dryRun) return { outcome: 'accepted', resourceVersion, confirmation }
  const { typing } = confirmation
  if (typing !== null && confirm?.trim() !== typing) return { outcome: 'unconfirmed', confirmation }
  const missing = (await change.missing?.()) ?? null
  if (missing !== null) return missing
  const { journal } = context
  // Asked before anything is changed: nothing may come between a change and its entry.
  const who = await nameOf(context)
  const id = randomUUID()
  const asked = tried.base ?? ''
  const head: EntryHead = { id, at: onWire(Date.now()), who, base: asked, resourceVersion: asked }
  await journal.begin({ entry: change.entry(head, confirmation), parts: tried.parts })
  let mayBeSent = false
  const done = await sendOn(context, change, tried.base, false, (isMade) => {
    mayBeSent = isMade
  }).catch(async (error: unknown) => {
    // What goes wrong later says nothing of the outcome, but that its user is not let in.
    await (mayBeSent && !isAccessError(error) ? journal.leave(id) : journal.withdraw(id))
    throw error
  })
  if (done.outcome.kind !== 'applied') {
    const isUncertain = done.outcome.kind === 'unavailable' && done.outcome.uncertain
    await (isUncertain ? journal.leave(id) : journal.withdraw(id))
    return told(change, base, done.outcome)
  }
  const now = done.outcome.resourceVersion
  const made = { id, at: onWire(Date.now()), who, base: done.base ?? '', resourceVersion: now }
  const entry = change.entry(made, confirmation)
  // It was applied, whether that can be written down or not: the answer says if it cannot.
  await journal.keep(entry)
  return { outcome: 'applied', resourceVersion: now, entry, unwritten: journal.unwritten(id) }
}

/** What the garden says, or why nothing was sent to it. */
type TriedOutcome<M> = ApplyOutcome | { readonly kind: 'impossible'; readonly told: M }

/**
 * Where only the version has changed, it is sent for the one that is there now, which the garden holds it to again.
 * @param onMade told false before the garden is asked, and true once the edit is made of what is there: then it may be sent
 */
async function sendOn<M>(
  { garden, identity }: ApplyContext,
  { ref, edit, isSame }: Pick<ObjectChange<unknown, JournalEntry, M>, 'ref' | 'edit' | 'isSame'>,
  base: string | null,
  dryRun: boolean,
  onMade: (isMade: boolean) => void = () => {},
): Promise<{ readonly outcome: TriedOutcome<M>; readonly base: string | null; readonly parts: readonly EditPart[] }> {
  let resourceVersion = base
  let parts: readonly EditPart[] = []
  let impossible = null as { readonly told: M } | null
  const editing: ObjectEdit = (object) => {
    const edited = edit(object)
    if ('impossible' in edited) {
      impossible = { told: edited.impossible }
      throw new Error('This cannot be made of the object as it is now.')
    }
    parts = changedParts(object, edited.object)
    onMade(true)
    return edited.object
  }
  for (let tries = 1; ; tries++) {
    onMade(false)
    const outcome = await garden.apply(identity, ref, editing, { resourceVersion, dryRun }).catch((error: unknown) => {
      if (impossible === null) throw error
      return { kind: 'impossible', ...impossible } as const
    })
    const isFree = outcome.kind === 'conflict' && tries < mostTries && isSame?.(outcome.newer.object) === true
    if (!isFree) return { outcome, base: resourceVersion, parts }
    resourceVersion = outcome.newer.resourceVersion
  }
}

async function told<M>(
  change: Pick<ObjectChange<unknown, JournalEntry>, 'difference'>,
  base: string | null,
  outcome: Exclude<TriedOutcome<M>, { kind: 'applied' }>,
): Promise<AnswerWithOutcome<'unchanged' | 'conflict' | 'gone' | 'forbidden' | 'refused' | 'unavailable'> | M> {
  switch (outcome.kind) {
    case 'unchanged':
      return { outcome: 'unchanged', resourceVersion: outcome.resourceVersion }
    case 'conflict': {
      const now = (await change.difference?.()) ?? {
        resourceVersion: outcome.newer.resourceVersion,
        difference: null,
      }
      return { outcome: 'conflict', base: base ?? '', ...now }
    }
    case 'gone':
      return { outcome: 'gone' }
    case 'impossible':
      return outcome.told
    case 'forbidden':
    case 'refused':
      return {
        outcome: outcome.kind,
        message: outcome.message,
        causes: outcome.causes.map(({ field, message }) => ({ field, message })),
      }
    case 'unavailable':
      return { outcome: 'unavailable', message: outcome.message, uncertain: outcome.uncertain }
  }
}

/** The name of the user in the log of the garden. If it has no users, or does not tell, this is the user who started Almanac. */
async function nameOf({ garden, identity, user }: ApplyContext): Promise<string> {
  if (user !== null) return user.name
  try {
    return (await garden.userOf?.(identity))?.name ?? whoStarted()
  } catch (error) {
    if (isAccessError(error)) return whoStarted()
    throw error
  }
}

function whoStarted(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run as a user that has no name.
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
