/** Many shoots: what is ahead of each, and how many there are of each class. */

export * from './cluster-forecast'
export * from './digest'
export * from './forecaster'
