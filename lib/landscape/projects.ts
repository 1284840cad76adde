import type { SubjectBody } from '@/lib/contract/common'
import { near } from '@/lib/contract/edit-distance'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { ChunkedList } from '@/lib/garden/chunked-list'
import type { GardenProject, ProjectSubject, Snapshot } from '@/lib/garden/garden'
import { NotFound } from '@/lib/process/errors'
import { type Landscape, withSums } from './landscape'
import { membersWhere } from './lookup'
import { projectSizes } from './roster'
import { shootFilter } from './shoot-filter'

/** What the garden says of a project; undefined: it knows none of that name. */
export function projectNamed({ projects }: Snapshot, name: string): GardenProject | undefined {
  return projects.find((project) => project.name === name)
}

/** Null: no owner is named. */
export function subjectBody(subject: ProjectSubject | undefined): SubjectBody | null {
  if (subject === undefined) return null
  const { kind, name, namespace = null } = subject
  return { kind, name, namespace }
}

/** Roles of those who decide for a project. */
const DECIDE = ['owner', 'admin']

/** Whom a project names: its owner, and the mail addresses of those who decide for it. */
export function peopleOf(
  project: GardenProject | undefined,
): Pick<WhatIfAnswer['projects'][number], 'owner' | 'addresses'> {
  const owner = project?.owner?.name ?? null
  const members = project?.members.filter(({ roles }) => roles.some((role) => DECIDE.includes(role))) ?? []
  const names = [...(owner === null ? [] : [owner]), ...members.map(({ name }) => name)]
  return { owner, addresses: [...new Set(names)].filter((name) => /^[^\s@]+@[^\s@]+$/.test(name)) }
}

/**
 * Where the clusters of a project are in the roster, in its order. Throws `NotFound` with names that are near where there are
 * none, unless that may be.
 */
export function positionsOfProject(landscape: Landscape, project: string, mayBeNone = false): readonly number[] {
  const positions = membersWhere(landscape, (member) => member.project === project)
  if (positions.length === 0 && !mayBeNone)
    throw new NotFound(`The project ${project}`, near(project, projectSizes(landscape.roster).keys()))
  return positions
}

/** The landscape with only the clusters of these projects, by name or namespace. */
export function landscapeOfProjects(landscape: Landscape, project: string[]): Promise<Landscape> {
  const isTheirs = shootFilter(landscape, { project })
  const ofTheirs = <T>(list: ChunkedList<T>) =>
    ChunkedList.of([...list.entries()].flatMap(([position, item]) => (isTheirs(position) ? [item] : [])))
  return withSums({
    ...landscape,
    roster: { ...landscape.roster, members: ofTheirs(landscape.roster.members) },
    forecasts: ofTheirs(landscape.forecasts),
  })
}
