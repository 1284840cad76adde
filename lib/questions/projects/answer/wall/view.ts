import { LRUCache } from 'lru-cache'
import { evidenceOf } from '@/lib/landscape/evidence'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { projectFacts, subjectBody } from '@/lib/landscape/projects'
import { type Days, daysOf } from '@/lib/landscape/zone'
import { oncePerProcess } from '@/lib/process/kept'
import type { WallAnswer, WallQuery } from '../../contract'
import { draftWithin, eventsAsTheyAre, eventsWith, standingOf } from '../draft-events'
import { type Load, type ProjectSums, sumsOf } from './sums'

/** Projects by days: what begins, and with a draft what would begin. */
export function wallView(index: FleetIndex, query: WallQuery): WallAnswer {
  const { days, draft, rows, before } = wallOf(index, query)
  const owners = projectFacts(index.snapshot)
  const pinned = new Map(query.pinned.map((name, i) => [name, i]))
  const placeOf = ({ project }: ProjectSums) => pinned.get(project) ?? pinned.size
  const ordered = pinned.size === 0 ? rows : rows.toSorted((a, b) => placeOf(a) - placeOf(b))
  const ownerOf = (project: string) => owners.get(project)?.owner
  return {
    ...evidenceOf(index),
    zone: query.zone,
    draft,
    days: allDays(days, rows, before),
    figures: {
      projects: rows.length,
      clusters: sum(rows, ({ clusters }) => clusters),
      owned: sum(rows, ({ project }) => (ownerOf(project) === undefined ? 0 : 1)),
      ...totals(rows),
      before: before && totals([...before.values()]),
    },
    first: rows.slice(0, 2).map(({ project, behind, stuck }) => ({ project, behind, stuck })),
    alike: rows.slice(2).filter(({ behind, stuck }) => behind === rows[1]?.behind && stuck === rows[1]?.stuck).length,
    items: ordered
      .slice(query.offset, query.offset + query.limit)
      .map(({ project, clusters, behind, stuck, ...row }) => ({
        project,
        clusters,
        behind,
        stuck,
        nodes: row.nodes,
        owner: subjectBody(ownerOf(project)),
        failing: [...row.failing],
        days: rowDays(row, before?.get(project)),
      })),
  }
}

interface Wall {
  readonly days: Days
  readonly draft: WallAnswer['draft']
  /** By attention. */
  readonly rows: readonly ProjectSums[]
  /** Without the draft, by project; null: there is none. */
  readonly before: ReadonlyMap<string, ProjectSums> | null
}

/** So many walls of a landscape are remembered: a reader scrolls through one, pins, and goes from one range to the other. */
const remembered = 8
const walls = oncePerProcess(
  'walls',
  (index: FleetIndex) =>
    new LRUCache<string, Wall, WallQuery>({
      max: remembered,
      memoMethod: (_key, _stale, { context }) => compute(index, context),
    }),
)

function wallOf(index: FleetIndex, query: WallQuery): Wall {
  const { zone, days, draft } = query
  return walls(index).memo(JSON.stringify([zone, days, draft]), { context: query })
}

function compute(index: FleetIndex, query: WallQuery): Wall {
  const days = daysOf(query.zone, index.at, query.days)
  const events = eventsAsTheyAre(index)
  if (query.draft === undefined) {
    return { days, draft: null, rows: byAttention(sumsOf(index, days, events)), before: null }
  }
  // Whoever may be kept waiting has its draft computed before.
  const { draft: _, ...asTheyAre } = query
  const { rows } = wallOf(index, asTheyAre)
  const found = draftWithin(index, query.draft, query).value
  return {
    days,
    draft: standingOf(found),
    rows: byAttention(sumsOf(index, days, eventsWith(found, events))),
    before: new Map(rows.map((row) => [row.project, row])),
  }
}

function byAttention(rows: ProjectSums[]): readonly ProjectSums[] {
  return rows.sort((a, b) => b.stuck - a.stuck || b.behind - a.behind || (a.project < b.project ? -1 : 1))
}

const NOTHING: Load = { forced: 0, fails: 0, auto: 0, nodes: { min: 0, max: 0 } }

function rowDays(
  { loads }: Pick<ProjectSums, 'loads'>,
  before: ProjectSums | undefined,
): WallAnswer['items'][number]['days'] {
  const days = [...new Set([...loads.keys(), ...(before?.loads.keys() ?? [])])].sort((a, b) => a - b)
  return days.map((day) => {
    const load = loads.get(day) ?? NOTHING
    return { day, ...load, before: before === undefined ? null : unless(before.loads.get(day) ?? NOTHING, load) }
  })
}

function allDays(days: Days, rows: readonly ProjectSums[], before: Wall['before']): WallAnswer['days'] {
  const after = added(days, rows)
  const was = before && added(days, [...before.values()])
  return days.dates.map((date, day) => {
    const load = after[day] ?? NOTHING
    return { date, ...load, before: was && unless(was[day] ?? NOTHING, load) }
  })
}

/** The first; null: the second is the same. */
function unless(before: Load, load: Load): Load | null {
  const isSame =
    before.forced === load.forced &&
    before.fails === load.fails &&
    before.auto === load.auto &&
    before.nodes.min === load.nodes.min &&
    before.nodes.max === load.nodes.max
  return isSame ? null : before
}

function added(days: Days, rows: readonly ProjectSums[]): Load[] {
  const all = days.dates.map((): Load => ({ ...NOTHING, nodes: { min: 0, max: 0 } }))
  for (const { loads } of rows) {
    for (const [day, { forced, fails, auto, nodes }] of loads) {
      const load = all[day]
      if (load === undefined) continue
      load.forced += forced
      load.fails += fails
      load.auto += auto
      load.nodes.min += nodes.min
      load.nodes.max += nodes.max
    }
  }
  return all
}

function totals(rows: readonly ProjectSums[]) {
  return {
    behind: sum(rows, ({ behind }) => behind),
    stuck: sum(rows, ({ stuck }) => stuck),
    nodes: { min: sum(rows, ({ nodes }) => nodes.min), max: sum(rows, ({ nodes }) => nodes.max) },
  }
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((all, item) => all + of(item), 0)
}
