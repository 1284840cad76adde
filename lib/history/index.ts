/** What was known of the garden, and when: every change of what Almanac keeps of it. */

export {
  BEAT,
  type History,
  type HistoryState,
  type ObjectState,
  type RecordingGap,
  type ShootStates,
} from './history'
export { InMemoryHistory } from './in-memory'
export { isDamaged } from './parts'
export { StoredHistory } from './stored'
