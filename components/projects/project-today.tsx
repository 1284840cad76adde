'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useZone } from '@/lib/browser/clock'
import type { Zone } from '@/lib/contract/zone'
import type { ProjectAnswer } from '@/lib/questions/projects/contract'
import { projectsQueries } from '@/lib/questions/projects/queries'
import { eventsOfDiffer } from '../outlook/shoot-differences'
import { clustersDiffer, countsDiffer, type Difference, inOrder, textsDiffer } from '../ui/differences'
import { Today, useMomentOfToday } from '../ui/today'

/** What the page of a project says today, beside what it said then. */
export function ProjectToday({ answer }: { readonly answer: ProjectAnswer }): ReactNode {
  const zone = useZone()
  const moment = useMomentOfToday()
  const query = useQuery(projectsQueries.project(answer.name, { ...moment, zone }))
  return <Today who={answer.name} past={answer} query={query} differences={projectDifferences} />
}

interface Said {
  readonly name: string
  readonly about: Pick<NonNullable<ProjectAnswer['about']>, 'owner'> | null
  readonly figures: Pick<ProjectAnswer['figures'], 'clusters' | 'forced'>
  readonly stuck: Pick<ProjectAnswer['stuck'], 'total'>
  readonly paths: readonly Pick<ProjectAnswer['paths'][number], 'namespace' | 'name' | 'next'>[]
}

/** What the page of a project said then and says otherwise today: its figures, what is next for its clusters, whom it names. */
export function projectDifferences(then: Said, today: Said, zone: Zone): readonly Difference[] {
  const [was, is] = [then.figures, today.figures]
  const within = 'within 60 days'
  const now = new Map(today.paths.map((path) => [`${path.namespace}/${path.name}`, path]))
  const owner = ({ about }: Said) => about?.owner?.name ?? 'nobody'
  return inOrder([
    clustersDiffer(`Stuck ${within}`, `that are stuck ${within}`, [then.stuck.total, today.stuck.total], 3),
    clustersDiffer(`Forced ${within}`, `forced ${within}`, [was.forced.clusters, is.forced.clusters], 3),
    ...then.paths.map(({ namespace, name, next }) => {
      const after = now.get(`${namespace}/${name}`)
      return after === undefined ? null : eventsOfDiffer({ project: then.name, name }, [next, after.next], 2, zone)
    }),
    countsDiffer(was.forced.nodes.max, is.forced.nodes.max, {
      what: `Nodes ${within}`,
      clause: (count) => `at most ${count} to roll ${within}`,
      of: 'node',
      rank: 1,
    }),
    clustersDiffer('Clusters', 'in all', [was.clusters, is.clusters], 1),
    textsDiffer(owner(then), owner(today), { what: 'Owner', clause: (name) => `its owner is ${name}`, rank: 0 }),
  ])
}
