import type { ProfileRefusal } from '@/lib/engine/refusal'
import { duplicate, forbidden, invalid, required } from './profile-refusals'
import type { SubmittedSpec } from './submitted'

export const ARCHITECTURES: readonly string[] = ['amd64', 'arm64']
const RESERVED = 'gardener-'

/** What the API server wants of the capabilities that a profile defines. None at all is fine. */
export function checkCapabilities({ machineCapabilities }: SubmittedSpec, field: string): ProfileRefusal[] {
  if (machineCapabilities.length === 0) return []
  const names = machineCapabilities.map(({ name }) => name)
  const repeated = machineCapabilities.flatMap(({ name }, i) => {
    const path = `${field}[${i}].name`
    return [
      ...(names.indexOf(name) < i ? [duplicate('capability-twice', path, name)] : []),
      ...(name.startsWith(RESERVED)
        ? [
            forbidden(
              'capability-reserved',
              path,
              `the "${RESERVED}" prefix is reserved for Gardener-core capabilities`,
            ),
          ]
        : []),
    ]
  })
  const architecture = machineCapabilities.findLast(({ name }) => name === 'architecture')
  const architectures =
    architecture === undefined
      ? [required('architecture-capability-missing', `${field}.architecture`, 'architecture capability is required')]
      : architecture.values
          .filter((value) => !ARCHITECTURES.includes(value))
          .map((value) =>
            invalid(
              'architecture-not-allowed',
              `${field}.architecture`,
              `allowed architectures are: ${ARCHITECTURES.join(', ')}`,
              value,
            ),
          )
  const empty = machineCapabilities.flatMap(({ name, values }) => [
    ...(name === '' ? [required('capability-name-missing', field, 'capability keys must not be empty')] : []),
    ...(values.length === 0
      ? [required('capability-empty', `${field}.${name}`, 'capability values must not be empty')]
      : []),
    ...values.flatMap((value, i) =>
      value === ''
        ? [required('capability-empty', `${field}.${name}[${i}]`, 'capability values must not be empty')]
        : [],
    ),
  ])
  return [...repeated, ...architectures, ...empty]
}

/**
 * What the API server fills in when a profile is changed. The first capabilities with several architectures turn the
 * architectures of image versions and machine types into flavors and capabilities; without capabilities flavors go away;
 * with them, architectures that are not given follow from the flavors.
 */
export function withSyncedArchitectures(spec: SubmittedSpec, old: SubmittedSpec): SubmittedSpec {
  const defined = spec.machineCapabilities
  if (defined.length === 0 && old.machineCapabilities.length === 0) return spec
  const named = defined.findLast(({ name }) => name === 'architecture')?.values
  const isFirst = old.machineCapabilities.length === 0 && (named?.length ?? 0) > 1
  return {
    ...spec,
    machineImages: spec.machineImages.map((image) => ({
      ...image,
      versions: image.versions.map((version) => {
        if (defined.length === 0) return { ...version, capabilityFlavors: [] }
        const given = version.architectures.length > 0 ? version.architectures : ['amd64']
        const capabilityFlavors =
          isFirst && version.capabilityFlavors.length === 0
            ? given.map((architecture) => ({ architecture: [architecture] }))
            : version.capabilityFlavors
        if (version.architectures.length > 0) return { ...version, capabilityFlavors }
        // Architectures of flavors count only where the profile defines that capability.
        const architectures = named === undefined ? [] : architecturesOf(capabilityFlavors, named)
        return { ...version, capabilityFlavors, architectures }
      }),
    })),
    machineTypes: spec.machineTypes.map((type) => {
      if (defined.length === 0) return { ...type, capabilities: {} }
      const capabilities =
        isFirst && Object.keys(type.capabilities).length === 0
          ? { architecture: [type.architecture ?? 'amd64'] }
          : type.capabilities
      const [only, ...others] = named === undefined ? [] : orAll(capabilities, named)
      return type.architecture === undefined && only !== undefined && others.length === 0
        ? { ...type, capabilities, architecture: only }
        : { ...type, capabilities }
    }),
  }
}

/** What a namespaced profile and its parent give, with the architectures that are not named: those of the flavors, or amd64. */
export function withDefaultArchitectures(spec: SubmittedSpec): SubmittedSpec {
  const named = spec.machineCapabilities.findLast(({ name }) => name === 'architecture')?.values ?? []
  return {
    ...spec,
    machineImages: spec.machineImages.map((image) => ({
      ...image,
      versions: image.versions.map((version) => {
        if (version.architectures.length > 0) return version
        const architectures = architecturesOf(version.capabilityFlavors, named)
        return { ...version, architectures: architectures.length > 0 ? architectures : ['amd64'] }
      }),
    })),
  }
}

function architecturesOf(
  flavors: readonly Readonly<Record<string, readonly string[]>>[],
  all: readonly string[],
): readonly string[] {
  return [...new Set((flavors.length > 0 ? flavors : [{}]).flatMap((flavor) => orAll(flavor, all)))]
}

/** What is not named is as good as everything. */
function orAll(capabilities: Readonly<Record<string, readonly string[]>>, all: readonly string[]): readonly string[] {
  return capabilities.architecture ?? all
}
