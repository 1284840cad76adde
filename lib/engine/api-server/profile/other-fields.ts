/** What the API server wants of the parts of a profile that have no versions: volumes, regions, the bastion, limits, seeds. */
import {
  type Json,
  type JsonObject,
  numberAt,
  objectAt,
  objectsAt,
  parseQuantity,
  textAt,
  textMapAt,
  textsAt,
} from '@/lib/engine/api-server/manifest'
import type { ProfileRefusal, ProfileRule } from '@/lib/engine/refusal'
import type { Instant } from '@/lib/engine/types'
import { capabilityValues } from './capabilities'
import { isCertificate } from './certificate'
import { checkLabelKey, checkLabels } from './metadata'
import { labelValueFaults, plainNameFaults } from './names'
import { duplicate, forbidden, invalid, required } from './profile-refusals'
import { type SubmittedImageVersion, type SubmittedSpec, submittedStage } from './submitted'

/** A quantity that is there must not be negative. */
export function checkAmount(amount: Json | undefined, field: string): ProfileRefusal[] {
  if (typeof amount !== 'string') return []
  const isNegative = (parseQuantity(amount)?.nanos ?? 0n) < 0n
  return isNegative ? [invalid('amount-negative', field, 'must be greater than or equal to 0', amount)] : []
}

/** What a machine type says of its storage: exactly one of size and least size. */
export function checkStorage(storage: JsonObject | undefined, field: string): ProfileRefusal[] {
  if (storage === undefined) return []
  const [size, minSize] = [storage.size ?? null, storage.minSize ?? null]
  const shown = {
    Class: storage.class ?? '',
    StorageSize: size,
    Type: storage.type ?? '',
    MinSize: minSize,
  }
  if (size === null && minSize === null) {
    return [invalid('storage-size', field, 'must either configure "size" or "minSize"', shown)]
  }
  if (size !== null && minSize !== null) {
    return [invalid('storage-size', field, 'not allowed to configure both "size" and "minSize"', shown)]
  }
  return [...checkAmount(size, `${field}.size`), ...checkAmount(minSize, `${field}.minSize`)]
}

/** Behind a name that is there twice nothing is looked at any more. */
export function checkVolumeTypes({ json }: SubmittedSpec, field: string): ProfileRefusal[] {
  const names = new Set<string>()
  const found: ProfileRefusal[] = []
  for (const [i, volume] of objectsAt(json, 'volumeTypes').entries()) {
    const path = `${field}[${i}]`
    const [name, volumeClass] = [textAt(volume, 'name') ?? '', textAt(volume, 'class') ?? '']
    found.push(...checkName('volume-type-name', name, `${path}.name`, 'must provide a name', 'volume type name'))
    if (names.has(name)) return [...found, duplicate('volume-type-twice', `${path}.name`, name)]
    names.add(name)
    found.push(
      ...checkName('volume-type-class', volumeClass, `${path}.class`, 'must provide a class', 'volume class'),
      ...checkAmount(volume.minSize, `${path}.minSize`),
    )
  }
  return found
}

/** A name without a domain, that must be there. `what`: as the API server calls it. */
export function checkName(
  rule: ProfileRule,
  name: string,
  field: string,
  missing: string,
  what: string,
): ProfileRefusal[] {
  if (name === '') return [required(rule, field, missing)]
  const faults = plainNameFaults(name)
  return faults.length === 0
    ? []
    : [invalid(rule, field, `${what} must be a qualified name: [${faults.join(' ')}]`, name)]
}

export function checkRegions({ json, regions }: SubmittedSpec, field: string): ProfileRefusal[] {
  if (regions === 0) return [required('no-region', field, 'must provide at least one region')]
  const names = new Set<string>()
  return objectsAt(json, 'regions').flatMap((region, i) => {
    const path = `${field}[${i}]`
    const zones = new Set<string>()
    return [
      ...checkOnce('region-name', textAt(region, 'name'), names, `${path}.name`, 'must provide a region name'),
      ...objectsAt(region, 'zones').flatMap((zone, j) =>
        checkOnce('zone-name', textAt(zone, 'name'), zones, `${path}.zones[${j}].name`, 'zone name cannot be empty'),
      ),
      ...checkLabels(textMapAt(region, 'labels'), `${path}.labels`),
    ]
  })
}

function checkOnce(
  rule: ProfileRule,
  name: string | undefined,
  seen: Set<string>,
  field: string,
  missing: string,
): ProfileRefusal[] {
  if (name === undefined || name === '') return [required(rule, field, missing)]
  if (seen.has(name)) return [duplicate(rule, field, name)]
  seen.add(name)
  return []
}

/** The machine type and the image of the bastion must be listed, and some version that is meant must be supported and run on it. */
export function checkBastion(spec: SubmittedSpec, now: Instant, field: string): ProfileRefusal[] {
  const bastion = objectAt(spec.json, 'bastion')
  if (bastion === undefined) return []
  const [machine, image] = [objectAt(bastion, 'machineType'), objectAt(bastion, 'machineImage')]
  if (machine === undefined && image === undefined) {
    const detail = 'bastion section needs a machine type or machine image'
    return [invalid('bastion-empty', field, detail, { MachineImage: null, MachineType: null })]
  }
  const found: ProfileRefusal[] = []
  let architecture: string | undefined
  if (machine !== undefined) {
    const name = textAt(machine, 'name') ?? ''
    architecture = architectureNamed(spec, name)
    if (architecture === undefined) {
      const detail = 'machine type not found in spec.machineTypes'
      found.push(invalid('bastion-machine-type', `${field}.machineType.name`, detail, name))
    }
  }
  if (image !== undefined) found.push(...checkBastionImage(image, architecture, spec, now, `${field}.machineImage`))
  return found
}

function checkBastionImage(
  image: JsonObject,
  architecture: string | undefined,
  spec: SubmittedSpec,
  now: Instant,
  field: string,
): ProfileRefusal[] {
  const [name, version] = [textAt(image, 'name') ?? '', textAt(image, 'version')]
  const listed = spec.machineImages.find((candidate) => candidate.name === name)?.versions
  if (listed === undefined) {
    return [invalid('bastion-image', `${field}.name`, 'image name not found in spec.machineImages', name)]
  }
  const path = `${field}.${version === undefined ? 'name' : 'version'}`
  const meant = version === undefined ? listed : listed.filter((one) => one.version === version).slice(0, 1)
  if (version !== undefined && meant.length === 0) {
    return [invalid('bastion-image', path, 'image version not found in spec.machineImages', version)]
  }
  const defined = capabilityValues(spec)
  const fits = (one: SubmittedImageVersion): boolean =>
    one.classification !== undefined &&
    submittedStage(one, now) === 'supported' &&
    (architecture === undefined || supports(one, architecture, defined))
  if (meant.some(fits)) return []
  const detail = `no image with classification supported and arch ${JSON.stringify(architecture ?? '<nil>')} found`
  return [invalid('bastion-image-unsupported', path, detail, name)]
}

function supports(
  version: SubmittedImageVersion,
  architecture: string,
  defined: ReadonlyMap<string, readonly string[]>,
): boolean {
  if (defined.size === 0) return version.architectures.includes(architecture)
  const flavors = version.capabilityFlavors.flatMap((flavor) => flavor.architecture ?? [])
  return flavors.includes(architecture) || (defined.get('architecture') ?? []).includes(architecture)
}

/** Undefined: there is no such machine type; empty: it names none. */
function architectureNamed(spec: SubmittedSpec, name: string): string | undefined {
  const type = spec.machineTypes.find((candidate) => candidate.name === name)
  if (type === undefined) return undefined
  const defined = capabilityValues(spec).get('architecture')
  const values = defined === undefined ? [] : (type.capabilities.architecture ?? defined)
  return (values.length === 1 ? values[0] : type.architecture) ?? ''
}

export function maxNodesOf({ json }: SubmittedSpec): number | undefined {
  return numberAt(json, 'limits', 'maxNodesTotal')
}

export function checkLimits(spec: SubmittedSpec, field: string): ProfileRefusal[] {
  const most = maxNodesOf(spec)
  if (most === undefined || most > 0) return []
  return [invalid('limit-not-positive', `${field}.maxNodesTotal`, 'maxNodesTotal must be greater than 0', most)]
}

/** A limit of a CloudProfile may be raised, taken away and set anew. */
export function checkLimitsNotLowered(before: SubmittedSpec, after: SubmittedSpec, field: string): ProfileRefusal[] {
  const [was, is] = [maxNodesOf(before), maxNodesOf(after)]
  if (was === undefined || is === undefined || is >= was) return []
  return [invalid('limit-lowered', `${field}.maxNodesTotal`, 'maxNodesTotal cannot be decreased', is)]
}

export function checkSeedSelector({ json }: SubmittedSpec, field: string): ProfileRefusal[] {
  const selector = objectAt(json, 'seedSelector')
  return [
    ...checkLabels(textMapAt(selector, 'matchLabels'), `${field}.matchLabels`),
    ...objectsAt(selector, 'matchExpressions').flatMap((one, i) =>
      checkExpression(one, `${field}.matchExpressions[${i}]`),
    ),
  ]
}

function checkExpression(expression: JsonObject, field: string): ProfileRefusal[] {
  const operator = textAt(expression, 'operator') ?? ''
  const values = textsAt(expression, 'values')
  const found: ProfileRefusal[] = []
  if (operator === 'In' || operator === 'NotIn') {
    const detail = "must be specified when `operator` is 'In' or 'NotIn'"
    if (values.length === 0) found.push(required('selector-values', `${field}.values`, detail))
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    const detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"
    if (values.length > 0) found.push(forbidden('selector-values', `${field}.values`, detail))
  } else {
    found.push(invalid('selector-operator', `${field}.operator`, 'not a valid selector operator', operator))
  }
  return [
    ...found,
    ...checkLabelKey(textAt(expression, 'key') ?? '', `${field}.key`),
    ...values.flatMap((value, i) =>
      labelValueFaults(value).map((fault) => invalid('label-value', `${field}.values[${i}]`, fault, value)),
    ),
  ]
}

export function checkCaBundle({ json }: SubmittedSpec, field: string): ProfileRefusal[] {
  const bundle = textAt(json, 'caBundle')
  if (bundle === undefined || isCertificate(bundle)) return []
  return [invalid('ca-bundle', field, 'caBundle is not a valid PEM-encoded certificate', bundle)]
}
