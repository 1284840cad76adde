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
import type { ProfileRule } from '@/lib/engine/refusal'
import { capabilityValues } from './capabilities'
import { isCertificate } from './certificate'
import { checkLabelKey, checkLabels, checkLabelValue, plainNameFaults } from './metadata'
import type { Findings } from './profile-refusals'
import { type SubmittedImageVersion, type SubmittedSpec, submittedStage } from './submitted'

/** A quantity that is there must not be negative. */
export function checkAmount(found: Findings, amount: Json | undefined, field: string): void {
  if (typeof amount !== 'string' || (parseQuantity(amount)?.nanos ?? 0n) >= 0n) return
  found.invalid('amount-negative', field, 'must be greater than or equal to 0', amount)
}

/** What a machine type says of its storage: exactly one of size and least size. */
export function checkStorage(found: Findings, storage: JsonObject | undefined, field: string): void {
  if (storage === undefined) return
  const { size = null, minSize = null } = storage
  if ((size === null) === (minSize === null)) {
    const detail =
      size === null ? 'must either configure "size" or "minSize"' : 'not allowed to configure both "size" and "minSize"'
    const shown = { Class: storage.class ?? '', StorageSize: size, Type: storage.type ?? '', MinSize: minSize }
    found.invalid('storage-size', field, detail, shown)
    return
  }
  checkAmount(found, size, `${field}.size`)
  checkAmount(found, minSize, `${field}.minSize`)
}

/** Behind a name that is there twice nothing is looked at any more. */
export function checkVolumeTypes(found: Findings, { json }: SubmittedSpec, field: string): void {
  const names = new Set<string>()
  for (const [i, volume] of objectsAt(json, 'volumeTypes').entries()) {
    const path = `${field}[${i}]`
    const [name, volumeClass] = [textAt(volume, 'name') ?? '', textAt(volume, 'class') ?? '']
    checkName(found, 'volume-type-name', name, `${path}.name`, 'must provide a name', 'volume type name')
    if (names.has(name)) {
      found.duplicate('volume-type-twice', `${path}.name`, name)
      return
    }
    names.add(name)
    checkName(found, 'volume-type-class', volumeClass, `${path}.class`, 'must provide a class', 'volume class')
    checkAmount(found, volume.minSize, `${path}.minSize`)
  }
}

/** A name without a domain, that must be there. `what`: as the API server calls it. */
export function checkName(
  found: Findings,
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

export function checkRegions(found: Findings, { json, regions }: SubmittedSpec): void {
  const field = 'spec.regions'
  if (regions === 0) found.required('no-region', field, 'must provide at least one region')
  const names = new Set<string>()
  const checkOnce = (rule: ProfileRule, name = '', seen: Set<string>, path: string, missing: string) => {
    if (name === '') found.required(rule, path, missing)
    else if (seen.has(name)) found.duplicate(rule, path, name)
    seen.add(name)
  }
  for (const [i, region] of objectsAt(json, 'regions').entries()) {
    const path = `${field}[${i}]`
    const zones = new Set<string>()
    checkOnce('region-name', textAt(region, 'name'), names, `${path}.name`, 'must provide a region name')
    for (const [j, zone] of objectsAt(region, 'zones').entries()) {
      checkOnce('zone-name', textAt(zone, 'name'), zones, `${path}.zones[${j}].name`, 'zone name cannot be empty')
    }
    checkLabels(found, textMapAt(region, 'labels'), `${path}.labels`)
  }
}

/** The machine type and the image of the bastion must be listed, and some version that is meant must be supported and run on it. */
export function checkBastion(found: Findings, spec: SubmittedSpec): void {
  const field = 'spec.bastion'
  const bastion = objectAt(spec.json, 'bastion')
  if (bastion === undefined) return
  const [machine, image] = [objectAt(bastion, 'machineType'), objectAt(bastion, 'machineImage')]
  if (machine === undefined && image === undefined) {
    const detail = 'bastion section needs a machine type or machine image'
    found.invalid('bastion-empty', field, detail, { MachineImage: null, MachineType: null })
  }
  let architecture: string | undefined
  if (machine !== undefined) {
    const name = textAt(machine, 'name') ?? ''
    architecture = architectureNamed(spec, name)
    if (architecture === undefined) {
      const detail = 'machine type not found in spec.machineTypes'
      found.invalid('bastion-machine-type', `${field}.machineType.name`, detail, name)
    }
  }
  if (image !== undefined) checkBastionImage(found, image, architecture, spec, `${field}.machineImage`)
}

function checkBastionImage(
  found: Findings,
  image: JsonObject,
  architecture: string | undefined,
  spec: SubmittedSpec,
  field: string,
): void {
  const [name, version] = [textAt(image, 'name') ?? '', textAt(image, 'version')]
  const listed = spec.machineImages.find((candidate) => candidate.name === name)?.versions
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
    submittedStage(one, found.now) === 'supported' &&
    (architecture === undefined || supports(one, architecture, defined))
  if (meant.some(fits)) return
  const detail = `no image with classification supported and arch ${JSON.stringify(architecture ?? '<nil>')} found`
  found.invalid('bastion-image-unsupported', path, detail, name)
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

const MOST_NODES = 'spec.limits.maxNodesTotal'

export function checkLimits(found: Findings, spec: SubmittedSpec): void {
  const most = maxNodesOf(spec)
  if (most === undefined || most > 0) return
  found.invalid('limit-not-positive', MOST_NODES, 'maxNodesTotal must be greater than 0', most)
}

/** A limit of a CloudProfile may be raised, taken away and set anew. */
export function checkLimitsNotLowered(found: Findings, before: SubmittedSpec, after: SubmittedSpec): void {
  const [was, is] = [maxNodesOf(before), maxNodesOf(after)]
  if (was === undefined || is === undefined || is >= was) return
  found.invalid('limit-lowered', MOST_NODES, 'maxNodesTotal cannot be decreased', is)
}

export function checkSeedSelector(found: Findings, { json }: SubmittedSpec): void {
  const field = 'spec.seedSelector'
  const selector = objectAt(json, 'seedSelector')
  checkLabels(found, textMapAt(selector, 'matchLabels'), `${field}.matchLabels`)
  for (const [i, expression] of objectsAt(selector, 'matchExpressions').entries()) {
    const path = `${field}.matchExpressions[${i}]`
    const operator = textAt(expression, 'operator') ?? ''
    const values = textsAt(expression, 'values')
    if (operator === 'In' || operator === 'NotIn') {
      const detail = "must be specified when `operator` is 'In' or 'NotIn'"
      if (values.length === 0) found.required('selector-values', `${path}.values`, detail)
    } else if (operator === 'Exists' || operator === 'DoesNotExist') {
      const detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"
      if (values.length > 0) found.forbidden('selector-values', `${path}.values`, detail)
    } else {
      found.invalid('selector-operator', `${path}.operator`, 'not a valid selector operator', operator)
    }
    checkLabelKey(found, textAt(expression, 'key') ?? '', `${path}.key`)
    values.forEach((value, j) => {
      checkLabelValue(found, value, `${path}.values[${j}]`)
    })
  }
}

export function checkCaBundle(found: Findings, { json }: SubmittedSpec): void {
  const bundle = textAt(json, 'caBundle')
  if (bundle === undefined || isCertificate(bundle)) return
  found.invalid('ca-bundle', 'spec.caBundle', 'caBundle is not a valid PEM-encoded certificate', bundle)
}
