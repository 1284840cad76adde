/**
 * The next maintenance of a cluster as its owner sees it: what runs in it in Gardener's order, what it would be skipped or refused
 * for, how long its work may take, and the commands that change it. All are facts; `lib/words` has the sentences.
 */

export * from './commands'
export * from './in-place'
export * from './next'
export * from './tasks'
