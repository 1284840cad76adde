/**
 * What is recorded of the clusters that run a version: for how long, how they came to it, what failed, how they are doing, and what
 * were not tried. It judges nothing.
 */

export { type ClusterRecord, healthOn, recordOf } from './cluster-record'
export { clusterTime, courseOf, type HealthPair, meansOf, outlierOf, perWeek, sumOf } from './health'
export { KIND_PROPERTIES, KindCounter } from './kinds'
export { predecessorOf, promotedAt, promotionsBetween, type Subject } from './promotions'
