/**
 * What is the matter with a cluster, or will be: dead ends, failures and since when, requests, windows, what is overdue. Each is
 * told as facts, and the sentences that say them stand in `sentences.ts` and `dead-end-sentences.ts`.
 */

export { deadEndText, profileDeadEndText } from './dead-end-sentences'
export { type DeadEnd, deadEndsOf } from './dead-ends'
export { failingSince, sameFailure } from './failing-since'
export { misfitText } from './misfit-sentences'
export { type Beginning, severityOf } from './obstacle'
export { constraintsOf, type Prospect } from './obstacles'
export { operationWords } from './operation-words'
export { type FailingNow, failingNow, failsIn, type Overdue, overdueOf, soSince } from './past-windows'
export { profileDeadEndsOf } from './profile-dead-ends'
export { endangersNodes, type Reported, reportedBefore, reportedOf, unmetPreconditions } from './reported'
export { reportedText, reportText } from './reported-sentences'
export { beginningText, obstacleText, unreportedText, windowTroubleText } from './sentences'
export { unclassifiedOf } from './unclassified'
export { windowTrouble } from './window-trouble'
