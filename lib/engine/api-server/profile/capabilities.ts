import type { ProfileRefusal } from '@/lib/engine/refusal'
import type { Gates } from './expirable'
import { plainNameFaults } from './names'
import { duplicate, forbidden, invalid, notSupported, required } from './profile-refusals'
import { type SubmittedSpec, withEach } from './submitted'

export const ARCHITECTURES: readonly string[] = ['amd64', 'arm64']
const RESERVED = 'gardener-'
const RESERVED_FOR = `the "${RESERVED}" prefix is reserved for Gardener-core capabilities`

export type CapabilityValues = ReadonlyMap<string, readonly string[]>

export function capabilityValues(spec: SubmittedSpec): CapabilityValues {
  return new Map(spec.machineCapabilities.map(({ name, values }) => [name, values]))
}

/** The API server looks at them in no order; here it is that of their names. */
function byName(capabilities: Readonly<Record<string, readonly string[]>>) {
  return Object.entries(capabilities).sort(([a], [b]) => (a < b ? -1 : 1))
}

/** What the API server wants of the capabilities that a machine type or an image flavor names. `field`: of all of them. */
export function checkNamed(
  named: Readonly<Record<string, readonly string[]>>,
  defined: CapabilityValues,
  field: string,
): ProfileRefusal[] {
  const names = [...defined.keys()].sort()
  return byName(named).flatMap(([name, values]) => {
    const supported = defined.get(name)
    if (supported === undefined) return [notSupported('capability-unknown', field, name, names)]
    return values.flatMap((value, i) =>
      supported.includes(value)
        ? []
        : [notSupported('capability-value-unknown', `${under(field, name)}[${i}]`, value, supported)],
    )
  })
}

/** The path of what a name stands for; one without characters is told as a position is. */
function under(field: string, name: string): string {
  return name === '' ? `${field}[]` : `${field}.${name}`
}

/** What the API server wants of the capabilities that a profile defines. None at all is fine. */
export function checkCapabilities(
  { machineCapabilities }: SubmittedSpec,
  field: string,
  gates: Gates,
): ProfileRefusal[] {
  if (machineCapabilities.length === 0) return []
  const detail = 'machineCapabilities are not allowed with disabled CloudProfileCapabilities feature gate'
  const disabled = gates.capabilities ? [] : [forbidden('capabilities-disabled', field, detail)]
  const names = machineCapabilities.map(({ name }) => name)
  const repeated = machineCapabilities.flatMap(({ name }, i) => {
    const path = `${field}[${i}].name`
    return [
      ...(names.indexOf(name) < i ? [duplicate('capability-twice', path, name)] : []),
      ...(name.startsWith(RESERVED) ? [forbidden('capability-reserved', path, RESERVED_FOR)] : []),
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
  // Of a name that is there twice the last definition counts, also for what is wrong with its values.
  const defined = Object.fromEntries(machineCapabilities.map(({ name, values }) => [name, values]))
  const written = byName(defined).flatMap(([name, values]) => {
    const path = under(field, name)
    return [
      ...checkKey(name, field),
      ...(values.length === 0 ? [required('capability-empty', path, 'capability values must not be empty')] : []),
      ...values.flatMap((value, i) => checkValue(value, `${path}[${i}]`)),
    ]
  })
  return [...disabled, ...repeated, ...architectures, ...written]
}

function checkKey(name: string, field: string): ProfileRefusal[] {
  if (name === '') return [required('capability-name-missing', field, 'capability keys must not be empty')]
  const faults = plainNameFaults(name)
  return faults.length === 0
    ? []
    : [invalid('capability-name', field, `capability key must be qualified name: ${faults.join(', ')}`, name)]
}

function checkValue(value: string, field: string): ProfileRefusal[] {
  if (value === '') return [required('capability-empty', field, 'capability values must not be empty')]
  const faults = plainNameFaults(value)
  return faults.length === 0
    ? []
    : [invalid('capability-value', field, `capability value must be qualified name: ${faults.join(', ')}`, value)]
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
  if (defined.length === 0) {
    return withEach(
      spec,
      (version) => ({ ...version, capabilityFlavors: [] }),
      (type) => ({ ...type, capabilities: {} }),
    )
  }
  return withEach(
    spec,
    (version) => {
      const given = version.architectures.length > 0 ? version.architectures : ['amd64']
      const capabilityFlavors =
        isFirst && version.capabilityFlavors.length === 0
          ? given.map((architecture) => ({ architecture: [architecture] }))
          : version.capabilityFlavors
      if (version.architectures.length > 0) return { ...version, capabilityFlavors }
      // Architectures of flavors count only where the profile defines that capability.
      const architectures = named === undefined ? [] : architecturesOf(capabilityFlavors, named)
      return { ...version, capabilityFlavors, architectures }
    },
    (type) => {
      const capabilities =
        isFirst && Object.keys(type.capabilities).length === 0
          ? { architecture: [type.architecture ?? 'amd64'] }
          : type.capabilities
      const [only, ...others] = named === undefined ? [] : orAll(capabilities, named)
      return type.architecture === undefined && only !== undefined && others.length === 0
        ? { ...type, capabilities, architecture: only }
        : { ...type, capabilities }
    },
  )
}

/** What a namespaced profile and its parent give, with the architectures that are not named: those of the flavors, or amd64. */
export function withDefaultArchitectures(spec: SubmittedSpec): SubmittedSpec {
  const named = spec.machineCapabilities.findLast(({ name }) => name === 'architecture')?.values
  return withEach(
    spec,
    (version) => {
      if (version.architectures.length > 0) return version
      const architectures = named === undefined ? [] : architecturesOf(version.capabilityFlavors, named)
      return { ...version, architectures: architectures.length > 0 ? architectures : ['amd64'] }
    },
    (type) => {
      const values = named === undefined ? [] : orAll(type.capabilities, named)
      const effective = (values.length === 1 ? values[0] : type.architecture) ?? ''
      if (effective === '') return { ...type, architecture: 'amd64' }
      return type.architecture === undefined ? { ...type, architecture: effective } : type
    },
  )
}

function architecturesOf(
  flavors: readonly Readonly<Record<string, readonly string[]>>[],
  all: readonly string[],
): readonly string[] {
  return [...new Set((flavors.length > 0 ? flavors : [{}]).flatMap((flavor) => orAll(flavor, all)))].sort()
}

/** What is not named is as good as everything. */
function orAll(capabilities: Readonly<Record<string, readonly string[]>>, all: readonly string[]): readonly string[] {
  return capabilities.architecture ?? all
}
