import { constraintError, parseConstraint, parseVersion } from '@/lib/engine/rules'
import { ARCHITECTURES, type CapabilityValues, capabilityValues, checkNamed, valuesOf } from './capabilities'
import { checkExpirable, latestVersion, supportedCheck } from './expirable'
import { plainNameFaults } from './metadata'
import { checkName } from './other-fields'
import type { ProfileFindings } from './profile-refusals'
import { hasAny, type SubmittedImage, type SubmittedImageVersion, type SubmittedSpec } from './submitted'

const STRATEGIES = ['major', 'minor', 'patch']
const NOT_SEMANTIC =
  'could not parse version. Use a semantic version. In case there is no semantic version for this image use the extensibility provider (define mapping in the CloudProfile) to map to the actual non semantic version'

/** What the API server wants of a CloudProfile's machine images. */
export function checkImages(found: ProfileFindings, spec: SubmittedSpec, field: string): void {
  const { machineImages = [] } = spec
  const capabilities = capabilityValues(spec)
  if (machineImages.length === 0) {
    found.required('no-machine-image', field, 'must provide at least one machine image')
    return
  }
  checkImageList(found, machineImages, capabilities, field, 'versions needed')
  for (const [i, image] of machineImages.entries()) {
    if (image.updateStrategy === undefined) {
      const detail = 'must provide an update strategy'
      found.required('update-strategy-missing', `${field}[${i}].updateStrategy`, detail)
    }
    checkWholeVersions(found, image, capabilities, `${field}[${i}]`)
  }
}

/** Names, strategies and versions; what a namespaced profile is checked for as well. */
export function checkImageList(
  found: ProfileFindings,
  images: readonly SubmittedImage[],
  capabilities: CapabilityValues,
  field: string,
  empty: 'versions needed' | 'empty allowed',
): void {
  for (const { name, versions } of images) {
    const latest = latestVersion(versions)
    if (latest.kind !== 'unreadable') continue
    const detail = `failed to determine latest machine image version for image '${name}': error while parsing expirable version '${latest.text}': ${latest.error}`
    found.invalid('image-version-unreadable', field, detail)
    break
  }
  const seen = { names: new Set<string>(), spellings: new Set<string>(), empty }
  images.forEach((image, i) => {
    checkImage(found, image, capabilities, `${field}[${i}]`, seen)
  })
}

interface ListedSoFar {
  readonly names: Set<string>
  readonly spellings: Set<string>
  readonly empty: 'versions needed' | 'empty allowed'
}

export function checkImage(
  found: ProfileFindings,
  image: SubmittedImage,
  capabilities: CapabilityValues,
  field: string,
  seen: ListedSoFar,
): void {
  if (seen.names.has(image.name)) found.duplicate('image-twice', field, image.name)
  seen.names.add(image.name)
  const missing = 'machine image name must not be empty'
  checkName(found, 'image-name', image.name, `${field}.name`, missing, 'machine image name')
  if (image.versions.length === 0 && seen.empty === 'versions needed') {
    const detail = `must provide at least one version for the machine image '${image.name}'`
    found.about({ image: image.name }, () => found.required('image-without-versions', `${field}.versions`, detail))
  }
  if (image.updateStrategy !== undefined && !STRATEGIES.includes(image.updateStrategy)) {
    found.notSupported('update-strategy-unknown', `${field}.updateStrategy`, image.updateStrategy, STRATEGIES)
  }
  image.versions.forEach((version, i) => {
    checkImageVersion(found, image, version, capabilities, `${field}.versions[${i}]`, seen.spellings)
  })
}

export function checkImageVersion(
  found: ProfileFindings,
  image: SubmittedImage,
  version: SubmittedImageVersion,
  capabilities: CapabilityValues,
  field: string,
  spellings: Set<string>,
): void {
  found.about({ image: image.name, version: version.version }, () => {
    const key = `${image.name}-${version.version}`
    if (spellings.has(key)) found.duplicate('image-version-twice', field, key)
    spellings.add(key)
    if (version.version === '') found.required('image-version-missing', `${field}.version`, '')
    if (parseVersion(version.version) === null)
      found.invalid('image-version-unreadable', `${field}.version`, NOT_SEMANTIC, version.version)
    const minimum = version.inPlaceUpdates?.minVersionForUpdate
    if (minimum !== undefined && parseVersion(minimum) === null) {
      const detail = 'could not parse version. Use a semantic version.'
      found.invalid('minimum-version-unreadable', `${field}.minVersionForInPlaceUpdate`, detail, minimum)
    }
    checkArchitectures(found, version, capabilities, field)
    if (capabilities.size > 0) {
      version.capabilityFlavors?.forEach((flavor, i) => {
        checkNamed(found, flavor, capabilities, `${field}.capabilityFlavors[${i}]`)
      })
    }
    const constraint = version.kubeletVersionConstraint
    if (constraint !== undefined && parseConstraint(constraint) === null) {
      const detail = `cannot parse the kubeletVersionConstraint: ${constraintError(constraint)}`
      found.invalid('kubelet-constraint-unreadable', `${field}.kubeletVersionConstraint`, detail, constraint)
    }
  })
}

/** What versions that stand for themselves need on top: container runtimes, stages, architectures. */
export function checkWholeVersions(
  found: ProfileFindings,
  { name, versions }: SubmittedImage,
  capabilities: CapabilityValues,
  field: string,
): void {
  const checkSupported = supportedCheck(found, versions)
  versions.forEach((version, i) => {
    const path = `${field}.versions[${i}]`
    found.about({ image: name, version: version.version }, () => {
      checkCri(found, version, `${path}.cri`)
      checkSupported(version, path)
      checkExpirable(found, version, path)
      if (capabilities.size > 0) return
      if (!hasAny(version.architectures)) {
        found.required('architectures-missing', `${path}.architectures`, 'must provide at least one architecture')
      }
      if (hasAny(version.capabilityFlavors)) {
        const detail = 'must not provide capabilities without global definition'
        found.forbidden('capabilities-undefined', `${path}.capabilityFlavors`, detail)
      }
    })
  })
}

function checkCri(found: ProfileFindings, { cri = [] }: SubmittedImageVersion, field: string): void {
  if (cri.length === 0) {
    found.required('runtimes-missing', field, 'must provide at least one supported container runtime')
  }
  cri.forEach(({ name, containerRuntimes = [] }, i) => {
    if (cri.findIndex((other) => other.name === name) < i) {
      found.duplicate('runtime-interface-twice', `${field}[${i}]`, name)
    }
    if (name !== 'containerd') {
      found.notSupported('runtime-interface-unknown', `${field}[${i}].name`, name, ['containerd'])
    }
    containerRuntimes.forEach(({ type }, j) => {
      const path = `${field}[${i}].containerRuntimes[${j}].type`
      const faults = plainNameFaults(type)
      const detail = `container runtime type must be a qualified name: [${faults.join(' ')}]`
      if (faults.length > 0) found.invalid('runtime-name', path, detail, type)
      if (containerRuntimes.findIndex((other) => other.type === type) < j) found.duplicate('runtime-twice', path, type)
    })
  })
}

/** Checks architectures. With capabilities the flavors name them: one each, and all if several are defined. */
function checkArchitectures(
  found: ProfileFindings,
  version: SubmittedImageVersion,
  capabilities: CapabilityValues,
  field: string,
): void {
  const { architectures = [], capabilityFlavors: flavors = [] } = version
  const supported = capabilities.size > 0 ? (capabilities.get('architecture') ?? []) : ARCHITECTURES
  if (capabilities.size > 0) {
    if (supported.length > 1 && flavors.length === 0) {
      const detail =
        'must provide at least one image flavor when multiple architectures are defined in spec.machineCapabilities'
      found.required('flavors-missing', `${field}.capabilityFlavors`, detail)
      return
    }
    flavors.forEach((flavor, i) => {
      const own = valuesOf(flavor) ?? []
      const path = `${field}.capabilityFlavors[${i}].architecture`
      if (own.length === 0 && supported.length > 1) {
        const detail =
          'must specify one architecture explicitly as multiple architectures are defined in spec.machineCapabilities'
        found.required('flavor-without-architecture', path, detail)
      } else if (own.length > 1) {
        const detail = 'must not define more than one architecture within an image flavor'
        found.invalid('flavor-with-architectures', path, detail, own)
      }
    })
    const named = new Set(flavors.flatMap((flavor) => valuesOf(flavor) ?? []))
    const effective = named.size === 0 && supported.length === 1 ? new Set(supported) : named
    if (!architectures.every((architecture) => effective.has(architecture))) {
      const detail = `architecture field values set (${architectures.join(',')}) conflict with the capability architectures (${[...effective].sort().join(',')})`
      found.invalid('architectures-conflict', `${field}.architectures`, detail, architectures)
    }
  }
  architectures.forEach((architecture, i) => {
    if (!supported.includes(architecture))
      found.notSupported('architecture-unknown', `${field}.architectures[${i}]`, architecture, supported)
  })
}
