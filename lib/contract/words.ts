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
