/**
 * The next maintenance of a cluster as its owner sees it: what runs in it in Gardener's order, what it would be skipped or refused
 * for, how long its work may take, and the commands that change it. All are facts; the sentences that say them stand in
 * `sentences.ts`.
 */

export { verdictOf } from './checks'
export { commandsOf } from './commands'
export { FIXED_IN_PLACE, inPlaceOf, nodeCommands } from './in-place'
export {
  forceText,
  gateText,
  nodeCommandWords,
  pendingText,
  strategyText,
  switchText,
  targetText,
} from './in-place-sentences'
export { nextMaintenance } from './next'
export { checkWords, commandWords, taskWords } from './sentences'
export { type Task, taskState } from './tasks'
