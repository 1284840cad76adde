/** Many shoots before and after edits of profiles: who changes, who is forced, what to warn of. */

export * from './compare'
export * from './part-events'
export * from './responsible'
export * from './tally'
export * from './warnings'
export * from './what-if'
