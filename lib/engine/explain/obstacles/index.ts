/**
 * What is the matter with a cluster, or will be: dead ends, failures and since when, requests, windows, what is overdue. Each is
 * told as facts; `lib/words` has the sentences.
 */

export { type DeadEnd, deadEndsOf } from './dead-ends'
export { failingSince, sameFailure } from './failing-since'
export { type Held, type Holder, lastLeaves, leavesAt } from './held'
export {
  type Asked,
  type Beginning,
  type Obstacle,
  type OverdueParts,
  type Retry,
  type SettingsEnd,
  severityOf,
} from './obstacle'
export { constraintsOf, type Prospect } from './obstacles'
export { type FailingNow, failingNow, failsIn, type Overdue, overdueOf, soSince } from './past-windows'
export { type ProfileDeadEnd, profileDeadEndsOf } from './profile-dead-ends'
export { endangersNodes, type Reported, reportedBefore, reportedOf, unmetPreconditions } from './reported'
export { unclassifiedOf } from './unclassified'
export { type Span, type WindowTrouble, windowTrouble } from './window-trouble'
