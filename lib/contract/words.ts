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

/** How many edits a draft may have. */
export const MOST_EDITS = 200

/** How many edits a plan for a cluster may have. */
export const MOST_PLANNED = 60

/** The common scenarios of seed 003. */
export const SCENARIOS = ['patch', 'minor', 'promote', 'deprecate', 'replace', 'remove'] as const

/** How many characters the text of a policy may have. */
export const POLICY_LENGTH = 20_000

/** How far clusters are with what happens to them tonight, what needs attention first. */
export const TONIGHT_STATES = ['willFail', 'open', 'failed', 'toCome', 'done'] as const

/** `sort` of the clusters table. */
export const SHOOT_SORTS = ['attention', 'name', 'project', 'profile', 'version', 'next'] as const

/** `group` of the clusters table; `window`: the hour in which maintenance windows begin; `cause`: why the event of the row fails, by profile. */
export const SHOOT_GROUPS = ['project', 'profile', 'version', 'window', 'cause'] as const

/** What `flags` of a cluster may say. */
export const SHOOT_FLAGS = ['hibernated', 'deleting', 'failed', 'workerless', 'profileMissing', 'unready'] as const

/** What of a cluster may be updated by itself. */
export const AUTO_UPDATES = ['kubernetes', 'image'] as const

/** The hour of the day in which a window begins, on the clock of the cluster; `any`: there is no readable window. */
export const WINDOW_HOURS = [
  ...(['00', '01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11'] as const),
  ...(['12', '13', '14', '15', '16', '17', '18', '19', '20', '21', '22', '23', 'any'] as const),
] as const

/** `within` of the clusters table, in days; `tonight`: from 18:00 to 06:00 of the zone, `none`: nothing within 12 months. */
export const WITHIN_DAYS = ['tonight', '1', '7', '30', '90', '365', 'none'] as const

/** How many days before a maintenance its forecast was made. */
export const FORECAST_AGES = ['1', '7', '30'] as const

/** For how many days forecasts are compared. */
export const ACCURACY_DAYS = ['30', '90'] as const

/** Lists of clusters that people ask for most: those that a figure counts, and the views of the clusters, are the same. */
export const FORCED = { event: ['forced'], within: '90' } as const
export const STUCK = { event: ['fails'], within: '90' } as const
export const EXPIRED = { stage: ['expired', 'notInProfile'] } as const
export const IN_PLACE = { strategy: ['AutoInPlaceUpdate', 'ManualInPlaceUpdate'] } as const

/** How many groups of the clusters table may be folded at a time. */
export const MOST_FOLDED = 50

/** What is answered to an edit with `seen`, and told where a page of the past has its buttons off. */
export const NOTHING_FROM_THE_PAST = 'Nothing can be applied from the past.'

/** What a page says whose clock is pinned. */
export const NOTHING_AT_ANOTHER_CLOCK = 'Nothing can be applied at another clock.'
