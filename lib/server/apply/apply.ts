import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import type { z } from 'zod'
import {
  type ApplyAnswer,
  type applyQuery,
  type Confirmation,
  confirmationOf,
  type JournalEntry,
  whatIfQuery,
} from '@/lib/contract'
import { onWire } from '@/lib/contract/dates'
import { editBody } from '@/lib/contract/edit-codec'
import type { Edit } from '@/lib/engine/edits'
import { type ApplyOutcome, type Garden, type Identity, isAccessError, type ProfileEntry } from '@/lib/garden'
import type { FleetIndex } from '../fleet-index'
import type { Journal } from '../journal'
import { findProfile } from '../lookup'
import { problemBody } from '../problem-body'
import { unseenUsers } from '../unseen'
import { changeCounts } from '../what-if/projects'
import { computed } from '../what-if/run'
import { differenceFrom, remember } from './remembered'
import { EditsFailed, type Target, targetOf } from './target'

/** How long it waits for a state that somebody has seen already but this process has not, in milliseconds. */
const patience = 1500

/** Where edits are applied. */
export interface Desk {
  readonly garden: Garden
  /** What they see; empty: all. */
  readonly sight: string
  /** In whose name. */
  readonly identity: Identity
  readonly journal: Journal
  /** What the garden says now. */
  index(): Promise<FleetIndex>
}

type ApplyQuery = z.output<typeof applyQuery>

/**
 * Applies a draft, or with `dryRun` asks whether it would be accepted. What is done is written into the journal with its effect
 * as computed before. Throws `NotFound` for a profile that is not there.
 */
export async function apply(desk: Desk, query: ApplyQuery): Promise<ApplyAnswer> {
  const { garden, identity } = desk
  await untilSeen(garden, query)
  const index = await desk.index()
  const { entry } = findProfile(index, query.profile.split('/'), undefined)
  const target = targetOf(index, entry, query.edits)
  let inverse: readonly Edit[] = []
  const send = (dryRun: boolean): Promise<ApplyOutcome> =>
    garden.apply(
      identity,
      target.ref,
      target.edit((undo) => {
        inverse = undo
      }),
      { resourceVersion: query.base, dryRun },
    )
  try {
    const tried = await send(true)
    if (tried.kind !== 'applied') return await answerOf(desk, target, query, tried)
    const confirmation = confirmationFor(index, entry, query)
    if (query.dryRun) return { outcome: 'accepted', resourceVersion: tried.resourceVersion, confirmation }
    const { typing } = confirmation
    if (typing !== null && query.confirm?.trim() !== typing) return { outcome: 'unconfirmed', confirmation }
    // Asked before anything is changed: nothing may come between a change and its entry.
    const who = await nameOf(garden, identity)
    const done = await send(false)
    if (done.kind !== 'applied') return await answerOf(desk, target, query, done)
    const journaled = entryOf(entry, query, { who, resourceVersion: done.resourceVersion, inverse, confirmation })
    // It was applied, whether that can be written down or not; the journal tells why it cannot.
    await desk.journal.keep(journaled)
    return { outcome: 'applied', resourceVersion: done.resourceVersion, entry: journaled }
  } catch (error) {
    if (!(error instanceof EditsFailed)) throw error
    if (error.problems === null) return { outcome: 'refused', message: error.message, causes: [] }
    return { outcome: 'impossible', problems: error.problems.map((problem) => problem && problemBody(problem)) }
  }
}

/** Whoever applied something just now may know the next version before our watch tells it. */
async function untilSeen(garden: Garden, { profile, base }: ApplyQuery): Promise<void> {
  const isSeen = () => garden.snapshot().profiles.get(profile)?.resourceVersion === base
  if (isSeen() || !garden.snapshot().profiles.has(profile)) return
  let stop = () => {}
  let timer: NodeJS.Timeout | undefined
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patience)
    stop = garden.subscribe(() => {
      if (isSeen()) resolve()
    })
  })
  clearTimeout(timer)
  stop()
}

function confirmationFor(index: FleetIndex, entry: ProfileEntry, { profile, edits }: ApplyQuery): Confirmation {
  const { effects } = computed(index, whatIfQuery.parse({ profile, edits }))
  const confirmation = confirmationOf(profile, { clusters: effects.clusters, changes: changeCounts(effects.effects) })
  const { length } = unseenUsers(index, entry).shoots
  if (length === 0) return confirmation
  // Nobody is to be led to believe that these are left alone.
  const rest = `Of ${length === 1 ? 'the cluster' : `${length} clusters`} on it that you may not see this says nothing.`
  return { ...confirmation, sentence: `${confirmation.sentence} ${rest}`, typing: profile }
}

async function answerOf(
  { garden, identity }: Desk,
  { ref }: Target,
  { profile, base }: ApplyQuery,
  outcome: Exclude<ApplyOutcome, { kind: 'applied' }>,
): Promise<ApplyAnswer> {
  switch (outcome.kind) {
    case 'unchanged':
      return { outcome: 'unchanged', resourceVersion: outcome.resourceVersion }
    case 'conflict': {
      const now = await garden.preview(identity, ref, (object) => object)
      if (now.kind !== 'ok') {
        return { outcome: 'conflict', base, resourceVersion: outcome.newer.resourceVersion, difference: null }
      }
      const { resourceVersion, text } = now
      remember(profile, resourceVersion, text.before)
      return { outcome: 'conflict', base, resourceVersion, difference: differenceFrom(profile, base, text.before) }
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

interface Done {
  readonly who: string
  readonly resourceVersion: string
  readonly inverse: readonly Edit[]
  readonly confirmation: Confirmation
}

function entryOf(
  { ref }: ProfileEntry,
  { base, edits }: ApplyQuery,
  { who, resourceVersion, inverse, confirmation: { effect } }: Done,
): JournalEntry {
  return {
    id: randomUUID(),
    at: onWire(Date.now()),
    who,
    profile: ref,
    base,
    resourceVersion,
    edits: [...edits],
    inverse: inverse.map(editBody),
    effect,
  }
}

/** As the garden's own log has it. One that knows nobody, or does not tell, is edited by whoever started Almanac. */
async function nameOf(garden: Garden, identity: Identity): Promise<string> {
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
