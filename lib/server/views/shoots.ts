import type { ShootsAnswer, ShootsQuery } from '@/lib/contract'
import { evidenceOf } from '../evidence'
import type { FleetIndex } from '../fleet-index'
import { oncePer } from '../once-per'
import type { Roster } from '../roster'
import { shootFilter } from '../shoot-filter'
import { shootOrder } from '../shoot-order'
import { shootRow } from '../shoot-row'

/** As many values as a facet lists; the filter takes any. */
const listed = 200

/** The clusters table: the matching shoots in order, one page of them as rows. */
export function shootsView(index: FleetIndex, query: ShootsQuery): ShootsAnswer {
  const matches = shootFilter(index, query)
  const projects = new Set<string>()
  const page: number[] = []
  let total = 0
  let rolling = 0
  for (const position of shootOrder(index, query.sort)) {
    if (!matches(position)) continue
    if (total >= query.offset && page.length < query.limit) page.push(position)
    total++
    projects.add(index.roster.members[position]?.project ?? '')
    const outlook = index.outlooks[position]
    if ((outlook?.nextForced ?? outlook?.next)?.digest.effect === 'rolling') rolling++
  }
  return {
    ...evidenceOf(index),
    total,
    all: index.roster.members.length,
    projects: projects.size,
    rolling,
    facets: facetsOf(index.roster),
    items: page.map((position) => shootRow(index, position)),
  }
}

const facetsOf: (roster: Roster) => ShootsAnswer['facets'] = oncePer(({ members }) => {
  const project = new Map<string, number>()
  const profile = new Map<string, number>()
  const version = new Map<string, number>()
  const image = new Map<string, number>()
  for (const member of members) {
    const { kubernetesVersion, workers } = member.shoot
    count(project, member.project)
    count(profile, member.profile)
    const versions = new Set([kubernetesVersion])
    const images = new Set<string>()
    for (const worker of workers) {
      if (worker.kubernetesVersion !== undefined) versions.add(worker.kubernetesVersion)
      if (worker.image !== undefined) images.add(`${worker.image.name} ${worker.image.version}`)
    }
    for (const value of versions) count(version, value)
    for (const value of images) count(image, value)
  }
  return { project: facet(project), profile: facet(profile), version: facet(version), image: facet(image) }
})

function count(counts: Map<string, number>, value: string): void {
  counts.set(value, (counts.get(value) ?? 0) + 1)
}

function facet(counts: ReadonlyMap<string, number>): { value: string; count: number }[] {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, listed)
}
