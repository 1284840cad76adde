'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useZone } from '@/lib/browser/clock'
import type { Asked } from '@/lib/contract/route'
import type { Zone } from '@/lib/contract/zone'
import type { ProjectAnswer, WallAnswer, WallRoute } from '@/lib/questions/projects/contract'
import { projectsQueries } from '@/lib/questions/projects/queries'
import { dateText } from '@/lib/words/time-text'
import { eventsOfDiffer } from '../outlook/shoot-differences'
import { clustersDiffer, countsDiffer, type Difference, inOrder, textsDiffer } from '../ui/differences'
import { Today, useMomentOfToday, useOfToday } from '../ui/today'

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

interface WallTodayProps {
  readonly answer: WallAnswer
  readonly body: Asked<WallRoute>['body']
}

/** What the wall says today, beside what it said then. */
export function WallToday({ answer, body }: WallTodayProps): ReactNode {
  const query = useQuery(projectsQueries.wall(useOfToday(body)))
  return <Today who="it" past={answer} query={query} differences={wallDifferences} />
}

type Load = Pick<WallAnswer['days'][number], 'forced' | 'fails'>

interface SaidOfWall {
  readonly days: readonly (Load & { readonly date: string })[]
  readonly figures: Pick<WallAnswer['figures'], 'projects' | 'clusters' | 'behind' | 'stuck' | 'nodes'>
  readonly items: readonly Pick<WallAnswer['items'][number], 'project' | 'behind' | 'stuck'>[]
}

/** What the wall said then and says otherwise today: in all, of each project, and of days that both show. */
export function wallDifferences(then: SaidOfWall, today: SaidOfWall): readonly Difference[] {
  const [was, is] = [then.figures, today.figures]
  const within = `within ${then.days.length} days`
  return inOrder([
    clustersDiffer('Stuck', 'that are stuck', [was.stuck, is.stuck], 4),
    clustersDiffer(`Behind ${within}`, `forced or failing ${within}`, [was.behind, is.behind], 4),
    countsDiffer(was.nodes.max, is.nodes.max, {
      what: `Nodes ${within}`,
      clause: (count) => `at most ${count} to roll ${within}`,
      of: 'node',
      rank: 3,
    }),
    clustersDiffer('Clusters', 'in all', [was.clusters, is.clusters], 2),
    countsDiffer(was.projects, is.projects, {
      what: 'Projects',
      clause: (count) => `${count} in all`,
      of: 'project',
      rank: 2,
    }),
    ...projectsDiffer(then, today),
    ...daysDiffer(then, today),
  ])
}

/** Of those that both list: one that is missing may only be on a later page. */
function projectsDiffer(then: SaidOfWall, today: SaidOfWall): (Difference | null)[] {
  const now = new Map(today.items.map((row) => [row.project, row]))
  return then.items.flatMap((row) => {
    const after = now.get(row.project)
    if (after === undefined) return []
    const { project } = row
    return [
      clustersDiffer(`${project}: behind`, `of ${project} forced or failing`, [row.behind, after.behind], 1),
      clustersDiffer(`${project}: stuck`, `of ${project} that are stuck`, [row.stuck, after.stuck], 1),
    ]
  })
}

function daysDiffer(then: SaidOfWall, today: SaidOfWall): (Difference | null)[] {
  const now = new Map(today.days.map((day) => [day.date, day]))
  return then.days.map(({ date, forced, fails }) => {
    const after = now.get(date)
    if (after === undefined) return null
    const day = dateText(date)
    return clustersDiffer(`On ${day}`, `forced or failing on ${day}`, [forced + fails, after.forced + after.fails], 0)
  })
}
