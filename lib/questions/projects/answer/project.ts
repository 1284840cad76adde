import type { EventKind } from '@/lib/contract/common'
import { onWire } from '@/lib/contract/dates'
import { addTo, groupedBy } from '@/lib/engine/grouped'
import { type ForecastEvent, isNoticed, isOfKind, nothingAhead } from '@/lib/engine/outlook'
import { DAY } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import { clusterEvent } from '@/lib/landscape/event'
import { evidenceOf, type Landscape } from '@/lib/landscape/landscape'
import { Outlook } from '@/lib/landscape/outlook'
import { problemsOfObject } from '@/lib/landscape/problems'
import { positionsOfProject, projectNamed, subjectBody } from '@/lib/landscape/projects'
import { type Member, nodeBounds } from '@/lib/landscape/roster'
import { byEventAttention } from '@/lib/landscape/shoot-order'
import { spanOf, zoneDate } from '@/lib/landscape/zone'
import { problemBody } from '@/lib/words/faults'
import { remedyLine } from '@/lib/words/remedies'
import { allNodes } from '@/lib/words/wording'
import type { ProjectAnswer } from '../contract'

/** What the headline speaks of, in days; how far the axis goes back and ahead. */
const soon = 60
const back = 21 * DAY
const ahead = 304 * DAY
const mostPaths = 20
const mostStuck = 5
const mostForced = 50
const mostNames = 4

/** One project: whom it names, what is ahead of its clusters, on one axis and by month. */
export function projectView(landscape: Landscape, name: string, zone: string): ProjectAnswer {
  const clusters = clustersOf(landscape, name)
  const about = projectNamed(landscape.snapshot, name)
  const until = Math.min(landscape.at + ahead, landscape.until)
  const late = forcedWithin(clusters, landscape.at + soon * DAY)
  const withPath = clusters.filter(({ events }) => events.some((event) => event.from <= until))
  return onWire({
    ...evidenceOf(landscape),
    problems: problemsOfObject(landscape.snapshot, { kind: 'Project', name }).map(problemBody),
    name,
    about:
      about === undefined
        ? null
        : {
            namespace: about.namespace,
            description: about.description ?? null,
            purpose: about.purpose ?? null,
            owner: subjectBody(about.owner),
            members: about.members.map(({ kind, name, namespace = null, roles }) => ({ kind, name, namespace, roles })),
          },
    figures: {
      clusters: clusters.length,
      profiles: new Set(clusters.map(({ member }) => member.profile)).size,
      nodes: allNodes(clusters.map(({ member }) => member)),
      forced: {
        clusters: new Set(late.map(({ cluster }) => cluster)).size,
        updates: late.length,
        nodes: rollingIn(late),
      },
    },
    stuck: stuckOf(landscape, clusters),
    forced: late.slice(0, mostForced).map((one) => affected(landscape, one, 'forced')),
    auto: firstAuto(landscape, clusters, late[0]?.event.from ?? landscape.at + soon * DAY, zone),
    months: monthsOf(clusters, until, zone),
    from: landscape.at - back,
    until,
    paths: pathsOf(landscape, withPath, until),
    ahead: withPath.length,
    quiet: clusters.length - withPath.length,
  })
}

interface ProjectCluster {
  readonly position: number
  readonly member: Member
  /** What an owner notices of what is ahead. */
  readonly events: readonly ForecastEvent[]
}

interface ClusterWithEvent {
  readonly cluster: ProjectCluster
  readonly event: ForecastEvent
}

/**
 * The clusters of a project in the order of the roster. Throws `NotFound` if the garden knows no such project, or it has no clusters that
 * the user may see.
 */
function clustersOf(landscape: Landscape, name: string): readonly ProjectCluster[] {
  const isKnown = projectNamed(landscape.snapshot, name) !== undefined
  const positions = positionsOfProject(landscape, name, isKnown)
  return positions.flatMap((position) => {
    const member = landscape.roster.members.at(position)
    const { events } = landscape.forecasts.at(position) ?? nothingAhead
    return member === undefined ? [] : [{ position, member, events: events.filter(isNoticed) }]
  })
}

function forcedWithin(clusters: readonly ProjectCluster[], limit: Instant): ClusterWithEvent[] {
  const found = clusters.flatMap((cluster) =>
    cluster.events.flatMap((event) => (isOfKind(event, 'forced') && event.from <= limit ? [{ cluster, event }] : [])),
  )
  return found.sort((a, b) => a.event.from - b.event.from)
}

function affected(landscape: Landscape, { cluster: { member }, event }: ClusterWithEvent, asked?: EventKind) {
  const { namespace, name } = member.shoot
  return { namespace, name, next: clusterEvent(landscape, member, event, { asked }) }
}

function stuckOf(landscape: Landscape, clusters: readonly ProjectCluster[]) {
  const found = clusters
    .flatMap((cluster) => {
      const event = cluster.events.find(({ kind }) => kind === 'fails')
      return event !== undefined && event.from <= landscape.at + soon * DAY ? [{ cluster, event }] : []
    })
    .sort((a, b) => a.event.from - b.event.from)
  return {
    total: found.length,
    items: found.slice(0, mostStuck).map((one) => {
      const outlook = new Outlook(landscape, one.cluster.position)
      const { failing = null, until = null } = outlook.stuck ?? {}
      const { shoot, remedy } = outlook
      return { ...affected(landscape, one), failing, until, remedy: remedy && remedyLine(remedy, shoot) }
    }),
  }
}

function firstAuto(landscape: Landscape, clusters: readonly ProjectCluster[], before: Instant, zone: string) {
  const found = clusters
    .flatMap((cluster) =>
      cluster.events.flatMap((event) => (event.kind === 'auto' && event.from < before ? [{ cluster, event }] : [])),
    )
    .sort((a, b) => a.event.from - b.event.from)
  const first = found[0]
  if (first === undefined) return null
  const date = zoneDate(zone, first.event.from)
  const { to } = spanOf(zone, date)
  const same = found.filter(({ event }) => event.from < to)
  return {
    date,
    clusters: new Set(same.map(({ cluster }) => cluster)).size,
    nodes: rollingIn(same),
    next: clusterEvent(landscape, first.cluster.member, first.event),
  }
}

function monthsOf(clusters: readonly ProjectCluster[], until: Instant, zone: string): ProjectAnswer['months'] {
  const months = new Map<string, ClusterWithEvent[]>()
  for (const cluster of clusters) {
    for (const event of cluster.events) {
      if (event.from > until) break
      addTo(months, zoneDate(zone, event.from).slice(0, 'YYYY-MM'.length), { cluster, event })
    }
  }
  return [...months].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, there]) => monthOf(date, there))
}

function monthOf(date: string, there: readonly ClusterWithEvent[]): ProjectAnswer['months'][number] {
  const of = (kind: ForecastEvent['kind']) => there.filter(({ event }) => isOfKind(event, kind))
  const [fails, forced, auto] = [of('fails'), of('forced'), of('auto')]
  const leading = fails.length + forced.length > 0 ? [...fails, ...forced] : auto.length > 0 ? auto : there
  const names = [...new Set(leading.map(({ cluster }) => cluster.member.shoot.name))]
  return {
    date,
    forced: forced.length,
    auto: auto.length,
    fails: fails.length,
    nodes: rollingIn(there),
    names: names.slice(0, mostNames),
    clusters: names.length,
  }
}

/**
 * The paths of clusters, by attention. If there are too many, they are told by class: clusters of a class go the same way on the same
 * days.
 */
function pathsOf(landscape: Landscape, clusters: readonly ProjectCluster[], until: Instant) {
  const leading = ({ events }: ProjectCluster) =>
    events.find(({ kind }) => kind === 'fails' || kind === 'forced') ?? events[0]
  const byPosition = new Map(clusters.map((cluster) => [cluster.position, cluster]))
  const order = byEventAttention((position) => {
    const cluster = byPosition.get(position)
    return cluster && leading(cluster)
  })
  const ordered = clusters.toSorted((a, b) => order(a.position, b.position))
  const isMany = ordered.length > mostPaths
  const groups = groupedBy(ordered, ({ position }) => (isMany ? landscape.classes.places[position] : position))
  return [...groups.values()]
    .slice(0, mostPaths)
    .map(([first, ...others]) => pathOf(landscape, first, others.length, until))
}

function pathOf(landscape: Landscape, { member, position, events }: ProjectCluster, same: number, until: Instant) {
  const outlook = new Outlook(landscape, position)
  const { shoot } = outlook
  const [lane] = outlook.lanes
  const { version, stage } = landscape.running(member.profile).kubernetes(shoot.kubernetesVersion)
  const { triggeredTime, state, description } = shoot.lastMaintenance ?? {}
  return {
    namespace: shoot.namespace,
    name: shoot.name,
    profile: shoot.profile,
    same,
    version,
    stage,
    // What begins beyond the axis has no place on it.
    segments: lane?.segments.filter(({ from }) => from === null || from < until) ?? [],
    stuckFrom: lane?.stuckFrom ?? null,
    marks: events.flatMap(({ from, kind, window, digest }) =>
      from > until ? [] : [{ at: window.begin, kind, what: digest.lead?.what ?? null, to: digest.lead?.to ?? null }],
    ),
    last:
      triggeredTime === undefined
        ? null
        : { at: triggeredTime, failed: state === 'Failed', description: description ?? '' },
    next: outlook.nextForced ?? outlook.next,
  }
}

/** The nodes that roll with these events. */
function rollingIn(events: readonly ClusterWithEvent[]) {
  return allNodes(
    events.map(({ cluster: { member }, event }) => ({ nodes: nodeBounds(member.shoot, event.digest.rolls) })),
  )
}
