/** The words of the clusters table: beside the others, as few pages need them. */

/** `sort` of the clusters table. */
export const SHOOT_SORTS = ['attention', 'name', 'project', 'profile', 'version', 'next'] as const

/** `group` of the clusters table; `window`: the hour in which maintenance windows begin. */
export const SHOOT_GROUPS = ['project', 'profile', 'version', 'window'] as const

/** What `flags` of a cluster may say. */
export const SHOOT_FLAGS = ['hibernated', 'deleting', 'failed', 'workerless', 'profileMissing', 'unready'] as const

/** What of a cluster may be updated by itself. */
export const AUTO_UPDATES = ['kubernetes', 'image'] as const

/** The hour of the day in which a window begins, on the clock of the cluster; `any`: there is no readable window. */
export const WINDOW_HOURS = [
  ...(['00', '01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11'] as const),
  ...(['12', '13', '14', '15', '16', '17', '18', '19', '20', '21', '22', '23', 'any'] as const),
] as const

/** `within` of the clusters table, in days; `none`: nothing within a year. */
export const WITHIN_DAYS = ['1', '7', '30', '90', '365', 'none'] as const

/** So many groups of the clusters table may be folded at a time. */
export const MOST_FOLDED = 50
