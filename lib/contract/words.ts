/** The words of the contract as plain lists: what the browser needs of it without the validator. */

/**
 * What a running version is. `unclassified`: the profile gives it no classification, at most a date; Gardener treats that as
 * supported until the date. `notInProfile`: the profile does not list it, Gardener treats that as expired. `unknown`: the profile
 * itself is missing, or was not read.
 */
export const RUNNING_STAGES = [
  'unavailable',
  'preview',
  'unclassified',
  'supported',
  'deprecated',
  'expired',
  'notInProfile',
  'unknown',
] as const

/** As many edits may a draft have. */
export const MOST_EDITS = 200

/** As many edits may a plan for a cluster have. */
export const MOST_PLANNED = 60

/** `sort` of the clusters that a draft of edits changes. */
export const WHAT_IF_SORTS = ['attention', 'name', 'project', 'before', 'after', 'shift', 'nodes'] as const

/** Turns a `sort` round; without it each has its own: the most nodes first, else what is first or earliest. */
export const WHAT_IF_ORDERS = ['asc', 'desc'] as const

/** The common scenarios of seed 003. */
export const SCENARIOS = ['patch', 'minor', 'promote', 'deprecate', 'replace', 'remove'] as const

/** How many characters the text of a policy may have. */
export const POLICY_LENGTH = 20_000

/** What is known of the clusters of one row of tonight. */
export const TONIGHT_STATES = ['toCome', 'willFail', 'open', 'done', 'failed'] as const
