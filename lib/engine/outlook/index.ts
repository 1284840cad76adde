/** Forecasts of many shoots: what is ahead of each, and how many shoots each class has. */

export * from './cluster-forecast'
export * from './digest'
export * from './forecaster'
