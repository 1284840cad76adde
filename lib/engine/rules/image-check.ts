import type { UpdateRefusal } from '@/lib/engine/refusal'
import type { Instant, Worker } from '@/lib/engine/types'
import type { CompiledImage, CompiledImageVersion, CompiledProfile } from './compile'
import { quote } from './describe'
import { isInPlace, supportsCapabilities, supportsKubelet, type Usability, usabilityOf } from './image-filter'
import { stageAt } from './lifecycle'
import { canonical, type Version } from './version'

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

/**
 * What the API server's last stage says about a pool's image: a changed one must be usable; capabilities and the kubelet
 * constraint must be met by unchanged ones too. The first of these that fails is named.
 */
export function imageErrors(name: string, step: ImageStep): UpdateRefusal[] {
  const error = changeError(name, step) ?? capabilityError(name, step) ?? kubeletError(name, step)
  return error === null ? [] : [error]
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
  const { active, architecture, inPlace } = judge(offered, worker, from, at)
  if (active && architecture && inPlace) return null
  const faults = [
    architecture ? '' : `does not support CPU architecture ${quote(worker.architecture)}, `,
    active ? '' : 'is expired, ',
    inPlace ? '' : 'cannot be in-place updated from the current version, ',
  ].join('')
  const supported = supportedImages(image, worker, from, at).join(' ')
  const text = `machine image version '${name}:${to}' ${faults}supported machine image versions are: [${supported}]`
  const rule = !architecture ? 'image-architecture' : !active ? 'image-unavailable' : 'image-not-in-place'
  const subject = { pool, image: name, version: to, value: imageValue(name, to) }
  return { stage: 'validator', rule, type: 'FieldValueInvalid', field: path, subject, text }
}

/** Whether a pool on image version `old` may be given the version. */
function judge({ source, architectures }: CompiledImageVersion, worker: Worker, old: string, at: Instant): Usability {
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
  const shown = Object.keys(capabilities ?? {})
    .sort()
    .map((capability) => `${capability}:[${(capabilities?.[capability] ?? []).join(' ')}]`)
  const text =
    'machine capabilities ' +
    `map[${shown.join(' ')}] of machine type ${quote(worker.machineType)} are not supported by machine image ${name}:${to}`
  const field = `spec.provider.workers[${pool}].machine.image.version`
  const subject = { pool, image: name, version: to, machineType: worker.machineType, value: quote(to) }
  return { stage: 'validator', rule: 'image-capabilities', type: 'FieldValueInvalid', field, subject, text }
}

function kubeletError(name: string, { pool, to, kubelet, profile }: ImageStep): UpdateRefusal | null {
  const offered = offeredVersion(profile, name, to)
  if (offered === undefined || supportsKubelet(offered, kubelet)) return null
  const constraint = offered.source.kubeletVersionConstraint ?? ''
  const text =
    `machine image '${name}@${to}' does not support kubelet version '${canonical(kubelet)}', ` +
    `supported kubelet versions by this machine image version: '${constraint}'`
  const field = `spec.provider.workers[${pool}].machine.image`
  const subject = { pool, image: name, version: to, value: imageValue(name, to), supported: [constraint] }
  return { stage: 'validator', rule: 'image-kubelet', type: 'FieldValueInvalid', field, subject, text }
}

function offeredVersion(profile: CompiledProfile, name: string, version: string) {
  const image = profile.imageByName.get(name)
  return image?.versions[image.table.indexOf(version)]
}

function imageValue(name: string, version: string): string {
  return `{"Name":${quote(name)},"ProviderConfig":null,"Version":${quote(version)}}`
}
