/**
 * What helps a cluster, and what would not: each piece is tried in a forecast first. Remedies are told as facts; `lib/words` has the
 * sentences.
 */

export { adviceFor, isTooLarge } from './advice'
export { type AutoUpdate, autoUpdatesOf, deadlineOf } from './checklist'
export type { Limit, Outcome, Timing } from './compare-courses'
export {
  type HeldBack,
  type Helping,
  type ImageVersion,
  kindOf,
  type NodesTouched,
  type Remedy,
  type StuckPart,
  type UpdateTo,
} from './remedy'
