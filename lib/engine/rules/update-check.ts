import { invalidUpdate, joinedLines, lineOf, type UpdateRefusal } from '@/lib/engine/refusal'
import type { Capabilities, Instant, Shoot, VersionBoundSettings, Worker } from '@/lib/engine/types'
import type { CompiledImage, CompiledImageVersion, CompiledProfile } from './compile'
import { type MaintenanceSubject, stateOf, subjectOf, type VersionState } from './decide'
import { quote, supportedVersions } from './describe'
import { hibernationScheduleErrors } from './hibernation'
import { type ImageUsability, isInPlace, supportsCapabilities, supportsKubelet, usabilityOf } from './image-filter'
import { stageAt } from './lifecycle'
import {
  type Annotations,
  forcesInPlaceUpdate,
  isMoving,
  OPERATION,
  operationsIn,
  validatedAnnotations,
} from './operations'
import { maintenanceHibernationErrors, maintenanceOperationErrors } from './operations-check'
import { canonicalSpelling, type Version } from './version'
import { keepsGates, refusedApiServerSettings, refusedGates, refusedTaints } from './version-bound'
import { skewFaults, stepFaults, type VersionFault } from './version-steps'

/** An update that a maintenance (or its dry run) sends to the API server. */
export interface UpdateRequest {
  readonly subject: MaintenanceSubject
  readonly before: VersionState
  readonly after: VersionState
  /** The settings after the maintenance removed what it removes. */
  readonly settings: VersionBoundSettings | undefined
  readonly settingsBefore?: VersionBoundSettings | undefined
  /** The annotations as the controller writes them. */
  readonly annotations: Annotations
  /** False: neither spec nor metadata differ, so the last stage looks at nothing. */
  readonly differs: boolean
  readonly at: Instant
}

/** The API server's refusal of an update: its whole text, and what it consists of. */
export interface RefusedUpdate {
  readonly text: string
  readonly refusals: readonly UpdateRefusal[]
}

/**
 * What the API server answers to an update of a maintenance; null if it accepts. Only checks that a maintenance can run
 * into (docs/rules.md#refused-maintenance): an image that is not supported or not available, a kubelet constraint or
 * capabilities not met, a pool too far behind, an in-place pool that is still updating, operations that are not permitted.
 * The first stage that refuses names all its errors.
 */
export function refusalOf(update: UpdateRequest): RefusedUpdate | null {
  const { shoot } = update.subject
  const mutator = mutatorErrors(update)
  if (mutator.length > 0) return refused(`shoots.core.gardener.cloud ${quote(shoot.name)} is forbidden`, mutator)
  const isChanged = update.before !== update.after || update.settings !== update.settingsBefore
  const validation = validationErrors(update, validatedAnnotations(shoot, update.annotations, isChanged))
  if (validation.length > 0) return refused(`Shoot.core.gardener.cloud ${quote(shoot.name)} is invalid`, validation)
  if (!update.differs) return null
  const moving = movingErrors(update)
  const panic = moving.length > 0 ? null : panicOf(update.subject)
  if (panic !== null) return { text: lineOf(panic), refusals: [panic] }
  const validator = moving.length > 0 ? moving : validatorErrors(update)
  return validator.length > 0
    ? refused(`shoots.core.gardener.cloud ${quote(shoot.name)} is forbidden`, validator)
    : null
}

/** What the API server answers if only the Kubernetes version is changed now; null if it accepts. */
export function refusalOfKubernetes(shoot: Shoot, profile: CompiledProfile, to: string, at: Instant): string | null {
  const before = stateOf(shoot)
  const refusal = refusalOf({
    subject: subjectOf(shoot, profile),
    before,
    after: { ...before, kubernetes: to },
    settings: undefined,
    annotations: {},
    differs: true,
    at,
  })
  return refusal?.text ?? null
}

function refused(what: string, refusals: readonly UpdateRefusal[]): RefusedUpdate {
  return { text: `${what}: ${joinedLines(refusals.map(lineOf))}`, refusals }
}

/** A changed image must be known by exactly that name. */
function mutatorErrors({ subject, before, after }: UpdateRequest): readonly UpdateRefusal[] {
  const { shoot, profile } = subject
  if (after.images === before.images) return NOTHING
  return shoot.workers.flatMap(({ image }, pool): UpdateRefusal[] => {
    if (image === undefined || after.images[pool] === before.images[pool]) return []
    if (profile.imageByName.has(image.name)) return []
    const subject = { pool, image: image.name, value: quote(image.name) }
    const field = `spec.provider.workers[${pool}]`
    const text = 'image is not supported'
    return [{ stage: 'mutator', rule: 'image-unknown', type: 'FieldValueInvalid', field, subject, text }]
  })
}

/** `annotations`: as this stage sees them. Most nights nothing is wrong: then nothing is put together. */
function validationErrors(update: UpdateRequest, annotations: Annotations): readonly UpdateRefusal[] {
  const { after, settings } = update
  const { shoot } = update.subject
  const gates = settings === undefined ? NOTHING : refusedGates(settings, shoot.workers, after)
  const found = [
    stepErrors(update),
    maintenanceOperationErrors(shoot, annotations, after.kubernetes),
    poolByPool(skewErrors(update), gates),
    settings === undefined ? NOTHING : refusedApiServerSettings(settings, after.kubernetes),
    gates.length === 0 ? NOTHING : gates.filter(({ subject }) => subject.pool === undefined),
    settings === undefined ? NOTHING : refusedTaints(settings, after.kubernetes),
    maintenanceHibernationErrors(shoot, annotations),
    shoot.invalidSchedules === true ? hibernationScheduleErrors(shoot.hibernationSchedules ?? []) : NOTHING,
    pendingErrors(update, annotations),
  ]
  return found.every(({ length }) => length === 0) ? NOTHING : found.flat()
}

const NOTHING: readonly UpdateRefusal[] = []

/** All about one pool, then all about the next one. */
function poolByPool(skew: readonly UpdateRefusal[], gates: readonly UpdateRefusal[]): readonly UpdateRefusal[] {
  if (gates.length === 0 && skew.length < 2) return skew
  const errors = [...skew, ...gates.filter(({ subject }) => subject.pool !== undefined)]
  return errors.sort((a, b) => (a.subject.pool ?? 0) - (b.subject.pool ?? 0))
}

/** What is wrong with the step of each pool (docs/rules.md#version-steps). */
function stepErrors({ subject, before, after }: UpdateRequest): readonly UpdateRefusal[] {
  if (before.kubernetes === after.kubernetes && before.pools === after.pools) return NOTHING
  const { readVersion } = subject.profile
  return subject.shoot.workers.flatMap((worker, pool): UpdateRefusal[] => {
    const [from, to] = [before.pools[pool] ?? before.kubernetes, after.pools[pool] ?? after.kubernetes]
    return from === to ? [] : poolVersionErrors(stepFaults(to, from, !isInPlace(worker), readVersion), pool)
  })
}

/** What is wrong with the distance of each pool with a version of its own from the control plane. */
function skewErrors({ subject, after: { kubernetes, pools } }: UpdateRequest): readonly UpdateRefusal[] {
  if (pools.every((own) => own === null)) return NOTHING
  const { readVersion } = subject.profile
  return pools.flatMap((own, pool) =>
    own === null ? [] : poolVersionErrors(skewFaults(kubernetes, own, readVersion), pool),
  )
}

/** What is stored was readable when it was written: a version that is not is nothing that a maintenance is refused for. */
function poolVersionErrors(faults: readonly VersionFault[], pool: number): UpdateRefusal[] {
  const field = `spec.provider.workers[${pool}].kubernetes.version`
  return faults.flatMap(({ rule }) =>
    rule === 'version-unreadable'
      ? []
      : [invalidUpdate(rule, 'FieldValueForbidden', field, VERSION_FAULTS[rule], { pool })],
  )
}

const VERSION_FAULTS: Readonly<Record<Exclude<VersionFault['rule'], 'version-unreadable'>, string>> = {
  'version-downgrade': 'kubernetes version downgrade is not supported',
  'version-skips-minor': 'kubernetes version upgrade cannot skip a minor version',
  'pool-above-control-plane': 'worker group kubernetes version must not be higher than control plane version',
  'pool-too-far-behind':
    'worker group kubernetes version must be at most three minor versions behind control plane version',
}

/** A pool that is still being updated in place may not change, neither by itself nor with the control plane. */
function pendingErrors(
  { subject, before, after, settings, settingsBefore }: UpdateRequest,
  annotations: Annotations,
): readonly UpdateRefusal[] {
  const { shoot } = subject
  if (shoot.pendingWorkerUpdates.length === 0 || forcesInPlaceUpdate(operationsIn(annotations[OPERATION])))
    return NOTHING
  return shoot.workers.flatMap((worker, pool): UpdateRefusal[] => {
    if (!isInPlace(worker) || !shoot.pendingWorkerUpdates.includes(worker.name)) return []
    const same =
      before.images[pool] === after.images[pool] &&
      before.pools[pool] === after.pools[pool] &&
      (before.pools[pool] ?? before.kubernetes) === (after.pools[pool] ?? after.kubernetes) &&
      keepsGates(settingsBefore, settings, worker, pool)
    if (same) return []
    const text =
      `the worker pool ${quote(worker.name)} is currently undergoing an in-place ` +
      'update. No changes are allowed to the worker pool, the Shoot Kubernetes version, or the Shoot kubelet configuration. ' +
      "You can force an update with annotating the Shoot with 'gardener.cloud/operation=force-in-place-update'"
    const field = `spec.provider.workers[${pool}]`
    return [invalidUpdate('pool-pending-in-place', 'FieldValueForbidden', field, text, { pool })]
  })
}

function validatorErrors(update: UpdateRequest): readonly UpdateRefusal[] {
  const { subject, before, after, at } = update
  const { shoot, profile } = subject
  const errors: UpdateRefusal[] = []
  if (after.kubernetes !== before.kubernetes) {
    errors.push(...notListed(profile, 'spec.kubernetes.version', after.kubernetes))
  }
  for (let pool = 0; pool < shoot.workers.length; pool++) {
    const worker = shoot.workers[pool]
    const [from, to] = [before.images[pool] ?? null, after.images[pool] ?? null]
    const kubelet = profile.readVersion(after.pools[pool] ?? after.kubernetes)
    if (worker?.image !== undefined && from !== null && to !== null && kubelet !== null) {
      const step = { worker, pool, from, to, kubelet, profile, at }
      const { name } = worker.image
      // Capabilities and the kubelet constraint must be met by unchanged ones too. The first of these that fails is named.
      const error = changeError(name, step) ?? capabilityError(name, step) ?? kubeletError(name, step)
      if (error !== null) errors.push(error)
    }
    const own = after.pools[pool] ?? null
    if (own !== null && own !== (before.pools[pool] ?? before.kubernetes)) {
      errors.push(...notListed(profile, `spec.provider.workers[${pool}].kubernetes.version`, own, pool))
    }
  }
  return errors
}

/**
 * In a profile that describes machines by capabilities the API server breaks off where the machine type of a pool is gone: with
 * whatever is written.
 */
function panicOf({ shoot, profile, pools }: MaintenanceSubject): UpdateRefusal | null {
  if ((profile.source.machineCapabilities?.length ?? 0) === 0) return null
  const pool = pools.findIndex(({ machineType }) => machineType === undefined)
  const worker = shoot.workers[pool]
  return worker === undefined ? null : lostMachineRefusal(shoot.name, pool, worker.machineType)
}

/** What a client gets where the API server breaks off; `pool`: the position of the one whose machine type is gone. */
export function lostMachineRefusal(shoot: string, pool: number, machineType: string): UpdateRefusal {
  const text =
    'an error on the server ("This request caused apiserver to panic. Look in the logs for details.") has prevented the ' +
    `request from succeeding (put shoots.core.gardener.cloud ${shoot})`
  const subject = { pool, machineType }
  return { stage: 'validator', rule: 'machine-type-gone', type: 'InternalError', field: '', subject, text }
}

/** While its control plane moves to another seed, the specification of a shoot is fixed. */
function movingErrors({ subject, before, after, settings, settingsBefore }: UpdateRequest): readonly UpdateRefusal[] {
  const { lastOperation, alwaysDiffers, droppedOnWrite } = subject.shoot
  const isSame = before === after && settings === settingsBefore
  if (isSame && alwaysDiffers !== true && droppedOnWrite === undefined) return NOTHING
  return movingRefusal(lastOperation)
}

/** What any change of the specification is refused with during an operation; empty: it is not. */
export function movingRefusal(operation: Shoot['lastOperation']): readonly UpdateRefusal[] {
  if (operation === undefined || !isMoving(operation)) return NOTHING
  const text = `cannot change shoot spec during ${operation.type} operation that is in state ${operation.state}`
  return [{ stage: 'validator', rule: 'control-plane-moves', type: 'Forbidden', field: '', subject: {}, text }]
}

/** A changed Kubernetes version must be spelled as the profile lists it, in whatever stage. */
function notListed(profile: CompiledProfile, field: string, version: string, pool?: number): UpdateRefusal[] {
  if (profile.kubernetes.indexOf(version) !== -1) return []
  const text = `supported values: ${supportedVersions(profile.source.kubernetes).map(quote).join(', ')}`
  const subject = { ...(pool === undefined ? {} : { pool }), version, value: quote(version) }
  return [{ stage: 'validator', rule: 'version-not-listed', type: 'FieldValueNotSupported', field, subject, text }]
}

/** A pool whose image is to go from one version to another, or to stay. */
export interface ImageStep {
  readonly worker: Worker
  /** Position of the pool. */
  readonly pool: number
  readonly from: string
  readonly to: string
  /** What its kubelets are to run. */
  readonly kubelet: Version
  readonly profile: CompiledProfile
  readonly at: Instant
}

/** A changed image must be listed, fit the architecture, be active (or expired but not lower) and be reachable in place. */
function changeError(name: string, { worker, pool, from, to, profile, at }: ImageStep): UpdateRefusal | null {
  if (from === to) return null
  const image = profile.imageByName.get(name)
  const offered = offeredVersion(profile, name, to)
  const path = `spec.provider.workers[${pool}].machine.image`
  if (offered === undefined) {
    const supported = supportedImages(image, worker, from, at).map(quote).join(', ')
    const text = `supported values: ${supported}`
    const subject = { pool, image: name, version: to, value: quote(to) }
    const field = `${path}.version`
    return { stage: 'validator', rule: 'image-not-listed', type: 'FieldValueNotSupported', field, subject, text }
  }
  const usability = judge(offered, worker, from, at)
  const { active, architecture, inPlace } = usability
  if (active && architecture && inPlace) return null
  const text = unusableImage(`${name}:${to}`, usability, worker.architecture, supportedImages(image, worker, from, at))
  const rule = !architecture ? 'image-architecture' : !active ? 'image-unavailable' : 'image-not-in-place'
  const subject = { pool, image: name, version: to, value: printedImage(name, to) }
  return { stage: 'validator', rule, type: 'FieldValueInvalid', field: path, subject, text }
}

/** What Gardener says of a version of an image that a pool of an architecture cannot be given; `image`: `name:version`. */
export function unusableImage(
  image: string,
  { active, architecture, inPlace }: ImageUsability,
  needed: string,
  supported: readonly string[],
): string {
  const faults = [
    architecture ? '' : `does not support CPU architecture ${quote(needed)}, `,
    active ? '' : 'is expired, ',
    inPlace ? '' : 'cannot be in-place updated from the current version, ',
  ].join('')
  return `machine image version '${image}' ${faults}supported machine image versions are: [${supported.join(' ')}]`
}

/** Whether a pool on image version `old` may be given the version. */
function judge(
  { source, architectures }: CompiledImageVersion,
  worker: Worker,
  old: string,
  at: Instant,
): ImageUsability {
  const { architecture } = worker
  const judged = usabilityOf(source, stageAt(source, at), architectures, { architecture, old })
  return { ...judged, inPlace: judged.inPlace || !isInPlace(worker) }
}

/** `name:version` of all that the pool may be given, in order of their text. */
function supportedImages(image: CompiledImage | undefined, worker: Worker, old: string, at: Instant): string[] {
  if (image === undefined) return []
  const usable = image.versions.filter((version) => {
    const { active, architecture, inPlace } = judge(version, worker, old, at)
    return active && architecture && inPlace
  })
  return [...new Set(usable.map(({ source }) => `${image.source.name}:${source.version}`))].sort()
}

function capabilityError(name: string, { worker, pool, to, profile }: ImageStep): UpdateRefusal | null {
  const capabilities = profile.machineTypes.get(worker.machineType)?.capabilities
  const flavors = offeredVersion(profile, name, to)?.source.capabilityFlavors
  if (supportsCapabilities(flavors, capabilities, profile.source)) return null
  const text = unsupportedCapabilities(capabilities, worker.machineType, `${name}:${to}`)
  const field = `spec.provider.workers[${pool}].machine.image.version`
  const subject = { pool, image: name, version: to, machineType: worker.machineType, value: quote(to) }
  return { stage: 'validator', rule: 'image-capabilities', type: 'FieldValueInvalid', field, subject, text }
}

function kubeletError(name: string, { pool, to, kubelet, profile }: ImageStep): UpdateRefusal | null {
  const offered = offeredVersion(profile, name, to)
  if (offered === undefined || supportsKubelet(offered, kubelet)) return null
  const constraint = offered.source.kubeletVersionConstraint ?? ''
  const text = unsupportedKubelet(`${name}@${to}`, kubelet, constraint)
  const field = `spec.provider.workers[${pool}].machine.image`
  const subject = { pool, image: name, version: to, value: printedImage(name, to), supported: [constraint] }
  return { stage: 'validator', rule: 'image-kubelet', type: 'FieldValueInvalid', field, subject, text }
}

function offeredVersion(profile: CompiledProfile, name: string, version: string) {
  const image = profile.imageByName.get(name)
  return image?.versions[image.table.indexOf(version)]
}

/** What Gardener says where no flavor of an image version has what a machine type asks for; `image`: `name:version`. */
export function unsupportedCapabilities(
  capabilities: Capabilities | undefined,
  machineType: string,
  image: string,
): string {
  const entries = Object.entries(capabilities ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  const shown = entries.map(([name, values]) => `${name}:[${values.join(' ')}]`).join(' ')
  return `machine capabilities map[${shown}] of machine type ${quote(machineType)} are not supported by machine image ${image}`
}

/** What it says where kubelets do not meet the constraint of an image version; `image`: `name@version`. */
export function unsupportedKubelet(image: string, kubelet: Version, constraint: string): string {
  return (
    `machine image '${image}' does not support kubelet version '${canonicalSpelling(kubelet)}', ` +
    `supported kubelet versions by this machine image version: '${constraint}'`
  )
}

/** How it prints the image of a pool. */
export function printedImage(name: string, version: string): string {
  return JSON.stringify({ Name: name, ProviderConfig: null, Version: version })
}
