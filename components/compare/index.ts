/** Two profiles beside each other: data in, events out. */
export { ComparePage } from './compare-page'
export { UnknownCompared } from './unknown-compared'
