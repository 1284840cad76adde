/**
 * What helps a cluster, and what would not: each piece is tried in a forecast first. Remedies are told as facts, and the sentences
 * that say them stand in `sentences.ts`.
 */

export { adviceFor, isTooLarge } from './advice'
export { kindOf, type Remedy } from './remedy'
export { remedyWords, tooLargeText } from './sentences'
