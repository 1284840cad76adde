import type { WhatIfAnswer, WhatIfChange } from '@/lib/contract/what-if'

/** What owners are told of; automatic updates are what they have asked for. */
export const TOLD: readonly WhatIfChange[] = ['stuck', 'freed', 'forced', 'earlier', 'more', 'later', 'target']

/** The projects whose owners are to be told, most of their clusters first. */
export function projectsToTell({ projects }: Pick<WhatIfAnswer, 'projects'>): readonly ProjectToTell[] {
  return projects
    .flatMap(({ project, owner, addresses, changed, changes }) => {
      const clusters = changed - changes.auto
      return clusters === 0 ? [] : [{ project, owner, addresses, clusters, changes }]
    })
    .sort((a, b) => b.clusters - a.clusters)
}

export interface ProjectToTell {
  readonly project: string
  readonly owner: string | null
  readonly addresses: readonly string[]
  readonly clusters: number
  readonly changes: WhatIfAnswer['figures']['changes']
}
