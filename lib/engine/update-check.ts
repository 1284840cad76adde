import type { CompiledImage, CompiledProfile } from './compile'
import { type State, stateOf } from './decide'
import { quote } from './describe'
import { isInPlace, isMinimumMet, supportsCapabilities, supportsKubelet } from './image-filter'
import { isActive } from './lifecycle'
import { type Annotations, OPERATION } from './operations'
import { operationErrors } from './operations-check'
import { type Subject, subjectOf } from './subject'
import type { Instant, Shoot, VersionBoundSettings, Worker } from './types'
import { canonical, compareVersions, parseVersion, plus, type Version } from './version'
import { lockedGateErrors } from './version-bound'

/** An update that a maintenance (or its dry run) sends to the API server. */
export interface Update {
  readonly subject: Subject
  readonly before: State
  readonly after: State
  /** After the maintenance removed what it removes. */
  readonly settings: VersionBoundSettings | undefined
  /** As the controller writes them. */
  readonly annotations: Annotations
  /** False: neither spec nor metadata differ, so the last stage looks at nothing. */
  readonly differs: boolean
  readonly at: Instant
}

/**
 * What the API server answers to an update of a maintenance: null if it accepts, else its error text. Only checks that a
 * maintenance can run into (vectors README, API-server checks): an image that is not supported or not available, a kubelet
 * constraint or capabilities not met, a pool too far behind, an in-place pool that is still updating, operations that are
 * not permitted. The first stage that refuses names all its errors.
 */
export function refusalOf(update: Update): string | null {
  const { shoot } = update.subject
  const mutator = mutatorErrors(update)
  if (mutator.length > 0) return forbidden(shoot, mutator)
  const validation = validationErrors(update)
  if (validation.length > 0)
    return `Shoot.core.gardener.cloud ${quote(shoot.name)} is invalid: ${aggregated(validation)}`
  if (!update.differs) return null
  const validator = validatorErrors(update)
  return validator.length > 0 ? forbidden(shoot, validator) : null
}

/** What the API server answers if only the Kubernetes version is changed now; null if it accepts. */
export function refusalOfKubernetes(shoot: Shoot, profile: CompiledProfile, to: string, at: Instant): string | null {
  const before = stateOf(shoot)
  return refusalOf({
    subject: subjectOf(shoot, profile),
    before,
    after: { ...before, kubernetes: to },
    settings: undefined,
    annotations: {},
    differs: true,
    at,
  })
}

function forbidden(shoot: Shoot, errors: readonly string[]): string {
  return `shoots.core.gardener.cloud ${quote(shoot.name)} is forbidden: ${aggregated(errors)}`
}

function aggregated(errors: readonly string[]): string {
  const distinct = [...new Set(errors)]
  return distinct.length === 1 ? (distinct[0] ?? '') : `[${distinct.join(', ')}]`
}

/** A changed image must be known by exactly that name. */
function mutatorErrors({ subject, before, after }: Update): string[] {
  const { shoot, profile } = subject
  if (after.images === before.images) return []
  return shoot.workers.flatMap(({ image }, i) =>
    image === undefined || after.images[i] === before.images[i] || profile.imageByName.has(image.name)
      ? []
      : [`spec.provider.workers[${i}]: Invalid value: ${quote(image.name)}: image is not supported`],
  )
}

function validationErrors(update: Update): string[] {
  const { before, after, settings, annotations } = update
  const { shoot } = update.subject
  const errors: string[] = []
  const controlPlane = parseVersion(after.kubernetes)
  shoot.workers.forEach((worker, i) => {
    const path = `spec.provider.workers[${i}].kubernetes.version`
    const from = parseVersion(before.pools[i] ?? before.kubernetes)
    const to = parseVersion(after.pools[i] ?? after.kubernetes)
    if (from === null || to === null || from === to) return
    if (compareVersions(to, from) < 0) errors.push(`${path}: Forbidden: kubernetes version downgrade is not supported`)
    if (isInPlace(worker) && isAhead(from, to, 2)) {
      errors.push(`${path}: Forbidden: kubernetes version upgrade cannot skip a minor version`)
    }
  })
  errors.push(...operationErrors(shoot, annotations, after.kubernetes))
  if (settings !== undefined) errors.push(...lockedGateErrors(settings, after))
  after.pools.forEach((own, i) => {
    const version = own === null ? null : parseVersion(own)
    if (version === null || controlPlane === null) return
    const path = `spec.provider.workers[${i}].kubernetes.version`
    if (compareVersions(version, controlPlane) > 0) {
      errors.push(`${path}: Forbidden: worker group kubernetes version must not be higher than control plane version`)
    }
    if (isAhead(version, controlPlane, 4)) {
      errors.push(
        `${path}: Forbidden: worker group kubernetes version must be at most three minor versions behind control plane version`,
      )
    }
  })
  errors.push(...pendingErrors(update))
  return errors
}

/** At least that many minors ahead, or another major. */
function isAhead(from: Version, to: Version, minors: number): boolean {
  return to.major > from.major || (to.major === from.major && to.minor >= plus(from.minor, minors))
}

/** A pool that is still being updated in place may not change, neither by itself nor with the control plane. */
function pendingErrors({ subject, before, after, annotations }: Update): string[] {
  const { shoot } = subject
  if (shoot.pendingWorkerUpdates.length === 0 || annotations[OPERATION] === 'force-in-place-update') return []
  return shoot.workers.flatMap((worker, i) => {
    if (!isInPlace(worker) || !shoot.pendingWorkerUpdates.includes(worker.name)) return []
    const same =
      before.images[i] === after.images[i] &&
      before.pools[i] === after.pools[i] &&
      (before.pools[i] ?? before.kubernetes) === (after.pools[i] ?? after.kubernetes)
    if (same) return []
    return [
      `spec.provider.workers[${i}]: Forbidden: the worker pool ${quote(worker.name)} is currently undergoing an in-place update. ` +
        'No changes are allowed to the worker pool, the Shoot Kubernetes version, or the Shoot kubelet configuration. ' +
        "You can force an update with annotating the Shoot with 'gardener.cloud/operation=force-in-place-update'",
    ]
  })
}

function validatorErrors(update: Update): string[] {
  const { before, after } = update
  const { shoot, profile } = update.subject
  const errors: string[] = []
  if (after.kubernetes !== before.kubernetes) {
    errors.push(...notListed(profile, 'spec.kubernetes.version', after.kubernetes))
  }
  shoot.workers.forEach((worker, i) => {
    const path = `spec.provider.workers[${i}]`
    const error = imageError(update, worker, i, profile) ?? capabilityError(update, worker, i, profile)
    errors.push(...(error === null ? kubeletErrors(update, worker, i, profile) : [error]))
    const own = after.pools[i] ?? null
    if (own !== null && own !== (before.pools[i] ?? before.kubernetes)) {
      errors.push(...notListed(profile, `${path}.kubernetes.version`, own))
    }
  })
  return errors
}

/** A changed Kubernetes version must be spelled as the profile lists it, in whatever stage. */
function notListed(profile: CompiledProfile, path: string, version: string): string[] {
  if (profile.kubernetes.indexOf(version) !== -1) return []
  const supported = profile.source.kubernetes.map(({ version: text, classification }) =>
    quote(classification === 'preview' ? `${text} (preview)` : text),
  )
  return [`${path}: Unsupported value: ${quote(version)}: supported values: ${supported.join(', ')}`]
}

/** A changed image must be listed, fit the architecture, be active (or expired but not lower) and be reachable in place. */
function imageError(update: Update, worker: Worker, i: number, profile: CompiledProfile): string | null {
  const { before, after } = update
  const version = after.images[i] ?? null
  const old = before.images[i] ?? null
  if (worker.image === undefined || version === null || old === null || version === old) return null
  const image = profile.imageByName.get(worker.image.name)
  const index = image?.table.indexOf(version) ?? -1
  if (image === undefined || index === -1) {
    const supported = supportedImages(image, worker, old, update.at).map(quote).join(', ')
    return `spec.provider.workers[${i}].machine.image.version: Unsupported value: ${quote(version)}: supported values: ${supported}`
  }
  const { active, fits, reachable } = usabilityOf(image, index, worker, old, update.at)
  if (active && fits && reachable) return null
  const faults = [
    fits ? '' : `does not support CPU architecture ${quote(worker.architecture)}, `,
    active ? '' : 'is expired, ',
    reachable ? '' : 'cannot be in-place updated from the current version, ',
  ].join('')
  const supported = supportedImages(image, worker, old, update.at).join(' ')
  const detail = `machine image version '${worker.image.name}:${version}' ${faults}supported machine image versions are: [${supported}]`
  return `spec.provider.workers[${i}].machine.image: Invalid value: ${imageValue(worker.image.name, version)}: ${detail}`
}

interface Usability {
  readonly active: boolean
  readonly fits: boolean
  readonly reachable: boolean
}

/** Whether a pool on image version `old` may be given the version. */
function usabilityOf(image: CompiledImage, index: number, worker: Worker, old: string, at: Instant): Usability {
  const stage = image.table.stagesIn(image.table.epochAt(at))[index] ?? 'unavailable'
  const version = image.versions[index]
  const inPlace = version?.source.inPlaceUpdates
  return {
    active: isActive(stage) || (stage === 'expired' && !isBelow(image.table.at(index), parseVersion(old))),
    fits: version?.architectures.includes(worker.architecture) === true,
    reachable: !isInPlace(worker) || (inPlace?.supported === true && isMinimumMet(inPlace.minVersionForUpdate, old)),
  }
}

/** `name:version` of all that the pool may be given, in order of their text. */
function supportedImages(image: CompiledImage | undefined, worker: Worker, old: string, at: Instant): string[] {
  if (image === undefined) return []
  const usable = image.versions.filter((_, index) => {
    const { active, fits, reachable } = usabilityOf(image, index, worker, old, at)
    return active && fits && reachable
  })
  return [...new Set(usable.map(({ source }) => `${image.source.name}:${source.version}`))].sort()
}

function imageValue(name: string, version: string): string {
  return `{"Name":${quote(name)},"ProviderConfig":null,"Version":${quote(version)}}`
}

/** By the three numbers only. */
function isBelow(version: Version, other: Version | null): boolean {
  if (other === null) return false
  return compareVersions({ ...version, prerelease: '' }, { ...other, prerelease: '' }) < 0
}

function capabilityError({ after }: Update, worker: Worker, i: number, profile: CompiledProfile): string | null {
  const version = after.images[i] ?? null
  if (worker.image === undefined || version === null) return null
  const capabilities = profile.machineTypes.get(worker.machineType)?.capabilities
  const flavors = compiledVersion(profile, worker.image.name, version)?.source.capabilityFlavors
  if (supportsCapabilities(flavors, capabilities, profile.source)) return null
  const shown = Object.keys(capabilities ?? {})
    .sort()
    .map((name) => `${name}:[${(capabilities?.[name] ?? []).join(' ')}]`)
  return (
    `spec.provider.workers[${i}].machine.image.version: Invalid value: ${quote(version)}: machine capabilities ` +
    `map[${shown.join(' ')}] of machine type ${quote(worker.machineType)} are not supported by machine image ` +
    `${worker.image.name}:${version}`
  )
}

/** Every pool's image must support its new kubelet, unchanged ones included. */
function kubeletErrors({ after }: Update, worker: Worker, i: number, profile: CompiledProfile): string[] {
  const version = after.images[i] ?? null
  const kubelet = parseVersion(after.pools[i] ?? after.kubernetes)
  if (worker.image === undefined || version === null || kubelet === null) return []
  const { name } = worker.image
  const offered = compiledVersion(profile, name, version)
  if (offered === undefined || supportsKubelet(offered, kubelet)) return []
  return [
    `spec.provider.workers[${i}].machine.image: Invalid value: ${imageValue(name, version)}: machine image '${name}@${version}' does not support ` +
      `kubelet version '${canonical(kubelet)}', supported kubelet versions by this machine image version: ` +
      `'${offered.source.kubeletVersionConstraint ?? ''}'`,
  ]
}

function compiledVersion(profile: CompiledProfile, name: string, version: string) {
  const image = profile.imageByName.get(name)
  return image?.versions[image.table.indexOf(version)]
}
