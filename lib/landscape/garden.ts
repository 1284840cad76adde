import 'server-only'
import type { StatusAnswer } from '@/lib/contract/status'
import { compareVersions, isNewerThanRules, parseVersion, RULES_RELEASE } from '@/lib/engine/rules'
import type { Garden, GardenUser, Identity, Snapshot } from '@/lib/garden'
import { doneWithin } from '@/lib/process/done-within'
import { NotReady } from '@/lib/process/errors'
import { processWide } from '@/lib/process/kept'
import { namedByClusters } from './named-by-clusters'

/** With more than so many objects left a question does not wait, as they take too long to read. Pages tell how far it is, and follow. */
const soonRead = 20_000

/**
 * The one garden of this process, which `openTheGarden` opened: pages and routes are built without all that reads a garden. Throws where
 * it was not opened.
 */
export function theGarden(): Garden {
  return processWide<Garden>('garden', () => {
    throw new Error('What begins the process opens the garden.')
  })
}

/**
 * Waits a little for the first snapshot; whether all was read then. A garden that says it is ready while it is still being read takes
 * long, and is not waited for again.
 */
export async function isRead(garden: Garden): Promise<boolean> {
  const isReading = () => garden.status().state === 'reading'
  if (isReading() && leftToRead(garden) <= soonRead) await doneWithin(garden.ready())
  return !isReading()
}

/** As `isRead`, for questions that need the whole garden. Throws `NotReady` if it is not there yet. */
export async function untilRead(garden: Garden): Promise<void> {
  if (!(await isRead(garden))) throw new NotReady('The garden is still being read.')
}

/** How many objects are left to read, as far as this is known yet. */
function leftToRead(garden: Garden): number {
  return garden.status().resources.reduce((all, { read, of = read }) => all + of - read, 0)
}

/** A user and what they see: every answer is made for an asker, from their garden alone. */
export interface Asker {
  readonly identity: Identity
  /** The user as the garden calls them. Null: there is no sign-in here, and each asks as the user who started Almanac. */
  readonly user: GardenUser | null
  /** Cut to what they may see. */
  readonly garden: Garden
  /** A text that is the same for all users who see the same; empty for those who see everything. */
  readonly sight: string
}

/** Almanac itself: for what is told to no one in particular. */
export function almanac(): Asker {
  return { identity: { kind: 'process' }, user: null, garden: theGarden(), sight: '' }
}

/** No landscape runs more at a time, but a file may say anything. */
const MOST = 20

/** The release of Gardener that the rules are of, and the releases that work on the clusters. Releases that cannot be read are left out. */
export function gardenerOf({ shoots }: Pick<Snapshot, 'shoots'>): Omit<StatusAnswer['gardener'], 'text'> {
  const running = [...namedByClusters(shoots).gardeners]
    .flatMap((text) => parseVersion(text) ?? [])
    .sort(compareVersions)
    .slice(-MOST)
    .map(({ text }) => text)
  return {
    rules: RULES_RELEASE,
    running,
    isNewer: running.some((text) => isNewerThanRules(text) === true),
  }
}
