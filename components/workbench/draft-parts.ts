/** What is shown with the first edit, loaded in one piece. */
export { AffectedClusters } from './affected-clusters'
export { LoadCurve } from './load-curve'
export { PatchDock } from './patch-dock'
