import type { ProfileRefusal } from '@/lib/engine/refusal'
import { constraintError, parseConstraint, parseVersion } from '@/lib/engine/rules'
import type { Instant } from '@/lib/engine/types'
import { ARCHITECTURES, type CapabilityValues, capabilityValues, checkNamed } from './capabilities'
import { checkExpirable, type Gates, latestOf, supportedCheck } from './expirable'
import { plainNameFaults } from './names'
import { checkName } from './other-fields'
import { about, duplicate, forbidden, invalid, notSupported, required } from './profile-refusals'
import type { SubmittedImage, SubmittedImageVersion, SubmittedSpec } from './submitted'

const STRATEGIES = ['major', 'minor', 'patch']
const NOT_SEMANTIC =
  'could not parse version. Use a semantic version. In case there is no semantic version for this image use the extensibility provider (define mapping in the CloudProfile) to map to the actual non semantic version'

/** What the API server wants of a CloudProfile's machine images. */
export function checkImages(spec: SubmittedSpec, now: Instant, gates: Gates, field: string): ProfileRefusal[] {
  const capabilities = capabilityValues(spec)
  if (spec.machineImages.length === 0)
    return [required('no-machine-image', field, 'must provide at least one machine image')]
  return [
    ...checkImageList(spec.machineImages, capabilities, field, 'versions needed'),
    ...spec.machineImages.flatMap((image, i) =>
      checkWholeVersions(image, capabilities, `${field}[${i}]`, supportedCheck(image.versions, now), gates),
    ),
  ]
}

/** Names, strategies and versions; what a namespaced profile is checked for as well. */
export function checkImageList(
  images: readonly SubmittedImage[],
  capabilities: CapabilityValues,
  field: string,
  empty: 'versions needed' | 'empty allowed',
): ProfileRefusal[] {
  const unreadable = images
    .map((image) => ({ image, latest: latestOf(image.versions) }))
    .flatMap(({ image, latest }) => (latest.kind === 'unreadable' ? [{ image, latest }] : []))
    .slice(0, 1)
  const names = new Set<string>()
  const spellings = new Set<string>()
  return [
    ...unreadable.map(({ image, latest }) =>
      invalid(
        'image-version-unreadable',
        field,
        `failed to determine latest machine image version for image '${image.name}': error while parsing expirable version '${latest.text}': ${latest.error}`,
      ),
    ),
    ...images.flatMap((image, i) => checkImage(image, capabilities, `${field}[${i}]`, { names, spellings, empty })),
  ]
}

interface ListedSoFar {
  readonly names: Set<string>
  readonly spellings: Set<string>
  readonly empty: 'versions needed' | 'empty allowed'
}

export function checkImage(
  image: SubmittedImage,
  capabilities: CapabilityValues,
  field: string,
  seen: ListedSoFar,
): ProfileRefusal[] {
  const refusals: ProfileRefusal[] = []
  if (seen.names.has(image.name)) refusals.push(duplicate('image-twice', field, image.name))
  seen.names.add(image.name)
  const missing = 'machine image name must not be empty'
  refusals.push(...checkName('image-name', image.name, `${field}.name`, missing, 'machine image name'))
  if (image.versions.length === 0 && seen.empty === 'versions needed') {
    const detail = `must provide at least one version for the machine image '${image.name}'`
    refusals.push(...about({ image: image.name }, [required('image-without-versions', `${field}.versions`, detail)]))
  }
  if (image.updateStrategy !== undefined && !STRATEGIES.includes(image.updateStrategy)) {
    refusals.push(notSupported('update-strategy-unknown', `${field}.updateStrategy`, image.updateStrategy, STRATEGIES))
  }
  return [
    ...refusals,
    ...image.versions.flatMap((version, i) =>
      checkImageVersion(image, version, capabilities, `${field}.versions[${i}]`, seen.spellings),
    ),
  ]
}

export function checkImageVersion(
  image: SubmittedImage,
  version: SubmittedImageVersion,
  capabilities: CapabilityValues,
  field: string,
  spellings: Set<string>,
): ProfileRefusal[] {
  const refusals: ProfileRefusal[] = []
  const key = `${image.name}-${version.version}`
  if (spellings.has(key)) refusals.push(duplicate('image-version-twice', field, key))
  spellings.add(key)
  if (version.version === '') refusals.push(required('image-version-missing', `${field}.version`, ''))
  if (parseVersion(version.version) === null)
    refusals.push(invalid('image-version-unreadable', `${field}.version`, NOT_SEMANTIC, version.version))
  const minimum = version.inPlaceUpdates?.minVersionForUpdate
  if (minimum !== undefined && parseVersion(minimum) === null) {
    refusals.push(
      invalid(
        'minimum-version-unreadable',
        `${field}.minVersionForInPlaceUpdate`,
        'could not parse version. Use a semantic version.',
        minimum,
      ),
    )
  }
  refusals.push(...checkArchitectures(version, capabilities, field), ...checkFlavors(version, capabilities, field))
  const constraint = version.kubeletVersionConstraint
  if (constraint !== undefined && parseConstraint(constraint) === null) {
    const detail = `cannot parse the kubeletVersionConstraint: ${constraintError(constraint)}`
    refusals.push(invalid('kubelet-constraint-unreadable', `${field}.kubeletVersionConstraint`, detail, constraint))
  }
  return about({ image: image.name, version: version.version }, refusals)
}

type CheckSupported = (version: SubmittedImageVersion, field: string) => ProfileRefusal[]

/** What a version that stands for itself needs on top: strategy, container runtimes, stages, architectures. */
function checkWholeVersions(
  image: SubmittedImage,
  capabilities: CapabilityValues,
  field: string,
  checkSupported: CheckSupported,
  gates: Gates,
): ProfileRefusal[] {
  const strategy =
    image.updateStrategy === undefined
      ? [required('update-strategy-missing', `${field}.updateStrategy`, 'must provide an update strategy')]
      : []
  return [
    ...strategy,
    ...image.versions.flatMap((version, i) =>
      checkWholeVersion(image, version, capabilities, checkSupported, `${field}.versions[${i}]`, gates),
    ),
  ]
}

export function checkWholeVersion(
  image: SubmittedImage,
  version: SubmittedImageVersion,
  capabilities: CapabilityValues,
  checkSupported: CheckSupported,
  field: string,
  gates: Gates,
): ProfileRefusal[] {
  const refusals = [
    ...checkCri(version, `${field}.cri`),
    ...checkSupported(version, field),
    ...checkExpirable(version, field, gates),
  ]
  const subject = { image: image.name, version: version.version }
  if (capabilities.size > 0) return about(subject, refusals)
  if (version.architectures.length === 0) {
    refusals.push(required('architectures-missing', `${field}.architectures`, 'must provide at least one architecture'))
  }
  if (version.capabilityFlavors.length > 0) {
    const detail = 'must not provide capabilities without global definition'
    refusals.push(forbidden('capabilities-undefined', `${field}.capabilityFlavors`, detail))
  }
  return about(subject, refusals)
}

function checkCri({ cri }: SubmittedImageVersion, field: string): ProfileRefusal[] {
  if (cri.length === 0)
    return [required('runtimes-missing', field, 'must provide at least one supported container runtime')]
  return cri.flatMap(({ name, containerRuntimes }, i) => [
    ...(cri.findIndex((other) => other.name === name) < i
      ? [duplicate('runtime-interface-twice', `${field}[${i}]`, name)]
      : []),
    ...(name === 'containerd'
      ? []
      : [notSupported('runtime-interface-unknown', `${field}[${i}].name`, name, ['containerd'])]),
    ...containerRuntimes.flatMap((type, j) => {
      const path = `${field}[${i}].containerRuntimes[${j}].type`
      const faults = plainNameFaults(type)
      const detail = `container runtime type must be a qualified name: [${faults.join(' ')}]`
      return [
        ...(faults.length === 0 ? [] : [invalid('runtime-name', path, detail, type)]),
        ...(containerRuntimes.indexOf(type) < j ? [duplicate('runtime-twice', path, type)] : []),
      ]
    }),
  ])
}

/** With capabilities the flavors name the architectures: one each, and all when several are defined. */
function checkArchitectures(
  version: SubmittedImageVersion,
  capabilities: CapabilityValues,
  field: string,
): ProfileRefusal[] {
  const defined = capabilities.get('architecture') ?? []
  const supported = capabilities.size > 0 ? defined : ARCHITECTURES
  const refusals: ProfileRefusal[] = []
  if (capabilities.size > 0) {
    const flavors = version.capabilityFlavors
    if (supported.length > 1 && flavors.length === 0) {
      const detail =
        'must provide at least one image flavor when multiple architectures are defined in spec.machineCapabilities'
      return [required('flavors-missing', `${field}.capabilityFlavors`, detail)]
    }
    flavors.forEach((flavor, i) => {
      const own = flavor.architecture ?? []
      const path = `${field}.capabilityFlavors[${i}].architecture`
      if (own.length === 0 && supported.length > 1) {
        const detail =
          'must specify one architecture explicitly as multiple architectures are defined in spec.machineCapabilities'
        refusals.push(required('flavor-without-architecture', path, detail))
      } else if (own.length > 1) {
        refusals.push(
          invalid(
            'flavor-with-architectures',
            path,
            'must not define more than one architecture within an image flavor',
            own,
          ),
        )
      }
    })
    const named = new Set(flavors.flatMap((flavor) => flavor.architecture ?? []))
    const effective = named.size === 0 && supported.length === 1 ? new Set(supported) : named
    if (!version.architectures.every((architecture) => effective.has(architecture))) {
      const detail = `architecture field values set (${version.architectures.join(',')}) conflict with the capability architectures (${[...effective].sort().join(',')})`
      refusals.push(invalid('architectures-conflict', `${field}.architectures`, detail, version.architectures))
    }
  }
  version.architectures.forEach((architecture, i) => {
    if (!supported.includes(architecture))
      refusals.push(notSupported('architecture-unknown', `${field}.architectures[${i}]`, architecture, supported))
  })
  return refusals
}

function checkFlavors(version: SubmittedImageVersion, capabilities: CapabilityValues, field: string): ProfileRefusal[] {
  if (capabilities.size === 0) return []
  return version.capabilityFlavors.flatMap((flavor, i) =>
    checkNamed(flavor, capabilities, `${field}.capabilityFlavors[${i}]`),
  )
}
