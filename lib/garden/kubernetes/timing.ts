import type { Failure } from './failure'

/** How patient a garden is, in milliseconds where nothing else is said. Tests are less so. */
export interface Timing {
  /** A watch that held for so long has begun well: the next failure is the first one. */
  readonly steady: number
  /** How long a resource may go unfollowed before that is told: servers restart. */
  readonly patience: number
  /** Seconds after which the server ends a watch in good order; up to half as much is added to spread them. */
  readonly watchSeconds: number
  /** A watch that says nothing for so long is given up. Bookmarks come once a minute. */
  readonly watchSilence: number
  /** The same for lists and single objects. */
  readonly listSilence: number
  /** The same for who somebody is and what they may do: somebody waits for it. */
  readonly accessSilence: number
  /** The wait after so many failures in a row. */
  readonly delay: (failure: Failure, failures: number) => number
  /** While waiting for other credentials: how often to look whether their files changed. */
  readonly credentialsCheck: number
  /** How long to wait for a whole first reading before parts of it are shown. */
  readonly wholePatience: number
  /** Between two readings of what can only be read by its name. */
  readonly again: number
  /** Between two snapshots. */
  readonly pause: number
  /** Between two snapshots while the first lists are read. */
  readonly readingPause: number
}

const most = 10_000

const first = 400
/** Where only somebody else can help: new credentials, a role, an API that is installed. */
const slow = [1_000, 3_000, 10_000, 30_000, 60_000]

export const usualTiming: Timing = {
  steady: 5_000,
  patience: 5_000,
  watchSeconds: 300,
  watchSilence: 90_000,
  listSilence: 60_000,
  accessSilence: 10_000,
  delay: (failure, failures) => delayAfter(failure, failures, Math.random()),
  credentialsCheck: 1_000,
  wholePatience: 3_000,
  again: 60_000,
  pause: 250,
  readingPause: 1_000,
}

/**
 * How long to wait, in milliseconds, after so many failures in a row (0 before the first retry). Twice as long each time, up to
 * ten seconds; what is hopeless for now is tried slowly. `random` in [0, 1) spreads what failed together.
 */
export function delayAfter(failure: Failure, failures: number, random: number): number {
  const spread = 0.75 + random / 2
  switch (failure.kind) {
    case 'expired':
      // The first re-list happens at once: it is the ordinary way to go on.
      return failures === 0 ? 0 : Math.min(most, first * 2 ** Math.min(failures, 10)) * spread
    case 'credentials':
    case 'forbidden':
    case 'missing':
      return (slow[Math.min(failures, slow.length - 1)] ?? 60_000) * spread
    case 'behind':
    case 'busy':
    case 'conflict':
    case 'unreachable':
    case 'silent':
    case 'unusable':
      return Math.max(failure.retryAfter ?? 0, Math.min(most, first * 2 ** Math.min(failures, 10))) * spread
  }
}

/** Whether only somebody else can help. */
export function isHopeless(failure: Failure): boolean {
  return failure.kind === 'credentials' || failure.kind === 'forbidden' || failure.kind === 'missing'
}
