/**
 * Everything that will happen to a shoot between two instants. Shoots that have the same ahead share it; all memory of it
 * is here.
 */

export * from './class-keys'
export * from './decision-timeline'
export * from './done-step'
export * from './forecast'
export * from './foresee'
export * from './memoized-profile'
export * from './moved-on'
export * from './past-updates'
export * from './transition-graph'
