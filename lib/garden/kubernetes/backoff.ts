import type { Failure } from './failure'

const first = 400
const most = 10_000
/** Where only somebody else can help: new credentials, a role, an API that is installed. */
const slow = [1_000, 3_000, 10_000, 30_000, 60_000]

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
