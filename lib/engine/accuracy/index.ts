/**
 * Whether a forecast was right (docs/history.md#were-we-right): what it named beside what a maintenance did, and if they
 * differ, what came in between. It is given what was known when, and recalls nothing by itself.
 */

export * from './judge'
export * from './outcome'
