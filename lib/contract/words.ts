/** The words of the contract as plain lists: what the browser needs of it without the validator. */

/** What a running version is; `notInProfile`: the profile does not list it, Gardener treats that as expired. */
export const RUNNING_STAGES = ['unavailable', 'preview', 'supported', 'deprecated', 'expired', 'notInProfile'] as const

export const EVENT_KINDS = ['auto', 'forced', 'fails', 'other'] as const

/** What happens to nodes. */
export const EFFECT_KINDS = ['rolling', 'inPlace', 'kubeletRestart', 'none'] as const

/** `sort` of the clusters table. */
export const SHOOT_SORTS = ['attention', 'name', 'project', 'profile', 'version', 'next'] as const

/** `within` of the clusters table, in days; `none`: nothing within a year. */
export const WITHIN_DAYS = ['1', '7', '30', '90', '365', 'none'] as const

/** Stages that may be written into a profile. */
export const WRITABLE_STAGES = ['preview', 'supported', 'deprecated', 'expired'] as const

export const IMAGE_STRATEGIES = ['patch', 'minor', 'major'] as const

/** How a cluster fares with edits of its profile compared to without; in this order the first that applies. */
export const WHAT_IF_CHANGES = ['stuck', 'freed', 'forced', 'earlier', 'later', 'target', 'auto', 'unchanged'] as const

/** `sort` of the clusters that a draft of edits changes. */
export const WHAT_IF_SORTS = ['attention', 'name', 'project', 'before', 'after', 'shift', 'nodes'] as const

/** Turns a `sort` round; without it each has its own: the most nodes first, else what is first or earliest. */
export const WHAT_IF_ORDERS = ['asc', 'desc'] as const

/** Why an edit cannot be made. */
export const WHAT_IF_PROBLEMS = [
  'unknown-image',
  'unknown-version',
  'already-listed',
  'not-a-version',
  'not-empty',
  'not-in-namespaced',
] as const

/** What operators want to know before they apply an edit that the API server would accept. */
export const WHAT_IF_WARNINGS = [
  'forces-minor',
  'no-next-minor',
  'strands-clusters',
  'removes-default',
  'expires-on-weekend',
  'expires-in-freeze',
] as const

/** Why a policy wants a version as it wants it. */
export const POLICY_RULES = ['preview', 'stages', 'latest', 'outranked', 'unmaintained', 'unmaintainedLatest'] as const

/** What an expected release is classified as. */
export const RELEASE_STAGES = ['preview', 'supported', 'deprecated'] as const

/** The common scenarios of seed 003. */
export const SCENARIOS = ['patch', 'minor', 'promote', 'deprecate', 'replace', 'remove'] as const

/** How a scenario is done: by hand, or as the automations of seed 003 would have it. */
export const WAYS = ['hand', 'management', 'maintenance'] as const
