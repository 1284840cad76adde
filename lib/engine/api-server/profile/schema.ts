import type { Json } from '@/lib/engine/json'

/**
 * The fields of a CloudProfile and of a NamespacedCloudProfile, as the API has them (`pkg/apis/core/v1beta1`). Reading is strict:
 * what is not here is refused. The names of structures and types stand in the answers to what cannot be read.
 */

export type FieldShape =
  | { readonly kind: 'text'; readonly type?: string }
  | { readonly kind: 'flag' }
  | { readonly kind: 'int32' | 'int64' }
  /** Read by functions of their own, which break off at the first fault. */
  | { readonly kind: 'quantity' | 'duration' | 'time' }
  | { readonly kind: 'any' }
  | { readonly kind: 'list'; readonly of: FieldShape; readonly type?: string }
  | { readonly kind: 'map'; readonly of: FieldShape; readonly type?: string; readonly reads?: 'alone' }
  | StructureShape

export interface StructureShape {
  readonly kind: 'structure'
  /** `v1beta1.MachineType` */
  readonly type: string
  readonly fields: Readonly<Record<string, SchemaField>>
}

export interface SchemaField {
  readonly shape: FieldShape
  /** Whether it is stored even if it is not given: as an empty text, zero or null. */
  readonly always?: true
  /** False is the same as not given; for texts and flags of which it matters whether they are given it is not. */
  readonly plain?: true
  /** What is filled in where it is not given. */
  readonly otherwise?: true
  /** The structure within the structure that it comes from, as answers name it. */
  readonly embedded?: string
}

/** A value of a shape, as it is read (`decode.ts`); of lists and maps in a list or a map that are null, null. */
export type ShapeValue<S> = S extends { kind: 'text' | 'quantity' | 'duration' }
  ? string
  : S extends { kind: 'flag' }
    ? boolean
    : S extends { kind: 'int32' | 'int64' | 'time' }
      ? number
      : S extends { kind: 'list'; of: infer Of }
        ? readonly ShapeEntry<Of>[]
        : S extends { kind: 'map'; of: infer Of }
          ? Readonly<Record<string, ShapeEntry<Of>>>
          : S extends { kind: 'structure'; fields: infer Fields }
            ? {
                readonly [Name in keyof Fields as Fields[Name] extends AlwaysStoredField ? Name : never]: ValueOf<
                  Fields[Name]
                >
              } & {
                readonly [Name in keyof Fields as Fields[Name] extends AlwaysStoredField ? never : Name]?: ValueOf<
                  Fields[Name]
                >
              }
            : Json

type ShapeEntry<S> = S extends { kind: 'list' | 'map' } ? ShapeValue<S> | null : ShapeValue<S>
type ValueOf<F> = F extends { shape: infer S } ? ShapeValue<S> : never

/** Whether a quantity was given is known until it is stored. */
interface AlwaysStoredField {
  readonly always: true
  readonly shape: { readonly kind: 'text' | 'flag' | 'list' | 'structure' }
}

const text = { kind: 'text' } as const
const flag = { kind: 'flag' } as const
const time = { kind: 'time' } as const
const quantity = { kind: 'quantity' } as const
const texts = listOf(text)
const textMap = { kind: 'map', of: text } as const

function named(type: string) {
  return { kind: 'text', type } as const
}

function listOf<const S extends FieldShape>(of: S) {
  return { kind: 'list', of } as const
}

function structure<const F extends StructureShape['fields']>(type: string, fields: F) {
  return { kind: 'structure', type, fields } as const
}

const always = <const S extends FieldShape>(shape: S) => ({ shape, always: true }) as const
const given = <const S extends FieldShape>(shape: S) => ({ shape }) as const
const plain = <const S extends FieldShape>(shape: S) => ({ shape, plain: true }) as const

const capabilityValues = { kind: 'list', of: text, type: 'v1beta1.CapabilityValues' } as const
const capabilities = { kind: 'map', of: capabilityValues, type: 'v1beta1.Capabilities' } as const
const classification = named('v1beta1.VersionClassification')

const expirable = {
  version: always(text),
  expirationDate: given(time),
  classification: given(classification),
  lifecycle: given(
    listOf(structure('v1beta1.LifecycleStage', { classification: always(classification), startTime: given(time) })),
  ),
}

const EMBEDDED = { embedded: 'ExpirableVersion' } as const
const embeddedExpirable = {
  version: { ...expirable.version, ...EMBEDDED },
  expirationDate: { ...expirable.expirationDate, ...EMBEDDED },
  classification: { ...expirable.classification, ...EMBEDDED },
  lifecycle: { ...expirable.lifecycle, ...EMBEDDED },
}

const kubernetes = structure('v1beta1.KubernetesSettings', {
  versions: given(listOf(structure('v1beta1.ExpirableVersion', expirable))),
})

const cri = structure('v1beta1.CRI', {
  name: always(named('v1beta1.CRIName')),
  containerRuntimes: given(
    listOf(
      structure('v1beta1.ContainerRuntime', {
        type: always(text),
        providerConfig: given({ kind: 'any' }),
      }),
    ),
  ),
})

const imageVersion = structure('v1beta1.MachineImageVersion', {
  ...embeddedExpirable,
  cri: given(listOf(cri)),
  architectures: given(texts),
  kubeletVersionConstraint: given(text),
  inPlaceUpdates: given(
    structure('v1beta1.InPlaceUpdates', {
      supported: always(flag),
      minVersionForUpdate: given(text),
    }),
  ),
  capabilityFlavors: given({
    kind: 'list',
    of: { kind: 'map', of: capabilityValues, type: 'v1beta1.Capabilities', reads: 'alone' },
    type: '[]v1beta1.MachineImageFlavor',
  }),
})

const machineImages = listOf(
  structure('v1beta1.MachineImage', {
    name: always(text),
    versions: always(listOf(imageVersion)),
    updateStrategy: given(named('v1beta1.MachineImageUpdateStrategy')),
  }),
)

const machineTypes = listOf(
  structure('v1beta1.MachineType', {
    cpu: always(quantity),
    gpu: always(quantity),
    memory: always(quantity),
    name: always(text),
    storage: given(
      structure('v1beta1.MachineTypeStorage', {
        class: always(text),
        size: given(quantity),
        type: always(text),
        minSize: given(quantity),
      }),
    ),
    usable: { shape: flag, otherwise: true },
    architecture: given(text),
    capabilities: given(capabilities),
    machineControllerManager: given(
      structure('v1beta1.CloudProfileMachineControllerManagerSettings', {
        machineCreationTimeout: given({ kind: 'duration' }),
      }),
    ),
  }),
)

const volumeTypes = listOf(
  structure('v1beta1.VolumeType', {
    class: always(text),
    name: always(text),
    usable: { shape: flag, otherwise: true },
    minSize: given(quantity),
  }),
)

const limits = structure('v1beta1.Limits', { maxNodesTotal: given({ kind: 'int32' }) })

const regions = listOf(
  structure('v1beta1.Region', {
    name: always(text),
    zones: given(
      listOf(
        structure('v1beta1.AvailabilityZone', {
          name: always(text),
          unavailableMachineTypes: given(texts),
          unavailableVolumeTypes: given(texts),
        }),
      ),
    ),
    labels: given(textMap),
    accessRestrictions: given(listOf(structure('v1beta1.AccessRestriction', { name: always(text) }))),
  }),
)

const seedSelector = structure('v1beta1.SeedSelector', {
  matchLabels: { shape: textMap, embedded: 'LabelSelector' },
  matchExpressions: {
    shape: listOf(
      structure('v1.LabelSelectorRequirement', {
        key: always(text),
        operator: always(named('v1.LabelSelectorOperator')),
        values: given(texts),
      }),
    ),
    embedded: 'LabelSelector',
  },
  providerTypes: given(texts),
})

const bastion = structure('v1beta1.Bastion', {
  machineImage: given(structure('v1beta1.BastionMachineImage', { name: always(text), version: given(text) })),
  machineType: given(structure('v1beta1.BastionMachineType', { name: always(text) })),
})

export const CLOUD_PROFILE_SPEC = structure('v1beta1.CloudProfileSpec', {
  caBundle: given(text),
  kubernetes: always(kubernetes),
  machineImages: always(machineImages),
  machineTypes: always(machineTypes),
  providerConfig: given({ kind: 'any' }),
  regions: always(regions),
  seedSelector: given(seedSelector),
  type: always(text),
  volumeTypes: given(volumeTypes),
  bastion: given(bastion),
  limits: given(limits),
  machineCapabilities: given(
    listOf(structure('v1beta1.CapabilityDefinition', { name: always(text), values: always(capabilityValues) })),
  ),
  controlPlane: given(structure('v1beta1.CloudProfileControlPlane', { allowZonePinning: plain(flag) })),
})

export const NAMESPACED_SPEC = structure('v1beta1.NamespacedCloudProfileSpec', {
  caBundle: given(text),
  kubernetes: given(kubernetes),
  machineImages: given(machineImages),
  machineTypes: given(machineTypes),
  volumeTypes: given(volumeTypes),
  parent: always(structure('v1beta1.CloudProfileReference', { kind: always(text), name: always(text) })),
  providerConfig: given({ kind: 'any' }),
  limits: given(limits),
})

/** The fields of both, for what is not known to be in order: nothing is filled in that is not there. */
export const ANY_SPEC = structure('v1beta1.CloudProfileSpec', {
  ...CLOUD_PROFILE_SPEC.fields,
  ...NAMESPACED_SPEC.fields,
  regions: given(regions),
  type: given(text),
})

const uid = named('types.UID')

const OBJECT_META = structure('v1.ObjectMeta', {
  name: plain(text),
  generateName: plain(text),
  namespace: plain(text),
  selfLink: plain(text),
  uid: plain(uid),
  resourceVersion: plain(text),
  generation: plain({ kind: 'int64' }),
  creationTimestamp: given(time),
  deletionTimestamp: given(time),
  deletionGracePeriodSeconds: given({ kind: 'int64' }),
  labels: given(textMap),
  annotations: given(textMap),
  ownerReferences: given(
    listOf(
      structure('v1.OwnerReference', {
        apiVersion: always(text),
        kind: always(text),
        name: always(text),
        uid: always(uid),
        controller: given(flag),
        blockOwnerDeletion: given(flag),
      }),
    ),
  ),
  finalizers: given(texts),
  managedFields: given(listOf({ kind: 'any' })),
})

const versionStatus = listOf(
  structure('v1beta1.ExpirableVersionStatus', { version: always(text), classification: always(classification) }),
)

const profileStatus = structure('v1beta1.CloudProfileStatus', {
  kubernetes: given(structure('v1beta1.KubernetesStatus', { versions: given(versionStatus) })),
  machineImages: given(
    listOf(structure('v1beta1.MachineImageStatus', { name: always(text), versions: given(versionStatus) })),
  ),
})

const namespacedStatus = structure('v1beta1.NamespacedCloudProfileStatus', {
  cloudProfileSpec: given(CLOUD_PROFILE_SPEC),
  observedGeneration: given({ kind: 'int64' }),
})

function object<const Spec extends StructureShape, const Status extends StructureShape>(
  type: string,
  spec: Spec,
  status: Status,
) {
  return structure(type, {
    kind: { shape: text, embedded: 'TypeMeta' },
    apiVersion: { shape: text, embedded: 'TypeMeta' },
    metadata: given(OBJECT_META),
    spec: always(spec),
    status: given(status),
  })
}

export const KINDS = {
  CloudProfile: object('v1beta1.CloudProfile', CLOUD_PROFILE_SPEC, profileStatus),
  NamespacedCloudProfile: object('v1beta1.NamespacedCloudProfile', NAMESPACED_SPEC, namespacedStatus),
} as const

/** An object of either kind, for what is not known to be in order. */
export const ANY_PROFILE = object('v1beta1.CloudProfile', ANY_SPEC, structure('v1beta1.CloudProfileStatus', {}))

export type ProfileKind = keyof typeof KINDS

export interface ProfileField {
  /** Below the entry: `cri[].name`. */
  readonly path: string
  /** The structure and the name: `CRI.name`. */
  readonly name: string
  readonly kind: FieldShape['kind']
}

/**
 * The fields that an entry of a profile may have, with those below them, as the API has them; none where anything may stand.
 * @param entry its path, with names where lists are: `['spec', 'machineTypes', 'm5.large']`
 */
export function fieldsAt(kind: ProfileKind, entry: readonly string[]): readonly ProfileField[] {
  let shape: FieldShape | undefined = KINDS[kind]
  for (const step of entry) {
    if (shape?.kind === 'structure') shape = shape.fields[step]?.shape
    else shape = shape?.kind === 'list' || shape?.kind === 'map' ? shape.of : undefined
  }
  return shape === undefined ? [] : below(shape, '')
}

function below(shape: FieldShape, path: string): readonly ProfileField[] {
  if (shape.kind === 'list') return below(shape.of, `${path}[]`)
  if (shape.kind !== 'structure') return []
  const structure = shape.type.split('.').at(-1)
  return Object.entries(shape.fields).flatMap(([name, field]: [string, SchemaField]) => {
    const at = path === '' ? name : `${path}.${name}`
    const own = { path: at, name: `${field.embedded ?? structure}.${name}`, kind: field.shape.kind }
    return [own, ...below(field.shape, at)]
  })
}
