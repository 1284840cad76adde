/**
 * What helps a cluster, and what would not: each piece is tried in a forecast first. Remedies are told as facts; `lib/words` has the
 * sentences.
 */

export { adviceFor, isTooLarge } from './advice'
export type { Outcome } from './outcome'
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
export type { Limit, Timing } from './timing'
