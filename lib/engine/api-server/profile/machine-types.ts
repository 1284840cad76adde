import type { ProfileRefusal } from '@/lib/engine/refusal'
import { ARCHITECTURES } from './capabilities'
import { duplicate, forbidden, invalid, notSupported, required } from './refusal'
import type { SubmittedMachineType, SubmittedSpec } from './submitted'

type CapabilityValues = ReadonlyMap<string, readonly string[]>

/** What the API server wants of a profile's machine types: names and architectures; sizes are not looked at. */
export function checkMachineTypes(
  { machineTypes }: SubmittedSpec,
  capabilities: CapabilityValues,
  field: string,
): ProfileRefusal[] {
  return [
    ...(machineTypes.length === 0
      ? [required('no-machine-type', field, 'must provide at least one machine type')]
      : []),
    ...machineTypes.flatMap((type, i) => checkOne(type, i, machineTypes, capabilities, `${field}[${i}]`)),
    ...(capabilities.size > 0 ? [] : machineTypes.flatMap((type, i) => checkWithout(type, `${field}[${i}]`))),
  ]
}

function checkOne(
  type: SubmittedMachineType,
  index: number,
  all: readonly SubmittedMachineType[],
  capabilities: CapabilityValues,
  field: string,
): ProfileRefusal[] {
  const nameless =
    type.name === '' ? [required('machine-type-name-missing', `${field}.name`, 'must provide a name')] : []
  const isRepeated = all.findIndex(({ name }) => name === type.name) < index
  if (isRepeated) return [...nameless, duplicate('machine-type-twice', `${field}.name`, type.name)]
  return [
    ...nameless,
    ...checkArchitecture(type, capabilities, field),
    ...(capabilities.size > 0 ? checkValues(type, capabilities, `${field}.capabilities`) : []),
  ]
}

function checkArchitecture(
  type: SubmittedMachineType,
  capabilities: CapabilityValues,
  field: string,
): ProfileRefusal[] {
  const architecture = type.architecture ?? ''
  const named = capabilities.size > 0 ? (type.capabilities.architecture ?? []) : []
  const refusals: ProfileRefusal[] = []
  if (named.length > 1) {
    refusals.push(
      invalid(
        'machine-type-architectures',
        `${field}.capabilities.architecture`,
        'must not define more than one architecture',
        named,
      ),
    )
  }
  const [only] = named
  if (named.length === 1 && architecture !== '' && architecture !== only) {
    const detail = `machine type architecture (${architecture}) conflicts with the capability architecture (${only})`
    refusals.push(invalid('architectures-conflict', `${field}.architecture`, detail, only))
  }
  if (architecture !== '' && !ARCHITECTURES.includes(architecture)) {
    refusals.push(notSupported('architecture-unknown', `${field}.architecture`, architecture, ARCHITECTURES))
  }
  return refusals
}

function checkValues(type: SubmittedMachineType, capabilities: CapabilityValues, path: string): ProfileRefusal[] {
  return Object.entries(type.capabilities).flatMap(([name, values]) => {
    const supported = capabilities.get(name)
    if (supported === undefined) return [notSupported('capability-unknown', path, name, [...capabilities.keys()])]
    return values.flatMap((value, i) =>
      supported.includes(value)
        ? []
        : [notSupported('capability-value-unknown', `${path}.${name}[${i}]`, value, supported)],
    )
  })
}

/** Without capabilities a machine type names its architecture, and none of them. */
function checkWithout(type: SubmittedMachineType, field: string): ProfileRefusal[] {
  const hasCapabilities = Object.keys(type.capabilities).length > 0
  return [
    ...((type.architecture ?? '') === ''
      ? [required('machine-type-architecture-missing', `${field}.architecture`, 'must provide an architecture')]
      : []),
    ...(hasCapabilities
      ? [
          forbidden(
            'capabilities-undefined',
            `${field}.capabilities`,
            'must not provide capabilities without global definition',
          ),
        ]
      : []),
  ]
}
