/** What is seldom said over a page, loaded in one piece. */
export { FirstReading } from './first-reading'
export { GardenLines } from './garden-lines'
export { PastLines } from './past-lines'
export { UnreadableClock } from './unreadable-clock'
