import { type MemoizedProfile, updatesIn } from '@/lib/engine/course'
import { groupedBy } from '@/lib/engine/grouped'
import { effectOfOperations, pendingPools } from '@/lib/engine/impact'
import { SEVERITIES } from '@/lib/engine/kinds'
import {
  type CompiledProfile,
  canRotateInNextWindow,
  expiryOf,
  isByHand,
  isClassified,
  isKnownOperation,
  isTrue,
  listedEntry,
  MAINTENANCE_OPERATION,
  NEEDS_RETRY,
  OPERATION,
  operationsIn,
  ROLLING_ROTATIONS,
  rollOutMoment,
  settleSettings,
  stageAt,
  type VersionState,
} from '@/lib/engine/rules'
import type { ComponentChange, ForecastStep, Instant, NamedVersion, Shoot, ShootVersions } from '@/lib/engine/types'
import {
  constraintsBeforeUpdate,
  type Obstacle,
  type OperationRetry,
  type RequestedOperation,
  type RequestObstacle,
  type SettingsEnd,
  severityOf,
  windowTrouble,
} from './obstacle'
import { type OverduePart, overdueOf } from './past-windows'

/** A shoot with what is ahead of it. */
export interface ShootWithForecast {
  readonly shoot: Shoot
  /** Undefined: not known. */
  readonly profile: MemoizedProfile | undefined
  /** The forecast of the shoot from `at` on. */
  readonly steps: readonly ForecastStep[]
  readonly at: Instant
  /** Whether no node can be made of an image version, as the provider's part of the profile maps others, but not this one. */
  readonly isUnmapped?: (image: string, version: string) => boolean
}

/** What the owner of a shoot should know, beside its dead ends, before trusting to maintenance; the worst first. */
export function constraintsOf(prospect: ShootWithForecast): Obstacle[] {
  const rank = (obstacle: Obstacle) => SEVERITIES.indexOf(severityOf(obstacle))
  return [...obstaclesOf(prospect)].sort((a, b) => rank(b) - rank(a))
}

function* obstaclesOf(prospect: ShootWithForecast): Generator<Obstacle, undefined> {
  const { shoot, profile, steps, at } = prospect
  const { deletionTimestamp: since, window } = shoot
  if (profile === undefined) yield { code: 'profile-unknown', profile: shoot.profile.name }
  if (since !== undefined) yield { code: 'being-deleted', since }
  for (const one of constraintsBeforeUpdate(shoot, steps)) yield { code: 'reported', ...one }
  yield* ofUpdates(prospect)
  // Parts that stay although they should not, where no maintenance tells why.
  if (profile !== undefined) yield* overdueObstacles(overdueOf(shoot, profile, at), shoot, at)
  for (const { name: pool, kubernetesVersion } of pendingPools(shoot))
    yield { code: 'in-place-pending', pool, follows: kubernetesVersion === undefined }
  const trouble = windowTrouble(window)
  if (window === undefined) yield { code: 'no-window' }
  if (trouble !== null) yield { code: 'window-trouble', trouble }
  yield* requestsOf(prospect)
  // Otherwise every change of the specification is rolled out at once.
  const moment = rollOutMoment(shoot, at)
  if (moment.kind !== 'at-once') yield { code: 'confined', until: moment.window.begin }
  yield* conditions(prospect)
  const ends = lostSettings(shoot, steps)
  if (ends.length > 0) yield { code: 'settings-end', ends }
  for (const { window, unsupported: minors } of steps)
    if (minors.length > 0) yield { code: 'unsupported', begins: window.begin, minors }
}

/**
 * Automatic updates from a version that could stay to one that ends, and that nothing leads away from; then updates to image versions that
 * the provider's part of the profile does not map.
 */
function ofUpdates({ steps, profile, isUnmapped = () => false }: ShootWithForecast): Obstacle[] {
  const updates = steps.flatMap((step, i) =>
    updatesIn(step).map((update) => ({ ...update, begins: step.window.begin, i })),
  )
  const toDeadEnds = updates.flatMap(({ component, why, pool, image, from, to, begins, i }): Obstacle[] => {
    if (why !== 'auto') return []
    const isStuck = (one: ComponentChange) =>
      one.kind === 'failure' && one.component === component && one.pool === pool && one.from === to
    const stuck = steps.slice(i + 1).find(({ changes }) => changes.some(isStuck))?.window.begin
    const listed = profile === undefined ? undefined : listedEntry(profile, image, from)
    const end = listed === undefined ? null : expiryOf(listed)
    if (stuck === undefined || listed === undefined || (end !== null && end <= stuck)) return []
    return [{ code: 'auto-to-dead-end', pool, image, from, to, begins, stuck }]
  })
  const unmapped = updates.flatMap(({ pool, image, to: version, begins }): Obstacle[] => {
    if (image === null || pool === null || !isUnmapped(image, version)) return []
    return [{ code: 'image-unmapped', pool, image, version, begins }]
  })
  return [...toDeadEnds, ...unmapped]
}

/** What many expect to hold maintenance back, although it does not. */
function* conditions({ shoot, steps, at }: ShootWithForecast): Generator<Obstacle, undefined> {
  const night = steps.find(({ asleep }) => asleep !== null)
  if (night?.asleep) {
    const skipsRotation = !canRotateInNextWindow(shoot, at)
    const { wakes } = night.asleep
    yield { code: 'sleeps', isHibernated: shoot.hibernated, begins: night.window.begin, wakes, skipsRotation }
  } else if (shoot.hibernated) yield { code: 'hibernated' }
  for (const { name: pool } of shoot.workers.filter(isByHand)) {
    const step = steps.find(({ effects }) => effects.some((one) => one.pool === pool && one.effect === 'inPlace'))
    if (step !== undefined) yield { code: 'in-place-by-hand', pool, begins: step.window.begin }
  }
}

/** Settings that end with a minor which the forecast crosses, in Gardener's words. */
function lostSettings(shoot: Shoot, steps: readonly ForecastStep[]): SettingsEnd[] {
  const ends: SettingsEnd[] = []
  let settings = shoot.versionBound
  let before = stateFrom({ kubernetesVersion: shoot.kubernetesVersion, workers: [] })
  for (const step of steps) {
    if (settings === undefined) break
    if (step.denied) continue
    const after = stateFrom(step.versions)
    const outcome = settleSettings(settings, before, after)
    const { ended } = outcome
    if (ended.length > 0) ends.push({ begins: step.window.begin, kubernetes: after.kubernetes, ended })
    settings = outcome.settings
    before = after
  }
  return ends
}

function stateFrom({ kubernetesVersion, workers }: ShootVersions): VersionState {
  return {
    kubernetes: kubernetesVersion,
    pools: workers.map((worker) => worker.kubernetesVersion),
    images: workers.map(({ image }) => image?.version ?? null),
  }
}

/** What is known of parts that stay on an expired version; parts on the same version together. */
export function overdueObstacles(overdue: readonly OverduePart[], shoot: Shoot, at: Instant): Obstacle[] {
  const groups = groupedBy(overdue, ({ image, version }) => `${image ?? ''} ${version}`)
  const last = shoot.lastMaintenance?.triggeredTime
  const made = shoot.creationTimestamp
  return [...groups.values()].map((parts): Obstacle => {
    const [{ image, version, expired, windows, fails }] = parts
    const pools = parts.flatMap(({ pool }) => pool ?? [])
    return {
      code: 'overdue',
      image,
      version,
      expired,
      windows,
      fails,
      pools: pools.length < parts.length ? null : pools,
      made: made !== undefined && made > expired ? made : null,
      last: last === undefined || last > at ? null : last,
    }
  })
}

/**
 * What annotations ask Gardener to do with a shoot, what becomes of that, and of an operation that failed
 * (docs/rules.md#operations-asked-for). Nothing is asked of a shoot that is being deleted.
 */
function requestsOf(requested: Pick<ShootWithForecast, 'shoot' | 'steps'>): RequestObstacle[] {
  if (requested.shoot.deletionTimestamp !== undefined) return []
  return [
    ...atOnce(requested.shoot),
    ...inMaintenance(requested),
    ...failure(requested),
    ...waitingPools(requested.shoot),
  ]
}

/** Gardener acts on these outside of maintenance. */
function atOnce(shoot: Shoot): RequestObstacle[] {
  const failed = shoot.lastOperation?.state === 'Failed'
  return operationsIn(shoot.annotations[OPERATION]).map((operation): RequestObstacle => {
    if (!isKnownOperation(operation)) return { code: 'asked-unknown', operation }
    if (operation === 'retry' && !failed) return { code: 'retry-of-nothing' }
    if (operation === 'maintain') return { code: 'maintains-at-once' }
    return { code: 'asked-at-once', ...askedOf(shoot, operation) }
  })
}

/** The next maintenance hands these over. */
function inMaintenance({ shoot, steps: [step] }: Pick<ShootWithForecast, 'shoot' | 'steps'>): RequestObstacle[] {
  const { lastOperation } = shoot
  return operationsIn(shoot.annotations[MAINTENANCE_OPERATION]).map((operation): RequestObstacle => {
    if (!isKnownOperation(operation)) return { code: 'asked-later-unknown', operation }
    if (lastOperation === undefined || lastOperation.state === 'Failed') {
      const because = lastOperation === undefined ? 'never-worked-on' : 'failed'
      return { code: 'asked-later-skipped', because, ...askedOf(shoot, operation) }
    }
    if (step?.operations.some(({ name }) => name === operation) === true)
      return { code: 'asked-later', begins: step.window.begin, ...askedOf(shoot, operation) }
    if (step?.denied === true) return { code: 'asked-later-refused', operation, reason: step.failureReason }
    return { code: 'asked-later-idle', operation }
  })
}

function askedOf(shoot: Shoot, operation: string): RequestedOperation {
  const isForNodes = operation.startsWith('rotate-') || operation.startsWith('rollout-')
  return { operation, effect: isForNodes ? effectOfOperations(shoot, [operation]) : null }
}

/** Maintenance changes versions all the same; whether what failed is tried again is another matter. */
function failure({ shoot, steps }: Pick<ShootWithForecast, 'shoot' | 'steps'>): RequestObstacle[] {
  const { lastOperation, annotations, confineSpecUpdateRollout } = shoot
  if (lastOperation?.state !== 'Failed') return []
  // What the API server drops by itself, where maintenance has nothing to report, starts no reconciliation.
  const isSent = ({ specChanged, denied, changes, operations, dropped }: ForecastStep) =>
    specChanged && !denied && changes.length + operations.length + dropped.filter(({ reason }) => reason).length > 0
  const begins = steps.find(isSent)?.window.begin
  const retry = ((): OperationRetry => {
    if (operationsIn(annotations[OPERATION]).includes('retry')) return { kind: 'asked' }
    if (isTrue(annotations[NEEDS_RETRY])) return { kind: 'marked' }
    if (begins === undefined) return { kind: 'nothing' }
    return { kind: confineSpecUpdateRollout ? 'after-change' : 'change', begins }
  })()
  return [{ code: 'operation-failed', type: lastOperation.type, retry }]
}

/** A rotation that was started without the workers is not over before they have taken part. */
function waitingPools({ rotationTimes, workers }: Shoot): RequestObstacle[] {
  return ROLLING_ROTATIONS.flatMap((of): RequestObstacle[] => {
    const waiting = rotationTimes?.[of]?.pendingWorkersRollouts?.map(({ name }) => name) ?? []
    const pools = workers.map(({ name }) => name).filter((name) => waiting.includes(name))
    return pools.length === 0 ? [] : [{ code: 'rotation-waits', of, pools }]
  })
}

/**
 * What a shoot runs that its profile does not classify, and what Gardener makes of that: without a classification a version
 * counts as supported, and with a date alone it does so until then (docs/rules.md#classification).
 */
export function unclassifiedOf(shoot: Shoot, profile: CompiledProfile, at: Instant): Obstacle[] {
  const own = shoot.workers.flatMap(({ kubernetesVersion }) => kubernetesVersion ?? [])
  const running: readonly NamedVersion[] = [
    ...[shoot.kubernetesVersion, ...own].map((version) => ({ image: null, version })),
    ...shoot.workers.flatMap(({ image }) => (image === undefined ? [] : { image: image.name, version: image.version })),
  ]
  const versions: NamedVersion[] = []
  const dated: Obstacle[] = []
  for (const named of new Map(running.map((one) => [`${one.image ?? ''} ${one.version}`, one])).values()) {
    const listed = listedEntry(profile, named.image, named.version)
    if (listed === undefined || isClassified(listed) || stageAt(listed, at) === 'expired') continue
    const expires = expiryOf(listed)
    if (expires === null) versions.push(named)
    else dated.push({ code: 'unclassified-until', expires, ...named })
  }
  return versions.length === 0 ? dated : [{ code: 'unclassified', versions }, ...dated]
}
