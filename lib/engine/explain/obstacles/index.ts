/**
 * What is the matter with a cluster, or will be: dead ends, failures and since when, requests, windows, what is overdue. Each is
 * told as facts; `lib/words` has the sentences.
 */

export * from './dead-ends'
export * from './obstacle'
export * from './obstacles'
export * from './past-windows'
