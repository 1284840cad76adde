/**
 * What is the matter with a cluster, or will be: dead ends, failures and since when, requests, windows, what is overdue.
 */

export { deadEndText } from './dead-end-text'
export { type DeadEnd, deadEndsOf } from './dead-ends'
export { failingSince, sameFailure } from './failing-since'
export { constraintsOf, type Prospect } from './obstacles'
export { listed, operationWords } from './operation-text'
export { type FailingNow, failingNow, failsIn, type Overdue, overdueOf, soSince } from './past-windows'
export { type ProfileDeadEnd, profileDeadEndsOf } from './profile-dead-ends'
export { unclassifiedOf } from './unclassified'
export { windowTrouble } from './window-trouble'
