/**
 * What is recorded of the clusters that run a version: for how long, how they came to it, what failed, how they are doing, and what
 * were not tried. It judges nothing.
 */

export * from './cluster-record'
export * from './subjects'
