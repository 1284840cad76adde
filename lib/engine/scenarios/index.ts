/** Guides: what operators do with a profile, step by step. */

export { newMinor, newPatch } from './add'
export { deprecateSupported, promote } from './classify'
export { type Ground, groundOf, type Listed, type Setting, type Way } from './ground'
export type { Guide } from './guide'
export { reasonText } from './held-sentences'
export { newcomerChecks } from './newcomers'
export { type Policies, policiesOf } from './policies'
export { type Held, type Holder, lastLeaves, leavesAt, removeExpired } from './remove'
export { previousOf, replaceErroneous } from './replace'
export type { Arriving } from './replace-steps'
export { usualVersion } from './usual'
