import { remembered } from '@/lib/engine/once'
import type { ClusterForecast, DigestChange, ForecastEvent, MaintenanceDigest } from '@/lib/engine/outlook'
import type { Instant, Shoot } from '@/lib/engine/types'
import { sameVersion } from './version-text'

/** Something of a shoot that runs a version: its control plane, or a pool by its position. */
export interface ComponentOfClass {
  readonly kind: 'controlPlane' | 'poolKubernetes' | 'poolImage'
  readonly pool: number | null
}

/** One move of a component, or (`to` null) that it fails and is not seen to move. */
export interface ComponentMove {
  readonly from: string
  readonly to: string | null
  readonly kind: 'auto' | 'forced' | 'fails'
  /** The maintenance that makes the move, or (`to` null) the first that fails. */
  readonly event: ForecastEvent
  /** Null: nothing fails before the move. */
  readonly failing: FailingMaintenances | null
}

/** Several maintenances in a row, more or less, that cannot bring a component to another version. */
export interface FailingMaintenances {
  readonly first: ForecastEvent
  /** The first maintenance after them that does not fail for this component; null: there is none. */
  readonly over: ForecastEvent | null
}

/** Whether anything of the shoot runs the version. */
export function isOn({ kubernetesVersion, workers }: Shoot, what: string, version: string): boolean {
  if (what !== 'Kubernetes') return workers.some(({ image }) => image?.name === what && image.version === version)
  if (isSameOf(what, kubernetesVersion, version)) return true
  return workers.some((worker) => {
    const own = worker.kubernetesVersion
    return own !== undefined && isSameOf(what, own, version)
  })
}

/** Everything of the shoot that runs some version of it. */
function componentsOf(shoot: Shoot, what: string): (ComponentOfClass & { readonly version: string })[] {
  if (what !== 'Kubernetes') {
    return shoot.workers.flatMap(({ image }, pool) =>
      image?.name === what ? [{ kind: 'poolImage' as const, pool, version: image.version }] : [],
    )
  }
  return [
    { kind: 'controlPlane', pool: null, version: shoot.kubernetesVersion },
    ...shoot.workers.flatMap(({ kubernetesVersion: version }, pool) =>
      version === undefined ? [] : [{ kind: 'poolKubernetes' as const, pool, version }],
    ),
  ]
}

/** Whether two texts name one version: of Kubernetes by value, of images by their text. */
export function isSameOf(what: string, a: string, b: string): boolean {
  return what === 'Kubernetes' ? sameVersion(a, b) : a === b
}

/** The first event of a forecast, until an instant, that brings something to a version. Clusters share maintenances: each of these is looked at once. */
export function arrivals(
  what: string,
  version: string,
): (forecast: ClusterForecast, until: Instant) => ForecastEvent | undefined {
  const leads = remembered(
    ({ changes, denied }: MaintenanceDigest) =>
      !denied && changes.some((one) => one.what === what && one.to !== null && isSameOf(what, one.to, version)),
  )
  return ({ events }, until) => {
    const event = events.find(({ from, digest }) => from > until || leads(digest))
    return event !== undefined && event.from <= until ? event : undefined
  }
}

/** A component of shoots that are alike, and which way it goes. */
interface ComponentTrajectory extends ComponentOfClass {
  readonly hops: readonly ComponentMove[]
  /** Whether it runs the version that is asked about. */
  readonly isOn: boolean
}

/** Each component of a shoot, with the versions that it goes through. */
export function trajectoriesOf(
  shoot: Shoot,
  forecast: ClusterForecast,
  what: string,
  version: string,
): readonly ComponentTrajectory[] {
  return componentsOf(shoot, what).map((component) => ({
    kind: component.kind,
    pool: component.pool,
    hops: hopsOf(forecast, component),
    isOn: isSameOf(what, component.version, version),
  }))
}

/** The first move of all that run the version; null: they go nowhere. */
export function firstHopIn(parts: readonly ComponentTrajectory[]): ComponentMove | null {
  let first: ComponentMove | null = null
  for (const { isOn, hops } of parts) {
    const [hop] = hops
    if (isOn && hop !== undefined && (first === null || hop.event.from < first.event.from)) first = hop
  }
  return first
}

/** The moves of a component, each with what failed before it. If it fails without moving in the end, this failure comes last. */
export function hopsOf(forecast: ClusterForecast, { kind, pool }: ComponentOfClass): readonly ComponentMove[] {
  const hops: ComponentMove[] = []
  let failing = null as (FailingMaintenances & { readonly from: string }) | null
  for (const event of forecast.events) {
    const change = changeIn(event.digest, kind, pool)
    const to = change === undefined || event.digest.denied ? null : change.to
    if (change !== undefined && to === null) {
      failing = { from: change.from, first: failing?.first ?? event, over: null }
      continue
    }
    if (failing !== null && failing.over === null) failing = { from: failing.from, first: failing.first, over: event }
    if (change === undefined || to === null) continue
    hops.push({ from: change.from, to, kind: change.why === 'auto' ? 'auto' : 'forced', event, failing })
    failing = null
  }
  if (failing !== null) hops.push({ from: failing.from, to: null, kind: 'fails', event: failing.first, failing })
  return hops
}

/** A loop, as this is asked for every event of every class. */
function changeIn(
  { changes }: MaintenanceDigest,
  kind: ComponentOfClass['kind'],
  pool: number | null,
): DigestChange | undefined {
  for (const change of changes) if (change.component === kind && change.pool === pool) return change
  return undefined
}

/** Whether a way ends with a failure of which no end is known. */
export function endsStuck(hops: readonly ComponentMove[]): boolean {
  const last = hops.at(-1)
  return last !== undefined && last.to === null && last.failing?.over === null
}
