/** What was known of the garden, and when: every change of what Almanac keeps of it. */
export { isDamaged } from './content'
export type { Gap, History, HistoryState, ObjectState, ShootStates } from './history'
export { BEAT } from './history'
export { InMemoryHistory } from './in-memory'
export { StoredHistory } from './stored'
