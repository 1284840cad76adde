/**
 * What helps a cluster, and what would not: each piece is tried in a forecast first. Remedies are told as facts; `lib/words` has the
 * sentences.
 */

export * from './advice'
export * from './checklist'
export * from './compare-courses'
export * from './remedy'
