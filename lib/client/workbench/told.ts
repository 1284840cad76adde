import type { WhatIfAnswer, WhatIfChange } from '@/lib/contract'

/** What owners are told of; automatic updates are what they have asked for. */
export const TOLD: readonly WhatIfChange[] = ['stuck', 'freed', 'forced', 'earlier', 'more', 'later', 'target']

/** The projects whose owners are to be told, most of their clusters first. */
export function projectsToTell({ projects }: Pick<WhatIfAnswer, 'projects'>): readonly ProjectToTell[] {
  return projects
    .flatMap(({ project, changed, changes }) => {
      const clusters = changed - changes.auto
      return clusters === 0 ? [] : [{ project, clusters }]
    })
    .sort((a, b) => b.clusters - a.clusters)
}

interface ProjectToTell {
  readonly project: string
  readonly clusters: number
}
