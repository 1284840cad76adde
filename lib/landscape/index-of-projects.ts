import { ChunkedList } from '@/lib/garden/chunked-list'
import { lastPer } from '@/lib/process/kept'
import { forEverybody } from '@/lib/process/on-behalf'
import { type FleetIndex, withSums } from './fleet-index'
import { shootFilter } from './shoot-filter'

/** Readers look at few lists of projects at a time. */
const kept = 16

/** The same landscape with the clusters of these projects alone, by name or namespace; without projects all of it. */
export async function indexOfProjects(index: FleetIndex, projects: readonly string[] | undefined): Promise<FleetIndex> {
  return projects === undefined ? index : known.of(index, [...projects].sort())
}

const known = lastPer('indexes of projects', kept, {
  textOf: (projects: string[]) => projects.join(' '),
  make: (index: FleetIndex, projects) => forEverybody(() => restricted(index, projects)),
})

function restricted(index: FleetIndex, project: string[]): Promise<FleetIndex> {
  const isTheirs = shootFilter(index, { project })
  const ofTheirs = <T>(list: ChunkedList<T>) =>
    ChunkedList.of([...list.entries()].flatMap(([position, item]) => (isTheirs(position) ? [item] : [])))
  return withSums({
    ...index,
    // What is kept of the whole landscape goes by this.
    running: (profile) => index.running(profile),
    roster: { ...index.roster, members: ofTheirs(index.roster.members) },
    forecasts: ofTheirs(index.forecasts),
    stages: ofTheirs(index.stages),
  })
}
