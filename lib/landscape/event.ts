import type { AffectedNodes } from '@/lib/contract/common'
import type { Fact } from '@/lib/contract/dates'
import type { NextEvent, OnlyAfterBody } from '@/lib/contract/steps'
import { onlyAfterIn } from '@/lib/engine/course'
import { madeOnce } from '@/lib/engine/grouped'
import {
  type DigestChange,
  type FailureCause,
  type ForecastEvent,
  type ForecastEventKind,
  isNoticed,
  type MaintenanceDigest,
} from '@/lib/engine/outlook'
import type { PartEvent } from '@/lib/engine/outlook/difference'
import { isByHand } from '@/lib/engine/rules'
import type { CloudProfile, ComponentChange, ForecastStep, Instant, OnlyAfter, Shoot } from '@/lib/engine/types'
import { type Landscape, memoizedProfile } from './landscape'
import { type Member, nodeBounds } from './roster'
import { clusterWindow } from './window'

/** One maintenance of a cluster in a line: what leads it stands for all that it changes. */
export type ClusterEvent = Fact<Omit<NextEvent, 'from' | 'to' | 'cause'>> &
  Readonly<Pick<NextEvent, 'from' | 'to'>> & { readonly cause: FailureCause | null }

/** Profiles that edits change, by their keys. */
interface ProfilesAfterEdits {
  readonly profiles: ReadonlyMap<string, { readonly after: CloudProfile }>
}

interface EventOptions {
  /** What is of that kind stands for an event that counts as several. */
  readonly asked?: ForecastEventKind | undefined
  /** The event is one of what comes with these edits. */
  readonly edited?: ProfilesAfterEdits | undefined
  /** All that is foreseen of the cluster, where that is known: then its window is not looked at again. */
  readonly steps?: readonly ForecastStep[] | undefined
}

/** An event of a cluster. */
export function clusterEvent(
  landscape: Landscape,
  member: Member,
  event: ForecastEvent,
  { asked, ...known }: EventOptions = {},
): ClusterEvent {
  const { kind, digest } = event
  const { kinds, changes } = digest
  const isForced = asked === 'forced' && kinds.length > 1
  const change = (isForced && changes.find(({ to, why }) => to !== null && why !== 'auto')) || digest.lead
  return told(landscape, member, { event, change, kind }, kinds, known)
}

/** How many coming events of a cluster are told where clusters are compared. */
const MOST_AHEAD = 8

/** The first that its owner notices of what is ahead of a cluster until then. */
export function eventsAhead(
  landscape: Landscape,
  member: Member,
  events: readonly ForecastEvent[],
  until: Instant,
  options: EventOptions = {},
): ClusterEvent[] {
  const noticed = events.filter((event) => event.from <= until && isNoticed(event))
  return noticed.slice(0, MOST_AHEAD).map((event) => clusterEvent(landscape, member, event, options))
}

/** What it does to one part of the cluster; its effect on nodes is that of the whole maintenance, and so is on what it depends. */
export function clusterPart(
  landscape: Landscape,
  member: Member,
  part: PartEvent,
  known: Pick<EventOptions, 'edited' | 'steps'> = {},
): ClusterEvent {
  return told(landscape, member, part, [part.kind], known)
}

function told(
  landscape: Landscape,
  member: Member,
  { event, change, kind }: PartEvent,
  kinds: readonly ForecastEventKind[],
  { edited, steps }: Pick<EventOptions, 'edited' | 'steps'>,
): ClusterEvent {
  const { window, digest } = event
  const { changes, effect, pools, cause } = digest
  const { shoot } = member
  const step = steps?.find((one) => one.window.begin === window.begin)
  const onlyAfter = step === undefined ? onlyAfterOn(landscape, member, event, edited) : step.onlyAfter
  return {
    kind,
    kinds,
    window: clusterWindow(window, shoot.window),
    what: change?.what ?? null,
    ...(digest.operations.length > 0 && { operations: digest.operations }),
    from: change?.from ?? '',
    to: change?.to ?? null,
    more: Math.max(0, changes.length - 1),
    effect,
    nodes: nodesAffectedBy(shoot, effect, pools),
    cause: kind === 'fails' ? cause : null,
    ...(onlyAfter !== null && { onlyAfter: onlyAfterFact(onlyAfter, shoot) }),
  }
}

/** The versions before and after a change; `to` null: the part fails to leave its version. */
export function moveOf(change: ComponentChange) {
  const { component, pool, image, from } = change
  return { component, pool, image, from, to: change.kind === 'update' ? change.to : null }
}

/** The change that stands for a maintenance that is over, as one does for what is ahead: the one that fails, else one that is forced. */
export function leadOf({ kind, changes }: Pick<ForecastStep, 'kind' | 'changes'>): LeadingChange['lead'] {
  const failing = kind === 'fails' ? changes.find((change) => change.kind === 'failure') : undefined
  const lead = failing ?? changes.find(({ why }) => why !== 'auto') ?? changes[0]
  if (lead === undefined) return null
  return { what: lead.image ?? 'Kubernetes', from: lead.from, to: lead.kind === 'update' ? lead.to : null }
}

const STRENGTH = { none: 0, kubeletRestart: 1, inPlace: 2, rolling: 3 } as const

/** The event of a maintenance that is over, as far as its own words tell what it did. */
export function doneEvent(step: ForecastStep, shoot: Shoot): ClusterEvent {
  const { changes, effects, kind, kinds, denied, window } = step
  const lead = leadOf(step)
  const effect = effects.reduce<MaintenanceDigest['effect']>(
    (most, one) => (STRENGTH[one.effect] > STRENGTH[most] ? one.effect : most),
    'none',
  )
  const pools = effects.flatMap((one, i) => (one.effect === effect && effect !== 'none' ? [i] : []))
  return {
    kind,
    kinds,
    window: clusterWindow(window, shoot.window),
    what: lead?.what ?? null,
    from: lead?.from ?? '',
    to: lead?.to ?? null,
    more: Math.max(0, changes.length - 1),
    effect,
    nodes: nodesAffectedBy(shoot, effect, pools),
    cause: kind !== 'fails' ? null : denied ? 'refused' : 'no-version',
  }
}

export function onlyAfterFact({ at, otherwise }: OnlyAfter, { window }: Shoot): Fact<OnlyAfterBody> {
  return { at, otherwise: otherwise && clusterWindow(otherwise, window) }
}

/** The other night in which it may happen, see `onlyAfterIn`; null too if the profile of the cluster is missing. */
function onlyAfterOn(
  landscape: Landscape,
  { profile: key, shoot }: Member,
  { window }: ForecastEvent,
  edited?: ProfilesAfterEdits,
) {
  const source = edited?.profiles.get(key)?.after
  const profile = source === undefined ? memoizedProfile(landscape, key) : landscape.forecaster.profiles.of(source)
  return profile === undefined ? null : onlyAfterIn(shoot, profile, window, landscape.at)
}

/** The nodes of these pools, to which the same happens; those that a person has to label are told apart. */
export function nodesAffectedBy(
  shoot: Shoot,
  effect: MaintenanceDigest['effect'],
  pools: readonly number[],
): AffectedNodes {
  const isManual = (pool: number): boolean => {
    const worker = shoot.workers[pool]
    return worker !== undefined && isByHand(worker)
  }
  const byHand = effect === 'inPlace' ? nodeBounds(shoot, pools.filter(isManual)).max : 0
  return { ...nodeBounds(shoot, pools), ...(byHand > 0 && { byHand }) }
}

/** Clusters that go the same way. */
interface ClusterMoves {
  readonly kind: ForecastEventKind
  /** `aws`, or `garden-core/aws-ext` for a namespaced one. */
  readonly profile: string
  /** `Kubernetes` or the image's name. */
  readonly what: string
  readonly from: string
  readonly to: string | null
  clusters: number
}

/** What is told of a maintenance. */
export interface LeadingChange {
  readonly kind: ForecastEventKind
  /** The change that stands for all; null: no version is to change. */
  readonly lead: Pick<DigestChange, 'what' | 'from' | 'to'> | null
}

/** Counts clusters that go the same way, by the change that stands for what happens to them. */
export class ClusterMoveCounts {
  /** The counts by maintenance. Clusters share maintenances, so that there are far fewer texts to compare. Each belongs to one profile. */
  private readonly counts = new Map<LeadingChange, { readonly profile: string; clusters: number }>()
  /** All of them, the most frequent first; null: not since something was added. */
  private ordered: readonly ClusterMoves[] | null = null

  /** Fewer than none are taken away again. */
  add(profile: string, digest: LeadingChange, clusters: number): void {
    this.ordered = null
    madeOnce(this.counts, digest, () => ({ profile, clusters: 0 })).clusters += clusters
  }

  /** The most frequent ones. */
  top(most: number): ClusterMoves[] {
    this.ordered ??= this.inOrder()
    return this.ordered.slice(0, most)
  }

  /** The most frequent three of what is forced or fails; of what is automatic where nothing else is. */
  topOfDay(): ClusterMoves[] {
    const all = this.top(Number.POSITIVE_INFINITY)
    const late = all.filter(({ kind }) => kind !== 'auto')
    return (late.length > 0 ? late : all).slice(0, 3)
  }

  private inOrder(): readonly ClusterMoves[] {
    const moves = new Map<string, ClusterMoves>()
    for (const [{ kind, lead }, { profile, clusters }] of this.counts) {
      if (lead === null || clusters === 0) continue
      const { what, from, to } = lead
      const key = `${profile} ${what} ${from} ${to} ${kind}`
      madeOnce(moves, key, () => ({ kind, profile, what, from, to, clusters: 0 })).clusters += clusters
    }
    return [...moves].sort(([a, x], [b, y]) => y.clusters - x.clusters || (a < b ? -1 : 1)).map(([, move]) => move)
  }
}
