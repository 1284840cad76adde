import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import type { ApplyAnswer, DiffLine, JournalEntry } from '@/lib/contract'
import { onWire } from '@/lib/contract/dates'
import { type ApplyOutcome, isAccessError, type JsonObject, type ObjectEdit, type ObjectRef } from '@/lib/garden'
import type { Asker } from '../asker'
import type { FleetIndex } from '../fleet-index'
import type { Journal } from '../journal'

/** Where edits are applied, and in whose name. */
export interface Desk extends Asker {
  readonly journal: Journal
  /** What the garden says now. */
  index(): Promise<FleetIndex>
  /** The same of what the garden was cut from; null: it was not. */
  uncut(): Promise<FleetIndex | null>
}

/** What is asked of every change. */
interface Asked {
  /** The version that it was made for. */
  readonly base: string
  readonly dryRun: boolean
  /** What was typed. */
  readonly confirm?: string | undefined
}

/** What every entry of the journal tells. */
export type EntryHead = Pick<JournalEntry, 'id' | 'at' | 'who' | 'base' | 'resourceVersion'>

/** A change of one object, with what has to be confirmed before and what the journal tells after it. */
interface Change<C, E extends JournalEntry> {
  readonly ref: ObjectRef
  /** What it throws is thrown on. */
  readonly edit: ObjectEdit
  /** Whether what is there now is still what the edits were made for, though its version is another one. */
  isSame?(now: JsonObject): boolean
  confirmation(): C | Promise<C>
  entry(head: EntryHead, confirmation: C): E
  /** What others have changed, after a conflict. */
  difference(): Promise<{ readonly resourceVersion: string; readonly difference: DiffLine[] | null } | null>
}

type Outcome<K extends ApplyAnswer['outcome']> = Extract<ApplyAnswer, { readonly outcome: K }>

/** What became of it. */
type Sent<C, E> =
  | Outcome<'unchanged' | 'conflict' | 'gone' | 'forbidden' | 'refused' | 'unavailable'>
  | { readonly outcome: 'accepted'; readonly resourceVersion: string; readonly confirmation: C }
  | { readonly outcome: 'applied'; readonly resourceVersion: string; readonly entry: E }
  | { readonly outcome: 'unconfirmed'; readonly confirmation: C }

/** An object whose version rises all the time is not tried for ever. */
const mostTries = 4

/**
 * Sends a change: as a dry run first, and where that is accepted and confirmed, in earnest. What is done is written into the
 * journal.
 */
export async function send<C extends { readonly typing: string | null }, E extends JournalEntry>(
  desk: Desk,
  change: Change<C, E>,
  { base, dryRun, confirm }: Asked,
): Promise<Sent<C, E>> {
  const tried = await sendOn(desk, change, base, true)
  if (tried.outcome.kind !== 'applied') return told(change, base, tried.outcome)
  const confirmation = await change.confirmation()
  const { resourceVersion } = tried.outcome
  if (dryRun) return { outcome: 'accepted', resourceVersion, confirmation }
  const { typing } = confirmation
  if (typing !== null && confirm?.trim() !== typing) return { outcome: 'unconfirmed', confirmation }
  // Asked before anything is changed: nothing may come between a change and its entry.
  const who = await nameOf(desk)
  const done = await sendOn(desk, change, tried.base, false)
  if (done.outcome.kind !== 'applied') return told(change, base, done.outcome)
  const head: EntryHead = {
    id: randomUUID(),
    at: onWire(Date.now()),
    who,
    base: done.base,
    resourceVersion: done.outcome.resourceVersion,
  }
  const entry = change.entry(head, confirmation)
  // It was applied, whether that can be written down or not; the journal tells why it cannot.
  await desk.journal.keep(entry)
  return { outcome: 'applied', resourceVersion: head.resourceVersion, entry }
}

/** Where only the version has changed, it is sent for the one that is there now, which the garden holds it to again. */
async function sendOn<C, E extends JournalEntry>(
  { garden, identity }: Desk,
  { ref, edit, isSame }: Change<C, E>,
  base: string,
  dryRun: boolean,
): Promise<{ readonly outcome: ApplyOutcome; readonly base: string }> {
  let resourceVersion = base
  for (let tries = 1; ; tries++) {
    const outcome = await garden.apply(identity, ref, edit, { resourceVersion, dryRun })
    const isFree = outcome.kind === 'conflict' && tries < mostTries && isSame?.(outcome.newer.object) === true
    if (!isFree) return { outcome, base: resourceVersion }
    resourceVersion = outcome.newer.resourceVersion
  }
}

async function told<C, E extends JournalEntry>(
  change: Change<C, E>,
  base: string,
  outcome: Exclude<ApplyOutcome, { kind: 'applied' }>,
): Promise<Outcome<'unchanged' | 'conflict' | 'gone' | 'forbidden' | 'refused' | 'unavailable'>> {
  switch (outcome.kind) {
    case 'unchanged':
      return { outcome: 'unchanged', resourceVersion: outcome.resourceVersion }
    case 'conflict': {
      const now = (await change.difference()) ?? {
        resourceVersion: outcome.newer.resourceVersion,
        difference: null,
      }
      return { outcome: 'conflict', base, ...now }
    }
    case 'gone':
      return { outcome: 'gone' }
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

/** As the garden's own log has it. One that knows nobody, or does not tell, is edited by whoever started Almanac. */
async function nameOf({ garden, identity, user }: Desk): Promise<string> {
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
