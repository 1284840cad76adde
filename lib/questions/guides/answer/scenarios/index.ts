/** Guides: what operators do with a profile, step by step. */

export { newMinor, newPatch } from './add'
export { deprecateSupported, promote } from './classify'
export { type Ground, groundOf, type Listed, type Setting, type Way } from './ground'
export type { Guide } from './guide'
export { newcomerChecks } from './newcomers'
export { type Policies, policiesOf } from './policies'
export { removeExpired } from './remove'
export { previousOf, replaceErroneous } from './replace'
export type { Arriving } from './replace-steps'
export { usualVersion } from './usual'
