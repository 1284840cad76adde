import { LRUCache } from 'lru-cache'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { oncePerProcess } from '@/lib/process/kept'
import type { FleetIndex } from './fleet-index'
import { shootFilter } from './shoot-filter'

/** Readers look at few lists of projects at a time. */
const kept = 16

/** The same landscape with the clusters of these projects alone, by name or namespace; without projects all of it. */
export function indexOfProjects(index: FleetIndex, projects: readonly string[] | undefined): FleetIndex {
  return projects === undefined ? index : known(index).memo([...projects].sort().join(' '))
}

const known = oncePerProcess(
  'indexes of projects',
  (index: FleetIndex) =>
    new LRUCache<string, FleetIndex>({ max: kept, memoMethod: (names) => restricted(index, names.split(' ')) }),
)

function restricted(index: FleetIndex, project: string[]): FleetIndex {
  const isTheirs = shootFilter(index, { project })
  const ofTheirs = <T>(list: ChunkedList<T>) =>
    ChunkedList.of([...list.entries()].flatMap(([position, item]) => (isTheirs(position) ? [item] : [])))
  return {
    ...index,
    // What is kept of the whole landscape goes by this.
    running: (profile) => index.running(profile),
    roster: { ...index.roster, members: ofTheirs(index.roster.members) },
    forecasts: ofTheirs(index.forecasts),
    stages: ofTheirs(index.stages),
  }
}
