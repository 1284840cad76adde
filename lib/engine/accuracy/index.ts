/**
 * Whether a forecast was right (docs/history.md#were-we-right): what it named beside what a maintenance did, and if they
 * differ, what came in between. It is given what was known when, and recalls nothing by itself.
 */

export { judgeMissed, judgeRan } from './judge'
export {
  type ClusterRecord,
  type Deviation,
  isNews,
  isToCount,
  type KnownState,
  knownAt,
  type Ran,
  ranIn,
  sharesUpdate,
} from './outcome'
