import type { ImageVersionOverride, ProfileOverrides } from '@/lib/engine/api-server'
import { CONSTRAINT_LENGTH, FEW, FLAVORS_MOST, LIFECYCLE_MOST, shortened, VERSIONS_MOST } from '@/lib/engine/bounds'
import { addTo } from '@/lib/engine/grouped'
import { IMAGE_STRATEGIES, STAGES } from '@/lib/engine/kinds'
import { parseConstraint, parseVersion } from '@/lib/engine/rules'
import type {
  Capabilities,
  CloudProfile,
  ExpirableVersion,
  LifecycleStage,
  MachineImage,
  MachineImageVersion,
  MachineType,
  UsedImage,
} from '@/lib/engine/types'
import { type FieldReader, isRecord, present } from '../reader'

/** A profile's `spec` with the defaults of the API server. Without `defaults`, absent lists stay empty (overrides have none). */
export function readProfileSpec(spec: FieldReader): CloudProfile {
  const definitions = spec.at('machineCapabilities')
  const capabilities = definitions.items().flatMap((item) => {
    const name = item.at('name').requiredText()
    return name === undefined ? [] : [{ name, values: item.at('values').texts() }]
  })
  const architectures = capabilities.length > 0 ? [] : ['amd64']
  return {
    kubernetes: readKubernetes(spec),
    machineImages: readImages(spec, (version) => readImageVersion(version, architectures)).map(
      ({ name, updateStrategy = 'major', versions }) => ({ name, updateStrategy, versions }),
    ),
    machineTypes: readMachineTypes(spec, architectures[0]),
    ...(definitions.isPresent() ? { machineCapabilities: capabilities } : {}),
  }
}

function readKubernetes(spec: FieldReader): ExpirableVersion[] {
  return spec
    .in('kubernetes', 'versions')
    .items(VERSIONS_MOST)
    .flatMap((item) => readVersion(item) ?? [])
}

function readVersion(item: FieldReader): ExpirableVersion | undefined {
  const version = item.at('version').requiredText()
  if (version === undefined) return undefined
  if (parseVersion(version) === null)
    item.at('version').note({ code: 'no-version-to-choose', value: shortened(version) })
  const lifecycle = item.at('lifecycle').isPresent()
    ? item
        .at('lifecycle')
        .items(LIFECYCLE_MOST)
        .flatMap((stage) => readStage(stage) ?? [])
    : undefined
  return {
    version,
    ...present({
      classification: item.at('classification').oneOf(STAGES),
      expirationDate: item.at('expirationDate').instant(),
      lifecycle,
    }),
  }
}

function readStage(stage: FieldReader): LifecycleStage | undefined {
  const classification = stage.at('classification').oneOf(STAGES)
  if (classification === undefined) {
    if (!stage.at('classification').isPresent()) stage.at('classification').note({ code: 'missing' })
    return undefined
  }
  const startTime = stage.at('startTime')
  const start = startTime.instant()
  // An unreadable start must not make the stage begin at once.
  if (startTime.isPresent() && start === undefined) return undefined
  return start === undefined ? { classification } : { classification, startTime: start }
}

/** The images that have a name, with what is read of each of their versions. */
function readImages<T>(spec: FieldReader, readOne: (version: FieldReader) => T | undefined) {
  return spec
    .at('machineImages')
    .items()
    .flatMap((item) => {
      const name = item.at('name').requiredText()
      if (name === undefined) return []
      const versions = item
        .at('versions')
        .items(VERSIONS_MOST)
        .flatMap((version) => readOne(version) ?? [])
      return [{ name, versions, ...present({ updateStrategy: item.at('updateStrategy').oneOf(IMAGE_STRATEGIES) }) }]
    })
}

/**
 * Of each image the versions that the provider's part of a profile does not map to an image of its own, where it maps any: no node can
 * be made of them. Undefined: there are none, or it has no such list. That part has a shape for each provider, but image and version are
 * named alike in all that have the list.
 */
export function readUnmapped(
  spec: FieldReader,
  images: readonly MachineImage[],
): Readonly<Record<string, readonly string[]>> | undefined {
  const list = spec.in('providerConfig', 'machineImages').raw()
  if (!Array.isArray(list)) return undefined
  const mapped = new Set(list.flatMap(mappedIn).map(({ name, version }) => `${name} ${version}`))
  const found = images.flatMap(({ name, versions }) => {
    const missing = versions.map(({ version }) => version).filter((version) => !mapped.has(`${name} ${version}`))
    const [first] = missing
    if (first === undefined) return []
    spec
      .in('providerConfig', 'machineImages')
      .note({ code: 'unmapped', first: shortened(`${name} ${first}`), count: missing.length })
    return [[name, missing] as const]
  })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

/** The versions that the provider's part maps, by image; undefined: there is no such part. */
export function readMapped(spec: FieldReader): Readonly<Record<string, readonly string[]>> | undefined {
  const list = spec.in('providerConfig', 'machineImages').raw()
  if (!Array.isArray(list)) return undefined
  const mapped = new Map<string, string[]>()
  for (const { name, version } of list.flatMap(mappedIn)) addTo(mapped, name, version)
  return Object.fromEntries(mapped)
}

function mappedIn(image: unknown): UsedImage[] {
  if (!isRecord(image) || typeof image.name !== 'string' || !Array.isArray(image.versions)) return []
  const { name, versions } = image
  return versions.flatMap((one) =>
    isRecord(one) && typeof one.version === 'string' ? [{ name, version: one.version }] : [],
  )
}

function readImageVersion(item: FieldReader, defaultArchitectures: readonly string[]): MachineImageVersion | undefined {
  const version = readVersion(item)
  if (version === undefined) return undefined
  const architectures = item.at('architectures').texts(FEW)
  const cri = item
    .at('cri')
    .items(FEW)
    .flatMap((entry) => {
      const name = entry.at('name').requiredText()
      return name === undefined ? [] : [{ name, containerRuntimes: readRuntimes(entry) }]
    })
  const flavors = item.at('capabilityFlavors')
  return {
    ...version,
    architectures: architectures.length > 0 ? architectures : defaultArchitectures,
    cri: cri.length > 0 ? cri : [{ name: 'containerd', containerRuntimes: [] }],
    ...present({
      kubeletVersionConstraint: readConstraint(item.at('kubeletVersionConstraint')),
      capabilityFlavors: flavors.isPresent() ? flavors.items(FLAVORS_MOST).map(readCapabilities) : undefined,
      inPlaceUpdates: readInPlaceUpdates(item.at('inPlaceUpdates').object()),
    }),
  }
}

/** A constraint. If it is too long its beginning is kept, followed by a character that no constraint has. */
function readConstraint(field: FieldReader): string | undefined {
  const text = field.prose()
  if (text === undefined || parseConstraint(text) !== null) return text
  const isLong = text.length > CONSTRAINT_LENGTH
  field.note(
    isLong
      ? { code: 'constraint-too-long', length: text.length, most: CONSTRAINT_LENGTH }
      : { code: 'no-constraint', value: shortened(text) },
  )
  return isLong ? `${text.slice(0, CONSTRAINT_LENGTH - 1)}…` : text
}

export function readRuntimes(cri: FieldReader): string[] {
  return cri
    .at('containerRuntimes')
    .items(FEW)
    .flatMap((runtime) => runtime.at('type').requiredText() ?? [])
}

function readInPlaceUpdates(field: FieldReader): MachineImageVersion['inPlaceUpdates'] {
  if (!field.isPresent()) return undefined
  return {
    supported: field.at('supported').flag() ?? false,
    ...present({ minVersionForUpdate: field.at('minVersionForUpdate').text() }),
  }
}

function readMachineTypes(spec: FieldReader, defaultArchitecture: string | undefined): MachineType[] {
  return spec
    .at('machineTypes')
    .items()
    .flatMap((item) => readMachineType(item, defaultArchitecture) ?? [])
}

function readMachineType(item: FieldReader, defaultArchitecture: string | undefined): MachineType | undefined {
  const name = item.at('name').requiredText()
  if (name === undefined) return undefined
  const capabilities = item.at('capabilities')
  return {
    name,
    ...present({
      architecture: item.at('architecture').text() ?? defaultArchitecture,
      capabilities: capabilities.isPresent() ? readCapabilities(capabilities) : undefined,
      memory: item.at('memory').numberOrText(),
    }),
  }
}

function readCapabilities(field: FieldReader): Capabilities {
  return Object.fromEntries(field.entries().map(([name, values]) => [name, values.texts(FEW)]))
}

/** An image version that gives nothing but a date overrides; one that describes itself stands for itself. */
export function readOverrides(spec: FieldReader): ProfileOverrides {
  const whole = ['architectures', 'capabilityFlavors', 'cri', 'kubeletVersionConstraint', 'classification']
  return {
    kubernetes: readKubernetes(spec),
    machineTypes: readMachineTypes(spec, 'amd64'),
    machineImages: readImages(spec, (entry): ImageVersionOverride | undefined => {
      const version = readImageVersion(entry, ['amd64'])
      if (version === undefined || whole.some((field) => entry.at(field).isPresent())) return version
      const { architectures: _, cri: __, ...dated } = version
      return dated
    }),
  }
}
