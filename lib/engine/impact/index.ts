/**
 * What a change of a spec or a step of maintenance does to nodes: the field that causes it, the strategy and the worst
 * case.
 */

export * from './effects'
export * from './fields'
export * from './impact'
export * from './rollout'
