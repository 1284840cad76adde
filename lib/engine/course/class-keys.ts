import { madeOnce } from '@/lib/engine/grouped'
import {
  blockedRotation,
  type CarriedState,
  type CompiledProfile,
  isInPlace,
  MAINTENANCE_OPERATION,
} from '@/lib/engine/rules'
import type { LastOperation, Shoot, VersionBoundSettings, Worker } from '@/lib/engine/types'

/** Keys of the shoots and pools of one profile: those with equal keys have the same future. All keys are made in this file. */

/** Gives numbers to texts, so that keys made of them are short. Most shoots share their texts with others. */
export class TextNumbers {
  private readonly byText = new Map<string, number>()

  of(text: string): number {
    return madeOnce(this.byText, text, () => this.byText.size)
  }
}

/** The state that a shoot carries, as a text: equal texts have equal outcomes. A maintenance that succeeded counts as none. */
export function keyOfCarried(
  versions: TextNumbers,
  { state, settings, dropped, lastState, asked }: CarriedState,
): string {
  const { kubernetes, pools, images } = state
  let key = kubernetes
  for (let i = 0; i < images.length; i++) {
    key += ` ${versions.of(versionsText(pools[i] ?? null, images[i] ?? null))}`
  }
  if (failed(lastState)) key += `|${lastState}`
  if (settings !== undefined) key += `|${settingsText(settings)}`
  if (asked !== undefined) key += `|asks ${asked}`
  return dropped === undefined ? key : `${key}|drops ${Object.keys(dropped)}`
}

/** The versions of one pool. */
function versionsText(kubernetes: string | null, image: string | null): string {
  return `${kubernetes ?? ''} ${image ?? ''}`
}

/** Whether the last maintenance matters for the next one. */
export function failed(lastState: CarriedState['lastState']): boolean {
  return lastState !== null && lastState !== 'Succeeded'
}

/** The key has which bindings a shoot has, not their names: each shoot has names of its own. */
function settingsText(settings: VersionBoundSettings): string {
  const { secretBindingName, credentialsBindingName } = settings
  const bindings = `${secretBindingName !== undefined} ${credentialsBindingName !== undefined}`
  if (!hasMore(settings)) return bindings
  const { secretBindingName: _, credentialsBindingName: __, ...others } = settings
  return `${bindings} ${JSON.stringify(others)}`
}

function hasMore(settings: VersionBoundSettings): boolean {
  for (const name in settings) if (name !== 'secretBindingName' && name !== 'credentialsBindingName') return true
  return false
}

/** Whether shoots are told apart by their machine types: only where the profile describes these by capabilities, or in any case. */
export type MachineTypeDistinction = 'by capabilities' | 'apart'

/** The fields of a pool that decide which image versions fit, without its versions. */
function poolKey(worker: Worker, { source, machineTypes }: CompiledProfile, types: MachineTypeDistinction): string {
  const { image, architecture, cri, machineType } = worker
  const type = types === 'apart' || (source.machineCapabilities?.length ?? 0) > 0 ? machineType : ''
  const inPlace = isInPlace(worker) ? 'in-place' : ''
  const runtimes = cri.containerRuntimes.join(',')
  return `${image?.name ?? ''} ${architecture} ${cri.name} ${runtimes} ${inPlace} ${type} ${machineTypes.has(machineType)}`
}

/**
 * The key of everything in a shoot that decides the outcome of its maintenances, apart from its window, automatic rotations that can
 * begin, the state that it carries and the operations that are asked for.
 */
export function specKey(shoot: Shoot, pools: PoolClasses): string {
  const { autoUpdate, pendingWorkerUpdates, versionBound, workers, creationTimestamp } = shoot
  let key = automatic(autoUpdate)
  for (const worker of workers) key += ` ${pools.of(worker)}`
  if (versionBound?.featureGates !== undefined) key += ` gates ${workers.map(({ ownKubelet }) => ownKubelet)}`
  if (pendingWorkerUpdates.length > 0) key += ` pending ${workers.map((w) => pendingWorkerUpdates.includes(w.name))}`
  if (shoot.invalidSchedules === true) key += ` schedules ${JSON.stringify(shoot.hibernationSchedules)}`
  const rotation = blockedRotation(atRest(shoot))
  if (rotation !== undefined) key += ` blocked ${JSON.stringify([rotation, creationTimestamp, ...hinderedBy(shoot)])}`
  return key
}

/** The fields that validation checks when operations are asked for or a rotation is due. */
function hinderedBy({ hibernated, asleep, encryptionChanges }: Shoot) {
  return [hibernated, asleep === true, encryptionChanges === true]
}

/** Why a shoot is not at rest, with everything that decides what becomes of that. */
export function unrestKey(shoot: Shoot): string {
  const { annotations, lastOperation, sshAccess, alwaysDiffers, creationTimestamp } = shoot
  const operation = lastOperation && [lastOperation.type, lastOperation.state]
  const rotation = blockedRotation(shoot)
  const why = JSON.stringify([
    annotations,
    operation,
    ...hinderedBy(shoot),
    sshAccess === false,
    alwaysDiffers === true,
    ...(rotation === undefined ? [] : [rotation, creationTimestamp]),
  ])
  return Object.keys(annotations).length === 0 ? why : why + operationGround(shoot)
}

/** The fields that the API server checks when operations are asked for; operations may name pools. */
function operationGround(shoot: Shoot): string {
  const { workers, confineSpecUpdateRollout, rotationPhases, rotationTimes, pendingLists } = shoot
  const names = workers.map(({ name }) => name)
  return JSON.stringify([names, confineSpecUpdateRollout, rotationPhases, rotationTimes, pendingLists])
}

/** The automatic updates that are on, as a text. */
function automatic({ kubernetesVersion, machineImageVersion }: Shoot['autoUpdate']): string {
  if (kubernetesVersion) return machineImageVersion ? 'ki' : 'k'
  return machineImageVersion ? 'i' : ''
}

/** How many pools are remembered before it begins anew. */
const POOLS_LIMIT = 300_000

/** Gives numbers to the pools of the shoots of one profile: pools that differ only in versions have the same number. */
export class PoolClasses {
  private readonly known = new Map<Worker, number>()
  private readonly numbers = new TextNumbers()

  constructor(
    private readonly profile: CompiledProfile,
    private readonly types: MachineTypeDistinction,
  ) {}

  /** The number of the class of a pool. Each pool object is looked at once. */
  of(worker: Worker): number {
    if (this.known.size >= POOLS_LIMIT) this.known.clear()
    return madeOnce(this.known, worker, () => this.numbers.of(poolKey(worker, this.profile, this.types)))
  }
}

const RECONCILED: LastOperation = { type: 'Reconcile', state: 'Succeeded' }

/** Between two maintenances a shoot is reconciled, and nothing is asked for. */
const AT_REST: Pick<Shoot, 'annotations' | 'lastOperation'> = { annotations: {}, lastOperation: RECONCILED }

export function isAtRest({ annotations, lastOperation }: Shoot): boolean {
  const isReconciled = lastOperation?.type === RECONCILED.type && lastOperation.state === RECONCILED.state
  return isReconciled && Object.keys(annotations).length === 0
}

/** The shoot after the reconciliation that follows a maintenance. */
export function atRest(shoot: Shoot): Shoot {
  return isAtRest(shoot) ? shoot : { ...shoot, ...AT_REST }
}

/** The shoot after a maintenance that did not start what was asked for, and the reconciliation after it: the next one is still asked. */
export function stillAsked(shoot: Shoot, asked: string): Shoot {
  return { ...shoot, annotations: { [MAINTENANCE_OPERATION]: asked }, lastOperation: RECONCILED }
}
