/**
 * What is the matter with a cluster, or will be: dead ends, failures and since when, requests, windows, what is overdue. Each is
 * told as facts; `lib/words` has the sentences.
 */

export { type DeadEnd, deadEndsOf, type ProfileDeadEnd, profileDeadEndsOf } from './dead-ends'
export { type FailureReason, type Held, type Holder, lastLeaves, leavesAt } from './held'
export {
  type Asked,
  type Beginning,
  endangersNodes,
  type Obstacle,
  type OverdueParts,
  type Reported,
  type Retry,
  reportedBefore,
  reportedOf,
  type SettingsEnd,
  type Span,
  severityOf,
  unmetPreconditions,
  type WindowTrouble,
  windowTrouble,
} from './obstacle'
export { constraintsOf, type Prospect, unclassifiedOf } from './obstacles'
export {
  type FailingNow,
  failingNow,
  failingSince,
  failsIn,
  type Overdue,
  overdueOf,
  pastOf,
  sameFailure,
} from './past-windows'
