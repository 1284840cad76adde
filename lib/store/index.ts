/** What Almanac must remember: one set of statements for PostgreSQL and for the embedded SQLite. */
export { openStore, theStore } from './open'
export { isUp, type Row, type Store, type Value } from './store'
