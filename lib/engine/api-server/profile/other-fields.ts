/** What the API server wants of the parts of a profile that have no versions: volumes, regions, the bastion, limits, seeds. */
import { parseQuantity } from '@/lib/engine/api-server/manifest'
import type { ProfileRule } from '@/lib/engine/refusal'
import { stageAt } from '@/lib/engine/rules'
import { type CapabilityValues, capabilityValues, valuesOf } from './capabilities'
import { isCertificate } from './certificate'
import { checkLabelKey, checkLabels, checkLabelValue, plainNameFaults } from './metadata'
import type { ProfileFindings } from './profile-refusals'
import type { SubmittedImageVersion, SubmittedMachineType, SubmittedSpec } from './submitted'

/** A quantity that is there must not be negative. */
export function checkAmount(found: ProfileFindings, amount: string | undefined, field: string): void {
  if (amount === undefined || (parseQuantity(amount)?.nanos ?? 0n) >= 0n) return
  found.invalid('amount-negative', field, 'must be greater than or equal to 0', amount)
}

/** What a machine type says of its storage: exactly one of size and least size. */
export function checkStorage(found: ProfileFindings, { storage }: SubmittedMachineType, field: string): void {
  if (storage === undefined) return
  const { size, minSize } = storage
  if ((size === undefined) === (minSize === undefined)) {
    const detail =
      size === undefined
        ? 'must either configure "size" or "minSize"'
        : 'not allowed to configure both "size" and "minSize"'
    const shown = { Class: storage.class, StorageSize: size ?? null, Type: storage.type, MinSize: minSize ?? null }
    found.invalid('storage-size', field, detail, shown)
    return
  }
  checkAmount(found, size, `${field}.size`)
  checkAmount(found, minSize, `${field}.minSize`)
}

/** Behind a name that is there twice nothing is looked at any more. */
export function checkVolumeTypes(found: ProfileFindings, { volumeTypes = [] }: SubmittedSpec, field: string): void {
  const names = new Set<string>()
  for (const [i, { name, class: volumeClass, minSize }] of volumeTypes.entries()) {
    const path = `${field}[${i}]`
    checkName(found, 'volume-type-name', name, `${path}.name`, 'must provide a name', 'volume type name')
    if (names.has(name)) {
      found.duplicate('volume-type-twice', `${path}.name`, name)
      return
    }
    names.add(name)
    checkName(found, 'volume-type-class', volumeClass, `${path}.class`, 'must provide a class', 'volume class')
    checkAmount(found, minSize, `${path}.minSize`)
  }
}

/** A name without a domain, that must be there. `what`: as the API server calls it. */
export function checkName(
  found: ProfileFindings,
  rule: ProfileRule,
  name: string,
  field: string,
  missing: string,
  what: string,
): void {
  const faults = plainNameFaults(name)
  if (name === '') found.required(rule, field, missing)
  else if (faults.length > 0) {
    found.invalid(rule, field, `${what} must be a qualified name: [${faults.join(' ')}]`, name)
  }
}

export function checkRegions(found: ProfileFindings, { regions = [] }: SubmittedSpec): void {
  const field = 'spec.regions'
  if (regions.length === 0) found.required('no-region', field, 'must provide at least one region')
  const names = new Set<string>()
  const checkOnce = (rule: ProfileRule, name: string, seen: Set<string>, path: string, missing: string) => {
    if (name === '') found.required(rule, path, missing)
    else if (seen.has(name)) found.duplicate(rule, path, name)
    seen.add(name)
  }
  for (const [i, { name, zones = [], labels = {} }] of regions.entries()) {
    const path = `${field}[${i}]`
    const zoneNames = new Set<string>()
    checkOnce('region-name', name, names, `${path}.name`, 'must provide a region name')
    for (const [j, zone] of zones.entries()) {
      checkOnce('zone-name', zone.name, zoneNames, `${path}.zones[${j}].name`, 'zone name cannot be empty')
    }
    checkLabels(found, labels, `${path}.labels`)
  }
}

/** The machine type and the image of the bastion must be listed, and some version that is meant must be supported and run on it. */
export function checkBastion(found: ProfileFindings, spec: SubmittedSpec): void {
  const field = 'spec.bastion'
  if (spec.bastion === undefined) return
  const { machineType: machine, machineImage: image } = spec.bastion
  if (machine === undefined && image === undefined) {
    const detail = 'bastion section needs a machine type or machine image'
    found.invalid('bastion-empty', field, detail, { MachineImage: null, MachineType: null })
  }
  let architecture: string | undefined
  if (machine !== undefined) {
    const { name } = machine
    architecture = architectureNamed(spec, name)
    if (architecture === undefined) {
      const detail = 'machine type not found in spec.machineTypes'
      found.invalid('bastion-machine-type', `${field}.machineType.name`, detail, name)
    }
  }
  if (image !== undefined) checkBastionImage(found, image, architecture, spec, `${field}.machineImage`)
}

function checkBastionImage(
  found: ProfileFindings,
  { name, version }: NonNullable<NonNullable<SubmittedSpec['bastion']>['machineImage']>,
  architecture: string | undefined,
  spec: SubmittedSpec,
  field: string,
): void {
  const listed = spec.machineImages?.find((candidate) => candidate.name === name)?.versions
  if (listed === undefined) {
    found.invalid('bastion-image', `${field}.name`, 'image name not found in spec.machineImages', name)
    return
  }
  const path = `${field}.${version === undefined ? 'name' : 'version'}`
  const meant = version === undefined ? listed : listed.filter((one) => one.version === version).slice(0, 1)
  if (version !== undefined && meant.length === 0) {
    found.invalid('bastion-image', path, 'image version not found in spec.machineImages', version)
    return
  }
  const defined = capabilityValues(spec)
  const fits = (one: SubmittedImageVersion): boolean =>
    one.classification !== undefined &&
    stageAt(one, found.now) === 'supported' &&
    (architecture === undefined || supports(one, architecture, defined))
  if (meant.some(fits)) return
  const detail = `no image with classification supported and arch ${JSON.stringify(architecture ?? '<nil>')} found`
  found.invalid('bastion-image-unsupported', path, detail, name)
}

function supports(
  { architectures = [], capabilityFlavors = [] }: SubmittedImageVersion,
  architecture: string,
  defined: CapabilityValues,
): boolean {
  if (defined.size === 0) return architectures.includes(architecture)
  const flavors = capabilityFlavors.flatMap((flavor) => valuesOf(flavor) ?? [])
  return flavors.includes(architecture) || (defined.get('architecture') ?? []).includes(architecture)
}

/** Undefined: there is no such machine type; empty: it names none. */
function architectureNamed(spec: SubmittedSpec, name: string): string | undefined {
  const type = spec.machineTypes?.find((candidate) => candidate.name === name)
  if (type === undefined) return undefined
  const defined = capabilityValues(spec).get('architecture')
  const values = defined === undefined ? [] : (valuesOf(type.capabilities) ?? defined)
  return (values.length === 1 ? values[0] : type.architecture) ?? ''
}

const MOST_NODES = 'spec.limits.maxNodesTotal'

export function checkLimits(found: ProfileFindings, spec: SubmittedSpec): void {
  const most = spec.limits?.maxNodesTotal
  if (most === undefined || most > 0) return
  found.invalid('limit-not-positive', MOST_NODES, 'maxNodesTotal must be greater than 0', most)
}

/** A limit of a CloudProfile may be raised, taken away and set anew. */
export function checkLimitsNotLowered(found: ProfileFindings, before: SubmittedSpec, after: SubmittedSpec): void {
  const [was, is] = [before.limits?.maxNodesTotal, after.limits?.maxNodesTotal]
  if (was === undefined || is === undefined || is >= was) return
  found.invalid('limit-lowered', MOST_NODES, 'maxNodesTotal cannot be decreased', is)
}

export function checkSeedSelector(found: ProfileFindings, { seedSelector = {} }: SubmittedSpec): void {
  const field = 'spec.seedSelector'
  const { matchLabels = {}, matchExpressions = [] } = seedSelector
  checkLabels(found, matchLabels, `${field}.matchLabels`)
  for (const [i, { key, operator, values = [] }] of matchExpressions.entries()) {
    const path = `${field}.matchExpressions[${i}]`
    if (operator === 'In' || operator === 'NotIn') {
      const detail = "must be specified when `operator` is 'In' or 'NotIn'"
      if (values.length === 0) found.required('selector-values', `${path}.values`, detail)
    } else if (operator === 'Exists' || operator === 'DoesNotExist') {
      const detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"
      if (values.length > 0) found.forbidden('selector-values', `${path}.values`, detail)
    } else {
      found.invalid('selector-operator', `${path}.operator`, 'not a valid selector operator', operator)
    }
    checkLabelKey(found, key, `${path}.key`)
    values.forEach((value, j) => {
      checkLabelValue(found, value, `${path}.values[${j}]`)
    })
  }
}

export function checkCaBundle(found: ProfileFindings, { caBundle: bundle }: SubmittedSpec): void {
  if (bundle === undefined || isCertificate(bundle)) return
  found.invalid('ca-bundle', 'spec.caBundle', 'caBundle is not a valid PEM-encoded certificate', bundle)
}
