import type { ProfileRule } from '@/lib/engine/refusal'
import { plainNameFaults } from './metadata'
import type { ProfileFindings } from './profile-refusals'
import { hasAny, type SubmittedSpec, withEach } from './submitted'

export const ARCHITECTURES: readonly string[] = ['amd64', 'arm64']
const RESERVED = 'gardener-'
const RESERVED_FOR = `the "${RESERVED}" prefix is reserved for Gardener-core capabilities`

export type CapabilityValues = ReadonlyMap<string, readonly string[]>

export function capabilityValues({ machineCapabilities = [] }: SubmittedSpec): CapabilityValues {
  return new Map(machineCapabilities.map(({ name, values }) => [name, values]))
}

type SubmittedCapabilities = Readonly<Record<string, readonly string[] | null>> | null

/** What an image flavor or a machine type says of one capability; undefined: nothing. */
export function valuesOf(
  capabilities: SubmittedCapabilities = {},
  name = 'architecture',
): readonly string[] | undefined {
  const values = capabilities?.[name]
  return values === null ? [] : values
}

/** The API server looks at them in no order; here it is that of their names. */
function byName(capabilities: SubmittedCapabilities) {
  return Object.entries(capabilities ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
}

/** What the API server wants of the capabilities that a machine type or an image flavor names. `field`: of all of them. */
export function checkNamed(
  found: ProfileFindings,
  named: SubmittedCapabilities,
  defined: CapabilityValues,
  field: string,
): void {
  for (const [name, values] of byName(named)) {
    const supported = defined.get(name)
    if (supported === undefined) found.notSupported('capability-unknown', field, name, [...defined.keys()].sort())
    else {
      values?.forEach((value, i) => {
        if (supported.includes(value)) return
        found.notSupported('capability-value-unknown', `${under(field, name)}[${i}]`, value, supported)
      })
    }
  }
}

/** The path of what a name stands for; one without characters is told as a position is. */
function under(field: string, name: string): string {
  return name === '' ? `${field}[]` : `${field}.${name}`
}

/** What the API server wants of the capabilities that a profile defines. None at all is fine. */
export function checkCapabilities(found: ProfileFindings, { machineCapabilities = [] }: SubmittedSpec): void {
  const field = 'spec.machineCapabilities'
  if (machineCapabilities.length === 0) return
  if (!found.gates.capabilities) {
    const detail = 'machineCapabilities are not allowed with disabled CloudProfileCapabilities feature gate'
    found.forbidden('capabilities-disabled', field, detail)
  }
  const names = machineCapabilities.map(({ name }) => name)
  names.forEach((name, i) => {
    const path = `${field}[${i}].name`
    if (names.indexOf(name) < i) found.duplicate('capability-twice', path, name)
    if (name.startsWith(RESERVED)) found.forbidden('capability-reserved', path, RESERVED_FOR)
  })
  const architecture = machineCapabilities.findLast(({ name }) => name === 'architecture')
  const path = `${field}.architecture`
  if (architecture === undefined) {
    found.required('architecture-capability-missing', path, 'architecture capability is required')
  }
  for (const value of architecture?.values ?? []) {
    if (ARCHITECTURES.includes(value)) continue
    found.invalid('architecture-not-allowed', path, `allowed architectures are: ${ARCHITECTURES.join(', ')}`, value)
  }
  // Of a name that is there twice the last definition counts, also for what is wrong with its values.
  const defined = [...capabilityValues({ machineCapabilities })].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [name, values] of defined) {
    checkWord(found, ['capability-name-missing', 'capability-name'], name, field, 'capability key', 'keys')
    if (values.length === 0) {
      found.required('capability-empty', under(field, name), 'capability values must not be empty')
    }
    values.forEach((value, i) => {
      checkWord(found, VALUE_RULES, value, `${under(field, name)}[${i}]`, 'capability value', 'values')
    })
  }
}

const VALUE_RULES = ['capability-empty', 'capability-value'] as const

/** `rules`: of one that is empty, and of one that is no name. */
function checkWord(
  found: ProfileFindings,
  [empty, unfit]: readonly [ProfileRule, ProfileRule],
  word: string,
  field: string,
  what: string,
  all: 'keys' | 'values',
): void {
  const faults = plainNameFaults(word)
  if (word === '') found.required(empty, field, `capability ${all} must not be empty`)
  else if (faults.length > 0) found.invalid(unfit, field, `${what} must be qualified name: ${faults.join(', ')}`, word)
}

/**
 * What the API server fills in when a profile is changed. The first capabilities with several architectures turn the
 * architectures of image versions and machine types into flavors and capabilities; without capabilities flavors go away;
 * with them, architectures that are not given follow from the flavors.
 */
export function withSyncedArchitectures(spec: SubmittedSpec, old: SubmittedSpec): SubmittedSpec {
  const wasWithout = !hasAny(old.machineCapabilities)
  if (!hasAny(spec.machineCapabilities)) {
    if (wasWithout) return spec
    return withEach(
      spec,
      (version) => ({ ...version, capabilityFlavors: [] }),
      (type) => ({ ...type, capabilities: {} }),
    )
  }
  const named = capabilityValues(spec).get('architecture')
  const isFirst = wasWithout && (named?.length ?? 0) > 1
  return withEach(
    spec,
    (version) => {
      const given = hasAny(version.architectures) ? version.architectures : undefined
      const capabilityFlavors =
        isFirst && !hasAny(version.capabilityFlavors)
          ? (given ?? ['amd64']).map((architecture) => ({ architecture: [architecture] }))
          : (version.capabilityFlavors ?? [])
      // Architectures of flavors count only where the profile defines that capability.
      const architectures = given ?? (named === undefined ? [] : architecturesOf(capabilityFlavors, named))
      return { ...version, capabilityFlavors, architectures }
    },
    (type) => {
      const capabilities =
        isFirst && Object.keys(type.capabilities ?? {}).length === 0
          ? { architecture: [type.architecture ?? 'amd64'] }
          : (type.capabilities ?? {})
      const [only, ...others] = named === undefined ? [] : (valuesOf(capabilities) ?? named)
      return type.architecture === undefined && only !== undefined && others.length === 0
        ? { ...type, capabilities, architecture: only }
        : { ...type, capabilities }
    },
  )
}

/** What a namespaced profile and its parent give, with the architectures that are not named: those of the flavors, or amd64. */
export function withDefaultArchitectures(spec: SubmittedSpec): SubmittedSpec {
  const named = capabilityValues(spec).get('architecture')
  return withEach(
    spec,
    (version) => {
      if (hasAny(version.architectures)) return version
      const architectures = named === undefined ? [] : architecturesOf(version.capabilityFlavors, named)
      return { ...version, architectures: architectures.length > 0 ? architectures : ['amd64'] }
    },
    (type) => {
      const values = named === undefined ? [] : (valuesOf(type.capabilities) ?? named)
      const effective = (values.length === 1 ? values[0] : type.architecture) ?? ''
      if (effective === '') return { ...type, architecture: 'amd64' }
      return type.architecture === undefined ? { ...type, architecture: effective } : type
    },
  )
}

/** What is not named is as good as everything. */
function architecturesOf(
  flavors: readonly SubmittedCapabilities[] | undefined,
  all: readonly string[],
): readonly string[] {
  const named = flavors !== undefined && hasAny(flavors) ? flavors : [{}]
  return [...new Set(named.flatMap((flavor) => valuesOf(flavor) ?? all))].sort()
}
