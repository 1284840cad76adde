/** What Almanac must remember: one set of statements for PostgreSQL and for the embedded SQLite. */
export { openStore, theStore } from './open'
export type { Row, Store, Value } from './store'
