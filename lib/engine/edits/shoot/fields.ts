import { objectsAt, type ShootManifest, textAt, valueAt, WORKERS, withValueAt } from '@/lib/engine/api-server/manifest'
import { durationMilliseconds } from '@/lib/engine/duration'
import { addTo } from '@/lib/engine/grouped'
import type { Json, JsonObject } from '@/lib/engine/json'
import { isByHand } from '@/lib/engine/rules'
import type { WorkerUpdateStrategy } from '@/lib/engine/types'

/**
 * What a field holds: a text, a duration such as `2h`, a switch, a number, a number or percentage, an image, a profile, a list of
 * texts, amounts that are reserved or at which pods are evicted, anything.
 */
export type FieldKind =
  | 'text'
  | 'duration'
  | 'flag'
  | 'count'
  | 'share'
  | 'image'
  | 'profile'
  | 'texts'
  | 'reserved'
  | 'thresholds'
  | 'json'

/** What amounts may be of: the API server drops all else. */
export const AMOUNTS_OF = {
  reserved: ['cpu', 'memory', 'ephemeralStorage', 'pid'],
  thresholds: ['memoryAvailable', 'imageFSAvailable', 'imageFSInodesFree', 'nodeFSAvailable', 'nodeFSInodesFree'],
} as const satisfies Partial<Record<FieldKind, readonly string[]>>

/** A NamespacedCloudProfile is one of the namespace of the shoot. */
export const PROFILE_KINDS = ['CloudProfile', 'NamespacedCloudProfile'] as const

interface FieldValues {
  readonly text: string
  readonly duration: string
  readonly flag: boolean
  readonly count: number
  readonly share: number | string
  readonly image: { readonly name: string; readonly version: string }
  readonly profile: { readonly kind: (typeof PROFILE_KINDS)[number]; readonly name: string }
  readonly texts: readonly string[]
  readonly reserved: Readonly<Record<string, string>>
  readonly thresholds: Readonly<Record<string, string>>
  readonly json: JsonObject
}

/** Fields that concern the whole shoot, by their path, with what they hold. */
export const EDITABLE_SHOOT_FIELDS = {
  'spec.cloudProfile': 'profile',
  'spec.kubernetes.version': 'text',
  'spec.kubernetes.kubelet.kubeReserved': 'reserved',
  'spec.kubernetes.kubelet.evictionHard': 'thresholds',
  'spec.kubernetes.kubelet.cpuManagerPolicy': 'text',
  'spec.kubernetes.kubelet.maxPods': 'count',
  'spec.systemComponents.nodeLocalDNS.enabled': 'flag',
  'spec.maintenance.autoUpdate.kubernetesVersion': 'flag',
  'spec.maintenance.autoUpdate.machineImageVersion': 'flag',
  'spec.maintenance.timeWindow.begin': 'text',
  'spec.maintenance.timeWindow.end': 'text',
  'spec.maintenance.confineSpecUpdateRollout': 'flag',
  'metadata.annotations[gardener.cloud/operation]': 'text',
  'metadata.annotations[maintenance.gardener.cloud/operation]': 'text',
} as const satisfies Readonly<Record<string, FieldKind>>

/** Fields of one pool, by their path within it. */
export const POOL_FIELDS = {
  'kubernetes.version': 'text',
  'kubernetes.kubelet.kubeReserved': 'reserved',
  'kubernetes.kubelet.evictionHard': 'thresholds',
  'kubernetes.kubelet.cpuManagerPolicy': 'text',
  'kubernetes.kubelet.maxPods': 'count',
  'machine.image': 'image',
  'machine.type': 'text',
  'volume.type': 'text',
  'volume.size': 'text',
  'volume.encrypted': 'flag',
  'cri.name': 'text',
  providerConfig: 'json',
  updateStrategy: 'text',
  maxSurge: 'share',
  maxUnavailable: 'share',
  'machineControllerManager.machineDrainTimeout': 'duration',
  'machineControllerManager.machineHealthTimeout': 'duration',
  'machineControllerManager.machineCreationTimeout': 'duration',
  'machineControllerManager.inPlaceUpdateTimeout': 'duration',
  'machineControllerManager.maxEvictRetries': 'count',
  'machineControllerManager.nodeConditions': 'texts',
  'machineControllerManager.disableHealthTimeout': 'flag',
} as const satisfies Readonly<Record<string, FieldKind>>

export type EditableShootField = keyof typeof EDITABLE_SHOOT_FIELDS
export type PoolField = keyof typeof POOL_FIELDS

/** One field set to another value; null takes it out, so that its default counts. */
export type ShootEdit =
  | {
      readonly [F in EditableShootField]: {
        readonly field: F
        readonly value: FieldValues[(typeof EDITABLE_SHOOT_FIELDS)[F]] | null
      }
    }[EditableShootField]
  | {
      readonly [F in PoolField]: {
        readonly pool: string
        readonly field: F
        readonly value: FieldValues[(typeof POOL_FIELDS)[F]] | null
      }
    }[PoolField]

export type PoolEdit = Extract<ShootEdit, { readonly pool: string }>

export function isPoolEdit(edit: ShootEdit): edit is PoolEdit {
  return 'pool' in edit
}

/** Whether a text is a duration as Go writes it; the API server reads nothing else. */
export function isDuration(text: string): boolean {
  return durationMilliseconds(text) !== null
}

/** The whole path of what an edit changes, as `impact` names it: `spec.provider.workers[web-a].machine.image`. */
export function fieldOf(edit: Pick<ShootEdit, 'field'> & { readonly pool?: string }): string {
  return edit.pool === undefined ? edit.field : `spec.provider.workers[${edit.pool}].${edit.field}`
}

/** What the manifest has in the place of edits, of which there may be one for each of hundreds of pools; undefined: nothing, or no such pool. */
export function presentIn(
  manifest: ShootManifest,
): (edit: Pick<ShootEdit, 'field'> & { readonly pool?: string }) => Json | undefined {
  const pools = new Map(
    poolsOf(manifest)
      .map((pool) => [textAt(pool, 'name'), pool] as const)
      .toReversed(),
  )
  return ({ pool, field }) => valueAt(pool === undefined ? manifest : pools.get(pool), ...keysOf(field))
}

/** The manifest with edits, one after the other; the same one if there are no such pools, or nothing to take out. */
export function withEdits(manifest: ShootManifest, edits: readonly ShootEdit[]): ShootManifest {
  const ofPools = new Map<string | undefined, PoolEdit[]>()
  let edited = manifest
  for (const edit of edits) {
    if (!isPoolEdit(edit)) {
      edited = withValueAt(edited, keysOf(edit.field), wantedOf(edit))
      // The old name of the profile would have to be the same, and from 1.34 on must not be there.
      if (edit.field === 'spec.cloudProfile') edited = withValueAt(edited, ['spec', 'cloudProfileName'], undefined)
    } else addTo(ofPools, edit.pool, edit)
  }
  if (ofPools.size === 0) return edited
  const before = poolsOf(manifest)
  if (!before.some((pool) => ofPools.has(textAt(pool, 'name')))) return edited
  const workers = before.map((pool) =>
    (ofPools.get(textAt(pool, 'name')) ?? []).reduce<JsonObject>(
      (is, edit) => withValueAt(is, keysOf(edit.field), wantedOf(edit)),
      pool,
    ),
  )
  return withValueAt(edited, WORKERS, workers)
}

function wantedOf({ value }: ShootEdit): Json | undefined {
  return value === null ? undefined : (value as Json)
}

function poolsOf(manifest: ShootManifest): readonly JsonObject[] {
  return objectsAt(manifest, ...WORKERS)
}

/** The keys of a path; a name in brackets may hold dots. */
function keysOf(field: string): readonly string[] {
  const [, before = field, name] = /^([^[]*)\[(.*)\]$/.exec(field) ?? []
  return [...before.split('.'), ...(name === undefined ? [] : [name])]
}

/** What the API server takes of a pool only where Gardener selects the nodes. */
export const SURGE_FIELDS = ['maxSurge', 'maxUnavailable'] as const

/**
 * What has to go in the same patch when a pool gets another strategy: where a person selects the nodes, the API server takes no
 * `maxSurge` and no `maxUnavailable`, be they defaults that it set itself.
 * @param isSet whether the pool has the field
 */
export function goesWithStrategy(
  pool: string,
  to: WorkerUpdateStrategy,
  isSet: (field: (typeof SURGE_FIELDS)[number]) => boolean,
): readonly ShootEdit[] {
  if (!isByHand({ updateStrategy: to })) return []
  return SURGE_FIELDS.filter(isSet).map((field) => ({ pool, field, value: null }))
}
