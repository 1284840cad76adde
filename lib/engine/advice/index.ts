/** What helps a cluster, and what would not: each piece is tried in a forecast first. */

export { adviceFor } from './advice'
