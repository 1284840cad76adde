export { chartMark, rangeMark } from './chart-mark'
export type { ServerFile } from './server-file'
export { TakeAway } from './take-away'
