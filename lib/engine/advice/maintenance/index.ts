/**
 * The next maintenance of a cluster as its owner sees it: what runs in it in Gardener's order, what it would be skipped or refused
 * for, how long its work may take, and the commands that change it. All are facts; `lib/words` has the sentences.
 */

export { commandsOf, type OwnerCommand } from './commands'
export {
  FIXED_IN_PLACE,
  type InPlace,
  inPlaceOf,
  nodeCommands,
  type PoolInPlace,
  type Switch,
  type Target,
} from './in-place'
export { type Check, nextMaintenance, verdictOf } from './next'
export { type Task, taskState } from './tasks'
