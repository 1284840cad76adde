import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { type Effect, effectOn } from '@/lib/engine/outlook/difference'
import type { Project } from '@/lib/garden/garden'
import { classPlaces } from '../classes'
import type { FleetIndex } from '../fleet-index'
import type { Computed } from './run'

type Changes = WhatIfAnswer['figures']['changes']
type ProjectBody = WhatIfAnswer['projects'][number]

/** So many projects are listed. */
const most = 1000

/** Clusters that change, by project, most of them first. */
export function projectsOf(index: FleetIndex, { effects }: Computed): ProjectBody[] {
  const places = classPlaces(index)
  const projects = new Map<string, ProjectBody>()
  const { members } = index.roster
  for (let i = 0; i < members.length; i++) {
    const effect = effectOn(effects, places[i] ?? 0)
    if (effect === 'unchanged') continue
    const project = members.at(i)?.project ?? ''
    let body = projects.get(project)
    if (body === undefined) {
      body = { project, owner: null, addresses: [], changed: 0, changes: changeCounts() }
      projects.set(project, body)
    }
    body.changed++
    body.changes[effect]++
  }
  const listed = [...projects.values()]
    .sort((a, b) => b.changed - a.changed || (a.project < b.project ? -1 : 1))
    .slice(0, most)
  const known = new Map(index.snapshot.projects.map((project) => [project.name, project]))
  return listed.map((body) => ({ ...body, ...peopleOf(known.get(body.project)) }))
}

/** Roles of those who decide for a project. */
const DECIDE = ['owner', 'admin']

function peopleOf(project: Project | undefined): Pick<ProjectBody, 'owner' | 'addresses'> {
  const owner = project?.owner?.name ?? null
  const members = project?.members.filter(({ roles }) => roles.some((role) => DECIDE.includes(role))) ?? []
  const names = [...(owner === null ? [] : [owner]), ...members.map(({ name }) => name)]
  return { owner, addresses: [...new Set(names)].filter((name) => /^[^\s@]+@[^\s@]+$/.test(name)) }
}

export function changeCounts(effects?: Readonly<Record<Effect, number>>): Changes {
  const { stuck = 0, freed = 0, forced = 0, earlier = 0, more = 0, later = 0, target = 0, auto = 0 } = effects ?? {}
  return { stuck, freed, forced, earlier, more, later, target, auto }
}
